#pragma once
#include <span>
#include <string>
#include <string_view>

namespace muslin {

/// Returns the smallest number of insertions, deletions, changes and swaps of neighbours that transform one word into
/// the other. Upper and lower case count as equal.
[[nodiscard]] std::size_t edit_distance(std::string_view one, std::string_view other);

/// Returns the name that was probably meant, or an empty string if none is near enough.
[[nodiscard]] std::string nearest_name(std::string_view wrong, std::span<const std::string> names);

/// Returns a hint for a message: `did you mean "cotton"? known: cotton, silk`.
[[nodiscard]] std::string suggest(std::string_view wrong, std::span<const std::string> names);

}  // namespace muslin
