#include <algorithm>
#include <cmath>
#include <numeric>
#include <tests/support/random.hpp>
#include <tests/support/sample_meshes.hpp>

namespace muslin::test {

Mesh folded_cloth(const FoldedClothOptions& options) {
  // Square as a flat sheet; the fold runs along its length.
  const int along = std::max(options.folds, static_cast<int>(std::lround(std::sqrt(options.triangles / 2.0))));
  const int across = std::max(1, options.triangles / 2 / along);
  const double h = options.edge_length, layer_length = along / options.folds * h;
  Mesh mesh;
  for (int i = 0; i <= along; ++i) {
    const int layer = std::min(options.folds - 1, static_cast<int>(i * h / layer_length));
    const double travelled = i * h - layer * layer_length;
    const double x = layer % 2 == 0 ? travelled : layer_length - travelled;
    for (int j = 0; j <= across; ++j) {
      const double wrinkle = options.wrinkle_height * std::sin(37.0 * i + 11.0 * j);
      mesh.positions.emplace_back(x, layer * options.layer_gap + wrinkle, j * h);
    }
  }
  const auto vertex = [&](int i, int j) { return VertexId(i * (across + 1) + j); };
  for (int i = 0; i < along; ++i) {
    for (int j = 0; j < across; ++j) {
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  }
  return mesh;
}

Mesh random_soup(std::uint64_t seed, int vertices, int triangles, int segments) {
  Random random(seed);
  Mesh mesh;
  for (int i = 0; i < vertices; ++i) mesh.positions.push_back(random.in_box(0.5));
  const auto vertex = [&] { return VertexId(random.integer(0, vertices - 1)); };
  for (int i = 0; i < triangles; ++i) mesh.triangles.push_back({vertex(), vertex(), vertex()});
  for (int i = 0; i < segments; ++i) mesh.segments.push_back({vertex(), vertex()});
  return mesh;
}

Mesh confetti(std::uint64_t seed, std::span<const std::size_t> order) {
  Random random(seed);
  const double size = 0.5 / std::cbrt(static_cast<double>(order.size()));
  std::vector<std::array<Vec3, 3>> at_place(order.size());
  for (auto& corners : at_place) {
    const Vec3 centre = random.in_box(0.5);
    for (Vec3& x : corners) x = centre + random.in_box(size);
  }
  Mesh mesh;
  for (const std::size_t place : order) {
    const std::size_t first = mesh.positions.size();
    mesh.positions.insert(mesh.positions.end(), at_place[place].begin(), at_place[place].end());
    mesh.triangles.push_back({VertexId(first), VertexId(first + 1), VertexId(first + 2)});
  }
  return mesh;
}

std::array<std::vector<std::size_t>, 3> confetti_orders(std::size_t size) {
  std::array<std::vector<std::size_t>, 3> orders;
  for (auto& order : orders) order.resize(size);
  auto& [in_place, two_swapped, mixed] = orders;
  std::iota(in_place.begin(), in_place.end(), 0U);
  two_swapped = in_place;
  for (const std::size_t i : {0U, 1U}) std::swap(two_swapped[i], two_swapped[i + size / 2]);
  for (std::size_t i = 0; i < size; ++i) mixed[i] = i * 997 % size;  // 997 is prime
  return orders;
}

}  // namespace muslin::test
