#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <muslin/sim/step_report.hpp>
#include <span>
#include <string>
#include <string_view>

namespace muslin {

/// The line of a step in stats.ndjson, with its end; described in docs/run-folder.md. Numbers read back to the last
/// bit; one that is not finite is written as null.
[[nodiscard]] std::string stats_line(const StepReport& step);

/// Reads the lines in their order. A last line without an end is left out: its run was killed, or goes on.
[[nodiscard]] Status read_stats(const std::filesystem::path& path, const std::function<void(const StepReport&)>& take);

/// Writes stats.ndjson, line after line, into its final place.
class StatsWriter {
 public:
  [[nodiscard]] static Result<StatsWriter> create(const std::filesystem::path& path);
  /// Goes on with a file whose lines of frames up to `last_frame` are kept, handed to `take`, and the others cut off.
  [[nodiscard]] static Result<StatsWriter> resume(const std::filesystem::path& path, std::int64_t last_frame,
                                                  const std::function<void(const StepReport&)>& take);

  [[nodiscard]] Status append(std::span<const StepReport> steps);

 private:
  StatsWriter(FileDescriptor file, std::filesystem::path path, std::int64_t size)
      : file_(std::move(file)), path_(std::move(path)), size_(size) {}

  FileDescriptor file_;
  std::filesystem::path path_;
  std::int64_t size_;  ///< bytes of whole frames; a frame that could not be written is overwritten by the next
};

}  // namespace muslin
