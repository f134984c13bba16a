#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <muslin/core/nearest_name.hpp>
#include <utility>
#include <vector>

namespace muslin {
namespace {
constexpr std::size_t kMaxNameLength = 64;

bool same(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}
}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  // Three rows of the table of distances between prefixes of both words: the one before last, the last and the current
  // one.
  std::vector<std::size_t> earlier(other.size() + 1), last(other.size() + 1), row(other.size() + 1);
  for (std::size_t j = 0; j <= other.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const std::size_t change = same(one[i - 1], other[j - 1]) ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && same(one[i - 1], other[j - 2]) && same(one[i - 2], other[j - 1]);
      if (swapped) row[j] = std::min(row[j], earlier[j - 2] + 1);
    }
    std::swap(earlier, last);
    std::swap(last, row);
  }
  return last[other.size()];
}

std::string nearest_name(std::string_view wrong, std::span<const std::string> names) {
  if (wrong.size() > kMaxNameLength) return {};
  std::string nearest;
  std::size_t min_distance = std::max<std::size_t>(1, wrong.size() / 3) + 1;
  for (const std::string& name : names) {
    if (name.size() > kMaxNameLength) continue;
    const std::size_t distance = edit_distance(wrong, name);
    if (distance < min_distance) {
      min_distance = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string suggest(std::string_view wrong, std::span<const std::string> names) {
  const std::string nearest = nearest_name(wrong, names);
  const std::string known = names.empty() ? "there are none" : fmt::format("known: {}", fmt::join(names, ", "));
  return nearest.empty() ? known : fmt::format("did you mean \"{}\"? {}", nearest, known);
}

}  // namespace muslin
