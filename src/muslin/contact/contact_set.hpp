#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The contacts that the detections of one step have found, each stencil once, with what has been done to it. Indices
/// are in the order of finding and stay as they are; the geometry of a stencil is that of the last time it was found.
/// Reuse one object: it keeps its memory. Spans last until the next call of clear() or add().
class ContactSet {
 public:
  /// What has been done to a contact in this step.
  struct History {
    double normal_impulse = 0.0;    ///< Σ λ [N·s], along the normals that it had
    double friction_impulse = 0.0;  ///< Σ of the sizes of frictional impulses [N·s]
    int times_found = 0;
  };

  void clear();
  /// Takes the contacts of a detection, which must not name a stencil twice. New ones get the indices from the former
  /// size() on, in the order given. Returns how many there were.
  std::size_t add(std::span<const Contact> found);

  [[nodiscard]] std::size_t size() const { return contacts_.size(); }
  [[nodiscard]] std::span<const Contact> contacts() const { return contacts_; }
  [[nodiscard]] std::span<History> history() { return history_; }
  [[nodiscard]] std::span<const History> history() const { return history_; }
  /// The index of each contact of the last add(), in the order given.
  [[nodiscard]] std::span<const std::uint32_t> last_found() const { return last_found_; }

 private:
  std::vector<Contact> contacts_;
  std::vector<History> history_;
  std::vector<std::uint32_t> by_stencil_;  ///< all indices, sorted by compare_stencils
  std::vector<std::uint32_t> last_found_;
};

}  // namespace muslin
