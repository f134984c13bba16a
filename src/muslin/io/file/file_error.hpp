#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <string>
#include <string_view>

namespace muslin {

/// Makes the Error of a system call that failed with `error_number` (errno). A full or broken disk gives kind disk; any
/// other cause (missing file, missing permission, a folder) gives kind unreadable_file.
[[nodiscard]] Error system_error(const std::filesystem::path& path, std::string_view action, int error_number);

/// Makes text from a file fit for a message: shortens it and shows unprintable bytes as escapes such as \x1b.
[[nodiscard]] std::string printable(std::string_view text);
/// Does the same and adds quotes.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace muslin
