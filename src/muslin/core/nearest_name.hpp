#pragma once
#include <span>
#include <string>
#include <string_view>

namespace muslin {

/// Fewest insertions, deletions, changes and swaps of neighbours that turn one word into the other, letters of either
/// case being the same.
[[nodiscard]] std::size_t edit_distance(std::string_view one, std::string_view other);

/// The name that was probably meant; empty if none is near enough.
[[nodiscard]] std::string nearest_name(std::string_view wrong, std::span<const std::string> names);

/// `did you mean "cotton"? known: cotton, silk`
[[nodiscard]] std::string suggest(std::string_view wrong, std::span<const std::string> names);

}  // namespace muslin
