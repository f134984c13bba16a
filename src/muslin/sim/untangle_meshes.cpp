#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/stopwatch.hpp>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/geometry/box.hpp>
#include <muslin/geometry/redundant_triangles.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/untangle.hpp>
#include <muslin/sim/untangle_meshes.hpp>
#include <utility>

namespace muslin {
namespace {

std::span<const Vec3> positions_of(const MeshToUntangle& mesh) {
  return mesh.positions.empty() ? std::span<const Vec3>(mesh.mesh.positions) : std::span<const Vec3>(mesh.positions);
}

/// Returns the mean length of the sides of all elements [m]; 0 if there are none.
double mean_edge_length(const Mesh& mesh, std::span<const Vec3> positions) {
  double sum = 0.0, count = 0.0;
  const auto add = [&](VertexId a, VertexId b) {
    sum += (positions[a.index()] - positions[b.index()]).norm();
    count += 1.0;
  };
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) add(t[k], t[(k + 1) % 3]);
  for (const auto& [a, b] : mesh.segments) add(a, b);
  return count > 0.0 ? sum / count : 0.0;
}

/// Returns the smallest mean edge length of the cloth [m], or 1 if there is no cloth.
double finest_edge_length(std::span<const MeshToUntangle> meshes) {
  double finest = std::numeric_limits<double>::infinity();
  for (const MeshToUntangle& mesh : meshes)
    if (const double length = mean_edge_length(mesh.mesh, positions_of(mesh)); !mesh.is_obstacle && length > 0.0)
      finest = std::min(finest, length);
  return std::isfinite(finest) ? finest : 1.0;
}

/// Returns the power of two by which coordinates are multiplied, so that the fabric, whose values are in SI units, acts
/// on cloth of a usual size also if the meshes are in centimetres or inches. It is 1 for meshes in metres. A power of
/// two changes no digit of a coordinate, and so no intersection.
double unit_factor(double edge_length) {
  if (edge_length >= tolerance::kUntangleFinestEdge && edge_length <= tolerance::kUntangleCoarsestEdge) return 1.0;
  return std::exp2(std::round(std::log2(0.01 / edge_length)));
}

/// Where the meshes are.
struct MeshPlace {
  bool floats_matter = true;   ///< whether floats tell their vertices from each other
  Vec3 origin = Vec3::Zero();  ///< point near which they are untangled [m]; the origin, if floats matter
};

MeshPlace place_of(std::span<const Vec3> positions, double edge_length) {
  Box box;
  for (const Vec3& x : positions) box.include(x);
  const double farthest = std::max(box.upper.maxCoeff(), -box.lower.minCoeff());
  if (farthest * std::numeric_limits<float>::epsilon() <= tolerance::kUntangleFloatShare * edge_length) return {};
  return {.floats_matter = false, .origin = box.centre()};
}

Status check(const MeshToUntangle& mesh) {
  const Mesh& elements = mesh.mesh;
  const auto wrong = [&](std::string what, std::string remedy) {
    return Error{Error::Kind::unreadable_file, mesh.name, std::move(what), std::move(remedy)};
  };
  if (elements.triangles.empty() && elements.segments.empty())
    return wrong("the mesh has no triangles and no segments", "export its faces as well");
  if (!mesh.is_obstacle && !elements.triangles.empty() && !elements.segments.empty())
    return wrong("the mesh has loose segments beside its triangles", "remove them, or put them into a separate mesh");
  const std::span<const Vec3> positions = positions_of(mesh);
  if (positions.size() != elements.positions.size())
    return wrong(fmt::format("{} positions were given for {} vertices", positions.size(), elements.positions.size()),
                 "");
  for (std::size_t v = 0; v < positions.size(); ++v)
    if (!positions[v].allFinite() || !elements.positions[v].allFinite())
      return wrong(fmt::format("the position of vertex {} is not finite", v), "repair or export the mesh again");
  return Done{};
}

/// All meshes in one index space, for the audit.
class MeshAudit {
 public:
  explicit MeshAudit(std::span<const MeshToUntangle> meshes) : meshes_(meshes) {
    for (const MeshToUntangle& mesh : meshes) {
      const auto first = static_cast<std::int32_t>(vertex_count_);
      const auto body = static_cast<std::int32_t>(is_obstacle_.size());
      const auto moved = [first](VertexId v) { return VertexId(v.value + first); };
      first_triangle_.push_back(static_cast<std::int32_t>(triangles_.size()));
      first_segment_.push_back(static_cast<std::int32_t>(segments_.size()));
      for (const auto& [a, b, c] : mesh.mesh.triangles) triangles_.push_back({moved(a), moved(b), moved(c)});
      for (const auto& [a, b] : mesh.mesh.segments) segments_.push_back({moved(a), moved(b)});
      triangle_body_.resize(triangles_.size(), body);
      segment_body_.resize(segments_.size(), body);
      is_obstacle_.push_back(mesh.is_obstacle ? 1 : 0);
      vertex_count_ += mesh.mesh.positions.size();
    }
  }

