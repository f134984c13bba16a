#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <muslin/geometry/closest_points.hpp>
#include <set>
#include <tests/support/contact_oracle.hpp>

namespace muslin::test {
namespace {

bool can_collide(const CollisionMesh& mesh, std::span<const VertexId> a, std::span<const VertexId> b) {
  bool all_scripted = true;
  for (const VertexId v : a) {
    if (std::find(b.begin(), b.end(), v) != b.end()) return false;
    all_scripted = all_scripted && mesh.is_scripted(v);
  }
  return !all_scripted || !std::all_of(b.begin(), b.end(), [&](VertexId v) { return mesh.is_scripted(v); });
}

}  // namespace

std::vector<NamedStencil> all_stencils(const CollisionMesh& mesh) {
  std::set<VertexId> used;
  for (const Triangle& t : mesh.triangles) used.insert(t.begin(), t.end());
  for (const Segment& e : mesh.edges) used.insert(e.begin(), e.end());

  std::vector<NamedStencil> all;
  for (const Triangle& t : mesh.triangles)
    for (const VertexId v : used)
      if (can_collide(mesh, t, {&v, 1})) all.push_back({StencilKind::vertex_triangle, {t[0], t[1], t[2], v}});
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    for (std::size_t f = e + 1; f < mesh.edges.size(); ++f) {
      const Segment &a = mesh.edges[e], &b = mesh.edges[f];
      if (can_collide(mesh, a, b)) all.push_back({StencilKind::edge_edge, {a[0], a[1], b[0], b[1]}});
    }
  }
  std::set<NamedStencil> of_cables;
  for (const EdgeId e : mesh.loose_edges) {
    for (const EdgeId f : mesh.loose_edges) {
      const Segment &a = mesh.edges[e.index()], &b = mesh.edges[f.index()];
      for (const VertexId far : b) {
        const bool neighbours = a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
        if (e != f && neighbours && can_collide(mesh, a, {&far, 1}))
          of_cables.insert({StencilKind::vertex_edge, {a[0], a[1], a[0], far}});
      }
    }
  }
  all.insert(all.end(), of_cables.begin(), of_cables.end());
  std::sort(all.begin(), all.end());
  return all;
}

double distance_of(const NamedStencil& stencil, std::span<const Vec3> position) {
  const auto x = [&](std::size_t i) { return position[stencil.vertex[i].index()]; };
  switch (stencil.kind) {
    case StencilKind::vertex_triangle:
      return std::sqrt(closest_point_on_triangle(x(3), x(0), x(1), x(2)).squared_distance);
    case StencilKind::edge_edge:
      return std::sqrt(closest_points_on_edges(x(0), x(1), x(2), x(3)).squared_distance);
    case StencilKind::vertex_edge:
      break;
  }
  return std::sqrt(closest_point_on_edge(x(3), x(0), x(1)).squared_distance);
}

bool same_bits(const Contact& a, const Contact& b) {
  const auto same = [](double p, double q) {
    return std::bit_cast<std::uint64_t>(p) == std::bit_cast<std::uint64_t>(q);
  };
  bool all = a.kind == b.kind && a.vertex == b.vertex && same(a.time, b.time);
  for (std::size_t i = 0; i < 4; ++i) all = all && same(a.weight[i], b.weight[i]);
  for (int k = 0; k < 3; ++k) all = all && same(a.normal[k], b.normal[k]);
  return all;
}

void expect_valid(const Contact& contact) {
  const auto& c = contact.weight;
  const bool edges = contact.kind == StencilKind::edge_edge;
  const double first = edges ? c[0] + c[1] : c[0] + c[1] + c[2], second = edges ? c[2] + c[3] : c[3];
  EXPECT_NEAR(first, -1, 1e-15);
  EXPECT_NEAR(second, 1, 1e-15);
  EXPECT_NEAR(c[0] + c[1] + c[2] + c[3], 0, 1e-15);
  for (std::size_t i = 0; i < 4; ++i) {
    const double alpha = i == 3 || (edges && i == 2) ? c[i] : -c[i];
    EXPECT_GE(alpha, 0);
    EXPECT_LE(alpha, 1 + 1e-15);
  }
  EXPECT_NEAR(contact.normal.norm(), 1, 1e-15);
  EXPECT_GE(contact.time, 0);
  EXPECT_LE(contact.time, 1);
}

}  // namespace muslin::test
