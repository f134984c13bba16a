#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <string>
#include <string_view>

namespace muslin {

/// The Error of a call of the operating system that failed with `error_number` (errno). A full or broken disk is of
/// kind disk; everything else (missing, forbidden, a folder) is of kind unreadable_file.
[[nodiscard]] Error system_error(const std::filesystem::path& path, std::string_view action, int error_number);

/// Text from a file, fit to stand in a message: shortened, bytes that do not print shown as \x1b.
[[nodiscard]] std::string printable(std::string_view text);
/// The same in quotes.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace muslin
