#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/mesh_check.hpp>
#include <muslin/geometry/predicates.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/geometry/topology.hpp>
#include <numeric>

namespace muslin {
namespace {

constexpr std::size_t kListed = 5;

void note(Finding& finding, std::size_t index) {
  ++finding.count;
  if (finding.first.size() < kListed) finding.first.push_back(static_cast<std::int32_t>(index));
}

/// Records every element whose key equals that of an earlier element. `less` orders keys.
template <class Less>
void note_repeats(Finding& finding, std::vector<std::size_t> elements, const Less& less) {
  std::sort(elements.begin(), elements.end(), [&](std::size_t a, std::size_t b) {
    if (less(a, b)) return true;
    return !less(b, a) && a < b;
  });
  std::vector<std::size_t> repeats;
  for (std::size_t i = 1; i < elements.size(); ++i)
    if (!less(elements[i - 1], elements[i])) repeats.push_back(elements[i]);
  std::sort(repeats.begin(), repeats.end());
  for (const std::size_t element : repeats) note(finding, element);
}

void check_vertices(const Mesh& mesh, const Topology& topology, MeshCheck& check) {
  std::vector<std::size_t> finite;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Vec3& x = mesh.positions[v];
    if (topology.is_isolated(VertexId(v)) && topology.vertex_triangles[v].empty()) note(check.isolated_vertices, v);
    if (!x.allFinite()) {
      note(check.non_finite_vertices, v);
      continue;
    }
    if (finite.empty()) check.box_low = check.box_high = x;
    check.box_low = check.box_low.cwiseMin(x);
    check.box_high = check.box_high.cwiseMax(x);
    finite.push_back(v);
  }
  note_repeats(check.duplicate_vertices, std::move(finite), [&](std::size_t a, std::size_t b) {
    const Vec3 &x = mesh.positions[a], &y = mesh.positions[b];
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  });
}

/// Returns whether the triangle traverses the edge from its lower to its higher vertex.
bool runs_upwards(const Triangle& triangle, const Segment& edge) {
  for (std::size_t k = 0; k < 3; ++k)
    if (triangle[k] == edge[0] && triangle[(k + 1) % 3] == edge[1]) return true;
  return false;
}

void check_triangles(const Mesh& mesh, const Topology& topology, MeshCheck& check) {
  const auto is_finite = [&](VertexId v) { return mesh.positions[v.index()].allFinite(); };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    if (!is_finite(a) || !is_finite(b) || !is_finite(c)) continue;
    if (are_collinear(mesh.positions[a.index()], mesh.positions[b.index()], mesh.positions[c.index()]))
      note(check.degenerate_triangles, t);
  }

  std::vector<Triangle> sorted = mesh.triangles;
  for (Triangle& corners : sorted) std::sort(corners.begin(), corners.end());
  std::vector<std::size_t> all(sorted.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  note_repeats(check.duplicate_triangles, std::move(all),
               [&](std::size_t a, std::size_t b) { return sorted[a] < sorted[b]; });

  std::vector<std::size_t> inverted;
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const auto triangles = topology.edge_triangles[e];
    if (triangles.size() > 2) note(check.non_manifold_edges, topology.edges[e][0].index());
    if (triangles.size() != 2) continue;
    const Triangle &one = mesh.triangles[triangles[0].index()], &other = mesh.triangles[triangles[1].index()];
    if (sorted[triangles[0].index()] == sorted[triangles[1].index()]) continue;  // duplicates are reported elsewhere
    if (runs_upwards(one, topology.edges[e]) == runs_upwards(other, topology.edges[e]))
      inverted.push_back(triangles[1].index());
  }
  std::sort(inverted.begin(), inverted.end());
  inverted.erase(std::unique(inverted.begin(), inverted.end()), inverted.end());
  for (const std::size_t t : inverted) note(check.inverted_triangles, t);
}

void measure_edges(const Mesh& mesh, const Topology& topology, MeshCheck& check) {
  for (const auto& [a, b] : topology.edges) {
    const double length = (mesh.positions[a.index()] - mesh.positions[b.index()]).stableNorm();
    if (!(length > 0.0) || !std::isfinite(length)) continue;
    if (check.shortest_edge == 0.0 || length < check.shortest_edge) check.shortest_edge = length;
    check.longest_edge = std::max(check.longest_edge, length);
  }
}

