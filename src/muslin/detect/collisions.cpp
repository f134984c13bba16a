#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/detect/time_of_impact.hpp>

namespace muslin {
namespace {

/// Returns positions relative to vertex 3. The differences are interpolated instead of the positions, so the gap loses
/// no digits to the location of the pair or to a motion that all four vertices share.
std::array<Vec3, 4> relative_positions(const StencilMotion& motion, double time) {
  std::array<Vec3, 4> x;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 start = motion.start[i] - motion.start[3], end = motion.end[i] - motion.end[3];
    x[i] = start + time * (end - start);
  }
  return x;
}

}  // namespace

Contact contact_in_motion(StencilKind kind, const std::array<VertexId, 4>& vertex, const StencilMotion& motion,
                          double time) {
  return make_contact(kind, vertex, relative_positions(motion, time), time);
}

bool is_earlier(const Contact& a, const Contact& b) {
  if (a.time != b.time) return a.time < b.time;
  return compare_stencils(a, b) < 0;
}

void find_collisions(const BroadPhase& broad_phase, const CollisionQuery& query, Collisions& out) {
  const std::size_t vertices = broad_phase.mesh().vertex_count;
  MUSLIN_ASSERT(query.start.size() == vertices && query.end.size() == vertices);
  MUSLIN_ASSERT(!query.separation || *query.separation >= 0);

  // A NaN coordinate is unequal to itself, so its vertex counts as moving, is tested, and is found in contact.
  out.moves.resize(vertices);
  out.separation.resize(vertices);
  parallel_for(vertices, kVerticesPerChunk, [&](std::size_t v) {
    out.moves[v] = static_cast<std::uint8_t>(query.start[v] != query.end[v]);
    out.separation[v] = query.separation ? *query.separation : file_separation(query.start[v], query.end[v]);
  });

  const auto test = [&](StencilKind kind, const detail::StencilVertices& vertex, auto& part) {
    if (!detail::any_marked(out.moves, vertex)) return;
    ++part.tested;
    const StencilMotion motion{detail::gather(query.start, vertex), detail::gather(query.end, vertex)};
    const auto s = detail::gather<double>(out.separation, vertex);
    const double separation = std::max({s[0], s[1], s[2], s[3]});
    const auto time =
        query.separation ? time_of_impact(kind, motion, separation) : step_contact_time(kind, motion, separation);
    if (time) part.found.push_back(contact_in_motion(kind, vertex, motion, *time));
  };
  out.counts = detail::search_broad_phase(broad_phase, test, out.memory);

  out.contacts.clear();
  for (const auto& part : out.memory.parts)
    out.contacts.insert(out.contacts.end(), part.found.begin(), part.found.end());
  std::sort(out.contacts.begin(), out.contacts.end(), is_earlier);
}

}  // namespace muslin
