#include <muslin/core/disjoint_sets.hpp>
#include <muslin/dynamics/free_parts.hpp>

namespace muslin {

FreeParts find_free_parts(std::span<const VertexPair> pairs, std::span<const std::uint8_t> scripted) {
  DisjointSets sets(scripted.size());
  for (const VertexPair& pair : pairs) sets.join(pair[0].index(), pair[1].index());
  std::vector<std::uint8_t> has_scripted(scripted.size(), 0);
  for (std::size_t v = 0; v < scripted.size(); ++v)
    if (scripted[v] != 0) has_scripted[sets.find(v)] = 1;

  FreeParts parts;
  parts.part.assign(scripted.size(), -1);
  for (std::size_t v = 0; v < scripted.size(); ++v) {
    const std::size_t lowest = sets.find(v);
    if (has_scripted[lowest] != 0) continue;
    parts.part[v] = lowest == v ? static_cast<std::int32_t>(parts.count++) : parts.part[lowest];
  }
  return parts;
}

}  // namespace muslin
