#pragma once
#include <cstddef>
#include <cstdint>
#include <muslin/sim/frame_contacts.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// What a contacts file holds of one frame.
struct ContactsFrame {
  FrameContacts contacts;
  /// Scripted vertices that are not where their scripts place them, and where that is; ascending.
  std::vector<VertexPlace> as_given;
};

/// Codes a frame of a contacts file in few bytes, as docs/run-folder.md describes. Gaps and places become multiples of
/// `length_unit` [m].
[[nodiscard]] std::string code_contacts(const ContactsFrame& frame, double length_unit);

/// Reads what code_contacts() returned, for bodies of so many vertices. The times of contacts are not in it. It is
/// nothing if the bytes make no sense.
[[nodiscard]] std::optional<ContactsFrame> decode_contacts(std::span<const std::byte> bytes, std::int32_t vertices,
                                                           double length_unit);

}  // namespace muslin
