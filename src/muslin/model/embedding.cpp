#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/option.hpp>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/geometry/closest_points.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/model/body.hpp>

namespace muslin {
namespace {

/// Returns the squared distance of a point to the triangles, or infinity if none is within `limit`, also squared.
double squared_distance(const Vec3& p, const Mesh& mesh, const std::vector<TriangleId>& triangles, double limit) {
  double nearest = limit;
  for (const TriangleId t : triangles) {
    const Triangle& triangle = mesh.triangles[t.index()];
    const Vec3 &a = mesh.positions[triangle[0].index()], &b = mesh.positions[triangle[1].index()],
               &c = mesh.positions[triangle[2].index()];
    const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    if ((p - p.cwiseMax(low).cwiseMin(high)).squaredNorm() > nearest) continue;
    nearest = std::min(nearest, closest_point_on_triangle(p, a, b, c).squared_distance);
  }
  return nearest < limit ? nearest : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<EmbeddedObject> split_into_objects(const Mesh& mesh) {
  DisjointSets sets(mesh.positions.size());
  const Topology topology = make_topology(mesh);
  for (const Segment& edge : topology.edges) sets.join(edge[0].index(), edge[1].index());
  std::vector<EmbeddedObject> objects;
  std::vector<std::size_t> object_of(sets.size());
  for (std::size_t v = 0; v < sets.size(); ++v) {
    const std::size_t first = sets.find(v);
    if (first == v) objects.emplace_back();
    object_of[v] = first == v ? objects.size() - 1 : object_of[first];
    objects[object_of[v]].vertices.emplace_back(v);
  }
  return objects;
}

std::vector<VertexId> find_footprint(const EmbeddedObject& object, const Mesh& mesh, const Mesh& host, double reach) {
  std::vector<TriangleId> triangles;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (std::binary_search(object.vertices.begin(), object.vertices.end(), mesh.triangles[t][0]))
      triangles.emplace_back(t);
  const auto largest = std::numeric_limits<double>::max();
  const double limit = reach > 0.0 ? std::nextafter(reach * reach, largest) : largest;
  std::vector<double> squared(host.positions.size());
  double nearest = largest;
  for (std::size_t v = 0; v < squared.size(); ++v) {
    // Larger distances do not matter, so they need not be computed.
    const double counts = reach > 0.0 || nearest == largest
                              ? limit
                              : tolerance::kFootprintReachRatio * tolerance::kFootprintReachRatio * nearest;
    squared[v] = squared_distance(host.positions[v], mesh, triangles, std::nextafter(counts, largest));
    nearest = std::min(nearest, squared[v]);
  }
  const double most =
      reach > 0.0 ? reach * reach : tolerance::kFootprintReachRatio * tolerance::kFootprintReachRatio * nearest;
  std::vector<VertexId> footprint;
  for (std::size_t v = 0; v < squared.size(); ++v)
    if (squared[v] <= most) footprint.emplace_back(v);
  return footprint;
}

void describe(Description<Embedding>& options) {
  options.number("mass", &Embedding::mass, quantity::kMass)
      .above(0)
      .to(1e6)
      .about("Mass of each object, spread over its surface.");
}

}  // namespace muslin
