#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <string>
#include <string_view>

namespace muslin {

/// All bytes of a file.
[[nodiscard]] Result<std::string> read_whole_file(const std::filesystem::path& path);
/// Puts `bytes` into the place of whatever the file held, at once (OutputFile).
[[nodiscard]] Status write_whole_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace muslin
