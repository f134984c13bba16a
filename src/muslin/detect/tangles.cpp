#include <algorithm>
#include <limits>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/detect/tangles.hpp>

namespace muslin {

std::span<const VertexId> TangleMesh::vertices(const AuditElement& element) const {
  const auto index = static_cast<std::size_t>(element.index);
  if (element.kind == AuditElement::Kind::triangle) return triangles[index];
  return segments[index];
}

std::int32_t TangleMesh::body(const AuditElement& element) const {
  const auto index = static_cast<std::size_t>(element.index);
  return element.kind == AuditElement::Kind::triangle ? triangle_body[index] : segment_body[index];
}

std::vector<IntersectingPair> find_intersections(const TangleMesh& mesh, std::span<const Vec3> position) {
  return audit({.positions = position,
                .triangles = mesh.triangles,
                .segments = mesh.segments,
                .triangle_body = mesh.triangle_body,
                .segment_body = mesh.segment_body,
                .body_is_obstacle = mesh.is_obstacle},
               {.max_listed = std::numeric_limits<std::size_t>::max() / 4})
      .first;
}

std::vector<std::int32_t> label_tangles(const TangleMesh& mesh, std::span<const IntersectingPair> pairs, int rings) {
  if (pairs.empty()) return {};
  DisjointSets sets(mesh.vertex_count);
  std::vector<std::uint8_t> is_in(mesh.vertex_count, 0);
  const auto join_all = [&](std::span<const VertexId> a, VertexId with) {
    for (const VertexId v : a) {
      is_in[v.index()] = 1;
      sets.join(v.index(), with.index());
    }
  };
  for (const IntersectingPair& pair : pairs) {
    const std::span<const VertexId> a = mesh.vertices(pair.a), b = mesh.vertices(pair.b);
    join_all(a, a[0]);
    join_all(b, a[0]);
  }
  for (int ring = 0; ring < rings; ++ring) {
    const std::vector<std::uint8_t> before = is_in;
    const auto grow = [&](const auto& elements) {
      for (const auto& element : elements) {
        const auto seed =
            std::find_if(element.begin(), element.end(), [&](VertexId v) { return before[v.index()] != 0; });
        if (seed != element.end()) join_all(element, *seed);
      }
    };
    grow(mesh.triangles);
    grow(mesh.segments);
  }
  std::vector<std::int32_t> label(mesh.vertex_count, -1), number(mesh.vertex_count, -1);
  std::int32_t count = 0;
  for (std::size_t v = 0; v < mesh.vertex_count; ++v) {
    if (is_in[v] == 0) continue;
    std::int32_t& of_set = number[sets.find(v)];
    if (of_set < 0) of_set = count++;
    label[v] = of_set;
  }
  return label;
}

void release_separated(const TangleMesh& mesh, std::span<const Vec3> position, std::vector<std::int32_t>& label) {
  if (label.empty()) return;
  const auto is_within = [&](const auto& element) {
    const std::int32_t tangle = label[element[0].index()];
    return tangle >= 0 &&
           std::all_of(element.begin(), element.end(), [&](VertexId v) { return label[v.index()] == tangle; });
  };
  TangleMesh part;
  part.is_obstacle = mesh.is_obstacle;
  part.vertex_count = mesh.vertex_count;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!is_within(mesh.triangles[t])) continue;
    part.triangles.push_back(mesh.triangles[t]);
    part.triangle_body.push_back(mesh.triangle_body[t]);
  }
  for (std::size_t s = 0; s < mesh.segments.size(); ++s) {
    if (!is_within(mesh.segments[s])) continue;
    part.segments.push_back(mesh.segments[s]);
    part.segment_body.push_back(mesh.segment_body[s]);
  }
  std::vector<std::uint8_t> is_left(label.size(), 0);
  const auto mark = [&](std::span<const Vec3> x) {
    for (const IntersectingPair& pair : find_intersections(part, x)) {
      // Each element of the part is within one tangle.
      const std::int32_t tangle = label[part.vertices(pair.a)[0].index()];
      if (tangle == label[part.vertices(pair.b)[0].index()]) is_left[static_cast<std::size_t>(tangle)] = 1;
    }
  };
  mark(position);
  mark(rounded_to_float(position));
  bool is_any_left = false;
  for (std::int32_t& tangle : label) {
    if (tangle >= 0 && is_left[static_cast<std::size_t>(tangle)] == 0) tangle = -1;
    is_any_left |= tangle >= 0;
  }
  if (!is_any_left) label.clear();
}

}  // namespace muslin
