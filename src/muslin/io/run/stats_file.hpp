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

/// Returns the line of a step in stats.ndjson with its line end; docs/run-folder.md describes it. Numbers read back to
/// the last bit; a number that is not finite is written as null.
[[nodiscard]] std::string stats_line(const StepReport& step);

/// Reads the lines in order. A last line without a line end is omitted: its run was killed or is in progress.
[[nodiscard]] Status read_stats(const std::filesystem::path& path, const std::function<void(const StepReport&)>& take);

/// Writes stats.ndjson line by line, directly under its final name.
class StatsWriter {
 public:
  [[nodiscard]] static Result<StatsWriter> create(const std::filesystem::path& path);
  /// Continues a file. The lines of frames up to `last_frame` are kept and passed to `take`; the others are cut off.
  [[nodiscard]] static Result<StatsWriter> resume(const std::filesystem::path& path, std::int64_t last_frame,
                                                  const std::function<void(const StepReport&)>& take);

  [[nodiscard]] Status append(std::span<const StepReport> steps);

 private:
  StatsWriter(FileDescriptor file, std::filesystem::path path, std::int64_t size)
      : file_(std::move(file)), path_(std::move(path)), size_(size) {}

  FileDescriptor file_;
  std::filesystem::path path_;
  std::int64_t
      size_;  ///< size of the complete frames [B]; a frame that could not be written is overwritten by the next
};

}  // namespace muslin
