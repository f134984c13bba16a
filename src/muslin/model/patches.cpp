#include <muslin/model/patches.hpp>

namespace muslin {

std::vector<VertexId> inner_vertices(const Patch& patch) {
  std::vector<VertexId> inner;
  for (int row = 1; row < patch.side - 1; ++row)
    for (int column = 1; column < patch.side - 1; ++column)
      inner.push_back(patch.vertices[static_cast<std::size_t>(row * patch.side + column)]);
  return inner;
}

std::vector<std::array<VertexId, 2>> extra_pairs(const Patch& patch, const ExtraLengths& extra) {
  const int last = patch.side - 1;
  const auto at = [&](int row, int column) {
    return patch.vertices[static_cast<std::size_t>(row * patch.side + column)];
  };
  std::vector<std::array<VertexId, 2>> pairs;
  if (extra.sides) {
    pairs.push_back({at(0, 0), at(0, last)});
    pairs.push_back({at(last, 0), at(last, last)});
    pairs.push_back({at(0, 0), at(last, 0)});
    pairs.push_back({at(0, last), at(last, last)});
  }
  if (extra.diagonals) {
    pairs.push_back({at(0, 0), at(last, last)});
    pairs.push_back({at(0, last), at(last, 0)});
  }
  if (extra.middles) {
    pairs.push_back({at(0, last / 2), at(last, last / 2)});
    pairs.push_back({at(last / 2, 0), at(last / 2, last)});
  }
  if (extra.quarters) {
    pairs.push_back({at(0, last / 4), at(last, last / 4)});
    pairs.push_back({at(0, last - last / 4), at(last, last - last / 4)});
  }
  return pairs;
}

}  // namespace muslin