  /// Returns all intersecting pairs of the positions or, if there are none and floats matter, of the positions rounded
  /// to float.
  [[nodiscard]] std::vector<IntersectingPair> find(std::span<const Vec3> positions, bool floats_matter) const {
    std::vector<IntersectingPair> pairs = find_exactly(positions);
    return pairs.empty() && floats_matter ? find_exactly(rounded_to_float(positions)) : pairs;
  }

  [[nodiscard]] AuditedPair name(const IntersectingPair& pair) const {
    return {name(pair.a), name(pair.b), pair.place};
  }
  [[nodiscard]] std::size_t body(const AuditElement& element) const {
    const auto index = static_cast<std::size_t>(element.index);
    return static_cast<std::size_t>(element.kind == AuditElement::Kind::triangle ? triangle_body_[index]
                                                                                 : segment_body_[index]);
  }

 private:
  [[nodiscard]] std::vector<IntersectingPair> find_exactly(std::span<const Vec3> positions) const {
    return audit({.positions = positions,
                  .triangles = triangles_,
                  .segments = segments_,
                  .triangle_body = triangle_body_,
                  .segment_body = segment_body_,
                  .body_is_obstacle = is_obstacle_},
                 {.max_listed = std::numeric_limits<std::size_t>::max()})
        .first;
  }
  [[nodiscard]] AuditedElement name(const AuditElement& element) const {
    const std::size_t b = body(element);
    const bool is_triangle = element.kind == AuditElement::Kind::triangle;
    return {meshes_[b].name, element.kind, element.index - (is_triangle ? first_triangle_[b] : first_segment_[b])};
  }

  std::span<const MeshToUntangle> meshes_;
  std::vector<Triangle> triangles_;
  std::vector<Segment> segments_;
  std::vector<std::int32_t> triangle_body_, segment_body_;
  std::vector<std::int32_t> first_triangle_, first_segment_;  ///< per mesh
  std::vector<std::uint8_t> is_obstacle_;
  std::size_t vertex_count_ = 0;
};

/// Makes the scene whose start is untangled. Only its state has the present positions: the mesh of cloth is its rest
/// shape.
Scene make_scene(std::span<const MeshToUntangle> meshes, const Vec3& origin, double factor, double thickness) {
  Scene scene;
  for (const MeshToUntangle& mesh : meshes) {
    SceneBody& item = scene.bodies.emplace_back();
    Body& body = item.body;
    body.name = mesh.name;
    body.kind = mesh.is_obstacle ? BodyKind::obstacle : mesh.mesh.triangles.empty() ? BodyKind::cable : BodyKind::cloth;
    body.mesh.positions = mesh.mesh.positions;
    body.mesh.triangles = mesh.mesh.triangles;
    body.mesh.segments = mesh.mesh.segments;
    const std::span<const Vec3> present = positions_of(mesh);
    const double stretch = mean_edge_length(mesh.mesh, present) / mean_edge_length(mesh.mesh, mesh.mesh.positions);
    const bool is_of_other_scale =
        !(stretch >= 1.0 / tolerance::kUntangleRestScale && stretch <= tolerance::kUntangleRestScale);
    if (mesh.is_obstacle || is_of_other_scale) body.mesh.positions.assign(present.begin(), present.end());
    // A face that covers another one cannot be separated from it, and cannot be simulated.
    if (!mesh.is_obstacle) remove_redundant_triangles(body.mesh);
    for (Vec3& x : body.mesh.positions) x = factor * (x - origin);
    body.fabric = find_fabric("cotton")->fabric;
    body.fabric.thickness = body.cable.thickness = factor * thickness;
    if (!mesh.is_obstacle) continue;
    Script& script = item.scripts.emplace_back();
    for (std::size_t v = 0; v < present.size(); ++v) script.vertices.emplace_back(v);
  }
  return scene;
}

/// Returns the positions of all meshes one after the other.
std::vector<Vec3> all_positions(std::span<const MeshToUntangle> meshes) {
  std::vector<Vec3> all;
  for (const MeshToUntangle& mesh : meshes) {
    const std::span<const Vec3> positions = positions_of(mesh);
    all.insert(all.end(), positions.begin(), positions.end());
  }
  return all;
}

/// Returns the untangled positions of all meshes, as they will be stored.
Result<std::vector<Vec3>> separate(std::span<const MeshToUntangle> meshes, std::span<const Vec3> start,
                                   const Vec3& origin, double thickness) {
  const double factor = unit_factor(finest_edge_length(meshes));
  const Scene scene = make_scene(meshes, origin, factor, thickness);
  const auto simulator = Simulator::create(scene, {.audit_start = false});
  if (!simulator) return simulator.error();
  State state = simulator->state();
  for (std::size_t v = 0; v < start.size(); ++v) state.position[v] = factor * (start[v] - origin);
  const auto report = untangle(scene, state);
  if (!report) return report.error();
  std::vector<Vec3> moved = state.position;
  for (Vec3& x : moved) x = x / factor + origin;
  const std::vector<Vec3> rounded = rounded_to_float(moved);
  std::vector<Vec3> result(start.begin(), start.end());
  std::size_t v = 0;
  for (const MeshToUntangle& mesh : meshes)
    for (std::size_t i = 0; i < mesh.mesh.positions.size(); ++i, ++v)
      if (!mesh.is_obstacle && state.position[v] != factor * (start[v] - origin))
        result[v] = mesh.stores_floats ? rounded[v] : moved[v];
  return result;
}

}  // namespace

