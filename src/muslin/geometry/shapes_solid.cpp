#include <cmath>
#include <muslin/geometry/shape_checks.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/geometry/topology.hpp>
#include <numbers>
#include <unordered_map>

namespace muslin {
namespace {

/// Makes an icosahedron on the unit sphere: a vertex above, two rings of five that are rotated against each other by
/// half a step, and a vertex below.
Mesh icosahedron() {
  const double height = 1.0 / std::sqrt(5.0), radius = 2.0 * height;
  Mesh mesh;
  mesh.positions.emplace_back(0.0, 1.0, 0.0);
  for (const double side : {1.0, -1.0})
    for (int i = 0; i < 5; ++i) {
      const double angle = 0.4 * std::numbers::pi * (side > 0.0 ? i : i + 0.5);
      mesh.positions.emplace_back(radius * std::cos(angle), side * height, -radius * std::sin(angle));
    }
  mesh.positions.emplace_back(0.0, -1.0, 0.0);

  const VertexId top(0), bottom(11);
  for (int i = 0; i < 5; ++i) {
    const VertexId upper(1 + i), next_upper(1 + (i + 1) % 5), lower(6 + i), next_lower(6 + (i + 1) % 5);
    mesh.triangles.push_back({upper, next_upper, top});
    mesh.triangles.push_back({lower, next_upper, upper});
    mesh.triangles.push_back({lower, next_lower, next_upper});
    mesh.triangles.push_back({bottom, next_lower, lower});
  }
  return mesh;
}

/// Cuts each triangle into four. The new vertices are in the middle of the edges, moved out to the unit sphere.
Mesh subdivide_sphere(const Mesh& coarse) {
  const Topology topology = make_topology(coarse);
  Mesh fine;
  fine.positions = coarse.positions;
  fine.positions.reserve(coarse.positions.size() + topology.edges.size());
  for (const auto& [a, b] : topology.edges)
    fine.positions.emplace_back((coarse.positions[a.index()] + coarse.positions[b.index()]).normalized());
  fine.triangles.reserve(4 * coarse.triangles.size());
  const auto middle = [&](EdgeId edge) { return VertexId(coarse.positions.size() + edge.index()); };
  for (std::size_t t = 0; t < coarse.triangles.size(); ++t) {
    const auto& [a, b, c] = coarse.triangles[t];
    const auto& sides = topology.triangle_edges[t];
    const VertexId ab = middle(sides[0]), bc = middle(sides[1]), ca = middle(sides[2]);
    fine.triangles.push_back({a, ab, ca});
    fine.triangles.push_back({ab, b, bc});
    fine.triangles.push_back({ca, bc, c});
    fine.triangles.push_back({ab, bc, ca});
  }
  return fine;
}

/// Numbers the lattice points on the surface of a box as they are first met, so that faces share edges and corners.
class BoxVertices {
 public:
  BoxVertices(const BoxOptions& options, Mesh& mesh) : options_(options), mesh_(mesh) {}

  VertexId at(const std::array<int, 3>& place) {
    const std::int64_t key = (std::int64_t{place[0]} * (options_.divisions[1] + std::int64_t{1}) + place[1]) *
                                 (options_.divisions[2] + std::int64_t{1}) +
                             place[2];
    const auto [entry, is_new] = known_.try_emplace(key, VertexId(mesh_.positions.size()));
    if (is_new) {
      Vec3 position;
      for (std::size_t i = 0; i < 3; ++i)
        position[static_cast<Eigen::Index>(i)] = static_cast<double>(place[i]) / options_.divisions[i] - 0.5;
      mesh_.positions.emplace_back(position.cwiseProduct(options_.size));
    }
    return entry->second;
  }

 private:
  const BoxOptions& options_;
  Mesh& mesh_;
  std::unordered_map<std::int64_t, VertexId> known_;
};

}  // namespace

Result<Mesh> make_sphere(const SphereOptions& options) {
  detail::ShapeChecks checks("sphere");
  checks.options(options);
  checks.elements(20.0 * std::pow(4.0, options.subdivisions));
  if (checks.failed()) return checks.error();

  Mesh mesh = icosahedron();
  for (int i = 0; i < options.subdivisions; ++i) mesh = subdivide_sphere(mesh);
  for (Vec3& position : mesh.positions) position *= options.radius;
  return mesh;
}

Result<Mesh> make_box(const BoxOptions& options) {
  detail::ShapeChecks checks("box");
  checks.options(options);
  double squares = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    squares += 2.0 * options.divisions[axis] * options.divisions[(axis + 1) % 3];
  checks.elements(2.0 * squares);
  if (checks.failed()) return checks.error();

  Mesh mesh;
  BoxVertices vertices(options, mesh);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;  // u × v points along the axis
    for (const int level : {0, options.divisions[axis]})
      for (int i = 0; i < options.divisions[u]; ++i)
        for (int j = 0; j < options.divisions[v]; ++j) {
          const auto corner = [&](int du, int dv) {
            std::array<int, 3> place{};
            place[axis] = level, place[u] = i + du, place[v] = j + dv;
            return vertices.at(place);
          };
          const VertexId a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
          if (level > 0) {
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
          } else {
            mesh.triangles.push_back({a, c, b});
            mesh.triangles.push_back({a, d, c});
          }
        }
  }
  return mesh;
}

}  // namespace muslin
