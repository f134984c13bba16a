#pragma once
#include <filesystem>
#include <muslin/io/run/contacts_file.hpp>
#include <muslin/sim/run_frames.hpp>
#include <muslin/sim/scripts.hpp>
#include <optional>

namespace muslin {

/// Writes the contacts of each frame into a contacts file, and where scripted vertices that lag should be.
class ContactsSink final : public FrameSink {
 public:
  /// Makes a sink for a file. It is not opened before begin().
  explicit ContactsSink(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] Status begin(const RunStart& start) override;
  [[nodiscard]] Status append(const RunFrame& frame) override;

 private:
  [[nodiscard]] Result<std::vector<VertexPlace>> find_as_given(const RunFrame& frame);

  std::filesystem::path path_;
  std::optional<ContactsWriter> file_;
  std::optional<Scripts> scripts_;
};

}  // namespace muslin
