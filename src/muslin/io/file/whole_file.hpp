#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <string>
#include <string_view>

namespace muslin {

/// Reads all bytes of a file.
[[nodiscard]] Result<std::string> read_whole_file(const std::filesystem::path& path);
/// Replaces the content of the file by `bytes` in one step (see OutputFile).
[[nodiscard]] Status write_whole_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace muslin
