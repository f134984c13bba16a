#include <muslin/dynamics/free_parts.hpp>
#include <numeric>

namespace muslin {
namespace {

/// Lowest vertex of the set that v is in; shortens the way for the next who asks.
std::size_t root_of(std::vector<std::int32_t>& parent, std::size_t v) {
  while (parent[v] != static_cast<std::int32_t>(v)) {
    parent[v] = parent[static_cast<std::size_t>(parent[v])];
    v = static_cast<std::size_t>(parent[v]);
  }
  return v;
}

}  // namespace

FreeParts find_free_parts(std::span<const VertexPair> pairs, std::span<const std::uint8_t> scripted) {
  std::vector<std::int32_t> parent(scripted.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const VertexPair& pair : pairs) {
    const std::size_t a = root_of(parent, pair[0].index());
    const std::size_t b = root_of(parent, pair[1].index());
    parent[std::max(a, b)] = static_cast<std::int32_t>(std::min(a, b));
  }
  std::vector<std::uint8_t> held(scripted.size(), 0);
  for (std::size_t v = 0; v < scripted.size(); ++v)
    if (scripted[v] != 0) held[root_of(parent, v)] = 1;

  FreeParts parts;
  parts.part.assign(scripted.size(), -1);
  for (std::size_t v = 0; v < scripted.size(); ++v) {
    const std::size_t root = root_of(parent, v);
    if (held[root] != 0) continue;
    parts.part[v] = root == v ? static_cast<std::int32_t>(parts.count++) : parts.part[root];
  }
  return parts;
}

}  // namespace muslin