double default_thickness(std::span<const MeshToUntangle> meshes) {
  return tolerance::kUntangleThicknessShare * finest_edge_length(meshes);
}

Result<UntangledMeshes> untangle_meshes(std::span<const MeshToUntangle> meshes, const UntangleMeshesOptions& options) {
  const Stopwatch watch;
  for (const MeshToUntangle& mesh : meshes)
    if (const Status status = check(mesh); !status) return status.error();
  UntangledMeshes result;
  result.meshes.resize(meshes.size());
  const MeshAudit auditor(meshes);
  const auto count = [&](std::span<const IntersectingPair> pairs, std::size_t UntangledMesh::*counter) {
    for (const IntersectingPair& pair : pairs) {
      const std::size_t a = auditor.body(pair.a), b = auditor.body(pair.b);
      ++(result.meshes[a].*counter);
      if (b != a) ++(result.meshes[b].*counter);
    }
    return pairs.size();
  };

  const std::vector<Vec3> start = all_positions(meshes);
  std::vector<Vec3> end = start;
  const MeshPlace place = place_of(start, finest_edge_length(meshes));
  const std::vector<IntersectingPair> before = auditor.find(start, place.floats_matter);
  std::vector<IntersectingPair> after;
  if (!before.empty()) {
    auto separated = separate(meshes, start, place.origin, options.thickness.value_or(default_thickness(meshes)));
    if (!separated) return separated.error();
    end = std::move(*separated);
    after = auditor.find(end, place.floats_matter);
    if (after.size() > before.size()) {  // rounding to the floats of a file may do this, and nothing else
      end = start;
      after = before;
    }
  }
  result.pairs_before = count(before, &UntangledMesh::pairs_before);
  result.pairs_after = count(after, &UntangledMesh::pairs_after);
  for (std::size_t i = 0; i < std::min(after.size(), options.max_listed); ++i)
    result.left.push_back(auditor.name(after[i]));

  auto begin = end.begin();
  for (std::size_t m = 0, v = 0; m < meshes.size(); ++m) {
    UntangledMesh& mesh = result.meshes[m];
    const auto size = static_cast<std::ptrdiff_t>(meshes[m].mesh.positions.size());
    mesh.positions.assign(begin, begin + size);
    begin += size;
    for (const Vec3& x : mesh.positions) {
      const Vec3& was = start[v++];
      if (x == was) continue;
      ++mesh.moved_vertices;
      mesh.max_displacement = std::max(mesh.max_displacement, (x - was).norm());
    }
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace muslin
