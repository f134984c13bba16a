#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/render/vertex_fields.hpp>

namespace muslin {

std::vector<double> vertex_stretch(const StretchInput& input) {
  MUSLIN_ASSERT(input.rest.size() == input.positions.size());
  std::vector<double> stretch(input.positions.size(), 0.0);
  const auto add_edge = [&](VertexId a, VertexId b) {
    const double rest = (input.rest[b.index()] - input.rest[a.index()]).norm();
    if (!(rest > 0.0)) return;
    const double value = (input.positions[b.index()] - input.positions[a.index()]).norm() / rest - 1.0;
    for (const VertexId v : {a, b}) stretch[v.index()] = std::max(stretch[v.index()], value);
  };
  for (const auto& [a, b, c] : input.triangles) {
    add_edge(a, b);
    add_edge(b, c);
    add_edge(c, a);
  }
  for (const auto& [a, b] : input.segments) add_edge(a, b);
  return stretch;
}

std::vector<double> vertex_speed(std::span<const Vec3> now, std::span<const Vec3> before, double seconds) {
  MUSLIN_ASSERT(now.size() == before.size() && seconds > 0.0);
  std::vector<double> speed(now.size());
  for (std::size_t v = 0; v < now.size(); ++v) speed[v] = (now[v] - before[v]).norm() / seconds;
  return speed;
}

}  // namespace muslin