/// The words for a defect.
struct DefectText {
  Finding MeshCheck::*finding;
  const char* singular;
  const char* plural;
  const char* remedy;
  bool is_simulated;  ///< changes what a simulation does
};
constexpr std::array kDefectTexts = {
    DefectText{&MeshCheck::non_finite_vertices, "vertex is not a finite number", "vertices are not finite numbers",
               "repair them in the program that exported the file", true},
    DefectText{&MeshCheck::isolated_vertices, "isolated vertex", "isolated vertices",
               "no element uses them, so they are not simulated and stay where they are placed or scripted", true},
    DefectText{&MeshCheck::duplicate_vertices, "vertex at the position of another",
               "vertices at the position of another", "merge them by distance unless the seam is meant to be open",
               false},
    DefectText{&MeshCheck::degenerate_triangles, "triangle without area", "triangles without area", "dissolve them",
               true},
    DefectText{&MeshCheck::duplicate_triangles, "duplicate triangle", "duplicate triangles", "remove the duplicates",
               true},
    DefectText{&MeshCheck::inverted_triangles, "triangle is oriented opposite to its neighbour",
               "triangles are oriented opposite to their neighbour", "recalculate the normals", false},
    DefectText{&MeshCheck::non_manifold_edges, "edge with more than two triangles, at vertex",
               "edges with more than two triangles, at vertices",
               "correct for a seam of three panels, otherwise separate them", true},
    DefectText{&MeshCheck::degenerate_segments, "segment without length", "segments without length", "remove them",
               true}};

}  // namespace

MeshCheck check_mesh(const Mesh& mesh) {
  const Topology topology = make_topology(mesh);
  MeshCheck check;
  check.has_elements = !mesh.triangles.empty() || !mesh.segments.empty();
  measure_edges(mesh, topology, check);
  check_vertices(mesh, topology, check);
  check_triangles(mesh, topology, check);
  for (std::size_t s = 0; s < mesh.segments.size(); ++s) {
    const auto& [a, b] = mesh.segments[s];
    if (mesh.positions[a.index()] == mesh.positions[b.index()]) note(check.degenerate_segments, s);
  }
  return check;
}

std::vector<std::string> mesh_warnings(const MeshCheck& check, MeshDefects which) {
  std::vector<std::string> warnings;
  for (const DefectText& text : kDefectTexts) {
    const Finding& finding = check.*text.finding;
    if (finding.count == 0 || (which == MeshDefects::simulated && !text.is_simulated)) continue;
    warnings.push_back(fmt::format("{} {} ({}{}); {}", finding.count, finding.count == 1 ? text.singular : text.plural,
                                   fmt::join(finding.first, ", "), finding.count > finding.first.size() ? ", ..." : "",
                                   text.remedy));
  }
  if (!check.has_elements) warnings.emplace_back("it has no triangles and no segments; export its faces as well");
  if (check.longest_edge > tolerance::kMaxEdgeRatio * check.shortest_edge)
    warnings.push_back(fmt::format(
        "its edges are from {:.3g} m to {:.3g} m long; remesh it, because cloth with such edges is stiff and slow",
        check.shortest_edge, check.longest_edge));
  if (which == MeshDefects::simulated) return warnings;
  const double farthest = std::max(check.box_high.maxCoeff(), -check.box_low.minCoeff());
  if (farthest > kMaxShapeLength)
    warnings.push_back(
        fmt::format("a coordinate is {:.3g} m, but no scene reaches farther than {:g} m from the origin; "
                    "check its unit, or look for damaged coordinates",
                    farthest, kMaxShapeLength));
  else if (const std::string unit = unit_warning(check.size()); !unit.empty())
    warnings.push_back(unit);
  return warnings;
}

std::string unit_warning(const Vec3& size) {
  const double largest = size.maxCoeff();
  if (largest > tolerance::kMaxPlausibleSize) {
    const bool millimetres = largest > 10 * tolerance::kMaxPlausibleSize;
    return fmt::format("it is {:.4g} m in size, which suggests {}; Muslin reads metres, so scale it by {}", largest,
                       millimetres ? "millimetres" : "centimetres", millimetres ? 0.001 : 0.01);
  }
  if (largest > 0 && largest < tolerance::kMinPlausibleSize)
    return fmt::format("it is {:.4g} m in size, smaller than a button; Muslin reads metres, so check its unit",
                       largest);
  return "";
}

}  // namespace muslin
