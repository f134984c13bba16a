#include <algorithm>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/detect/outranked_release.hpp>

namespace muslin {

std::vector<std::int32_t> release_outranked(const TangleMesh& mesh, std::span<const Vec3> position,
                                            const Exemptions& exemptions) {
  std::vector<std::int32_t> result = exemptions.min_priority;
  const auto ignores = [&](VertexId v) { return result[v.index()] != Exemptions::kNoPriority; };
  // The elements of cloth that ignore an obstacle, and all obstacles.
  TangleMesh part;
  part.is_obstacle = mesh.is_obstacle;
  part.vertex_count = mesh.vertex_count;
  DisjointSets sets(mesh.vertex_count);
  const auto take = [&](const auto& elements, std::span<const std::int32_t> body, auto& kept,
                        std::vector<std::int32_t>& kept_body) {
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const auto first = std::find_if(elements[e].begin(), elements[e].end(), ignores);
      const bool is_obstacle = mesh.is_obstacle[static_cast<std::size_t>(body[e])] != 0;
      if (first == elements[e].end() && !is_obstacle) continue;
      kept.push_back(elements[e]);
      kept_body.push_back(body[e]);
      if (is_obstacle) continue;
      for (const VertexId v : elements[e])
        if (ignores(v)) sets.join(first->index(), v.index());
    }
  };
  take(mesh.triangles, mesh.triangle_body, part.triangles, part.triangle_body);
  take(mesh.segments, mesh.segment_body, part.segments, part.segment_body);

  std::vector<std::uint8_t> is_held(mesh.vertex_count, 0);  // of sets
  const auto mark = [&](std::span<const Vec3> x) {
    for (const IntersectingPair& pair : find_intersections(part, x)) {
      if (!exemptions.has_outranked(part.vertices(pair.a), part.vertices(pair.b))) continue;
      for (const AuditElement& element : {pair.a, pair.b})
        for (const VertexId v : part.vertices(element))
          if (ignores(v)) is_held[sets.find(v.index())] = 1;
    }
  };
  mark(position);
  mark(rounded_to_float(position));
  bool is_any_left = false;
  for (std::size_t v = 0; v < result.size(); ++v) {
    if (is_held[sets.find(v)] == 0) result[v] = Exemptions::kNoPriority;
    is_any_left |= result[v] != Exemptions::kNoPriority;
  }
  if (!is_any_left) result.clear();
  return result;
}

}  // namespace muslin
