#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/io/file/file_descriptor.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace muslin::app {

/// A file of a run folder, open for reading.
struct RunFile {
  FileDescriptor descriptor;
  std::uint64_t size = 0;    ///< bytes when it was opened; it may grow
  std::string tag;           ///< differs whenever the content does, for the ETag of HTTP
  const char* content_type;  ///< for the Content-Type of HTTP
};

/// Opens a file of a run folder for a page that others might control. Only what a run writes for its readers is there:
/// `run.json`, `scene.json`, `stats.ndjson`, `audit.json`, `contacts.bin`, and the `.obj` and `.pc2` of bodies. A name
/// is that of a file in the folder itself; links are not followed, and only regular files are opened. Everything else
/// is nothing.
[[nodiscard]] std::optional<RunFile> open_run_file(const std::filesystem::path& folder, std::string_view name);

}  // namespace muslin::app
