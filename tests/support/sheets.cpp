#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/geometry/topology.hpp>
#include <tests/support/random.hpp>
#include <tests/support/sheets.hpp>

namespace muslin::test {
namespace {

using Pattern = SheetOptions::Pattern;

VertexId add_vertex(Mesh& mesh, double x, double y) {
  mesh.positions.emplace_back(x, y, 0.0);
  return VertexId(mesh.positions.size() - 1);
}

void add_rows(Mesh& mesh, const SheetOptions& options) {
  const double dx = options.length / options.columns, dy = options.width / options.rows;
  std::vector<std::vector<VertexId>> rows;
  for (int j = 0; j <= options.rows; ++j) {
    rows.emplace_back();
    if (j % 2 == 0) {
      for (int i = 0; i <= options.columns; ++i) rows.back().push_back(add_vertex(mesh, i * dx, j * dy));
    } else {
      rows.back().push_back(add_vertex(mesh, 0.0, j * dy));
      for (int i = 0; i < options.columns; ++i) rows.back().push_back(add_vertex(mesh, (i + 0.5) * dx, j * dy));
      rows.back().push_back(add_vertex(mesh, options.length, j * dy));
    }
  }
  const auto x_of = [&](VertexId v) { return mesh.positions[v.index()].x(); };
  for (std::size_t j = 0; j + 1 < rows.size(); ++j) {
    const auto &lower = rows[j], &upper = rows[j + 1];
    std::size_t p = 0, q = 0;
    while (p + 1 < lower.size() || q + 1 < upper.size()) {
      const bool below = q + 1 == upper.size() || (p + 1 < lower.size() && x_of(lower[p + 1]) <= x_of(upper[q + 1]));
      if (below) {
        mesh.triangles.push_back({lower[p], lower[p + 1], upper[q]});
        ++p;
      } else {
        mesh.triangles.push_back({lower[p], upper[q + 1], upper[q]});
        ++q;
      }
    }
  }
}

void add_rectangles(Mesh& mesh, const SheetOptions& options, Random& random) {
  const double dx = options.length / options.columns, dy = options.width / options.rows;
  for (int j = 0; j <= options.rows; ++j) {
    for (int i = 0; i <= options.columns; ++i) {
      const double jx = random.uniform(-options.jitter, options.jitter);
      const double jy = random.uniform(-options.jitter, options.jitter);
      const bool inner_x = i > 0 && i<options.columns, inner_y = j> 0 && j < options.rows;
      add_vertex(mesh, (i + (inner_x ? jx : 0.0)) * dx, (j + (inner_y ? jy : 0.0)) * dy);
    }
  }
  const auto at = [&](int i, int j) { return VertexId(j * (options.columns + 1) + i); };
  for (int j = 0; j < options.rows; ++j) {
    for (int i = 0; i < options.columns; ++i) {
      const VertexId a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      const bool odd = options.pattern == Pattern::alternating && (i + j) % 2 == 1;
      if (odd || (options.pattern == Pattern::random_diagonals && random.chance(0.5))) {
        mesh.triangles.push_back({a, b, d});
        mesh.triangles.push_back({b, c, d});
      } else {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
      }
    }
  }
}

double corner_angle(const Mesh& mesh, VertexId at, VertexId p, VertexId q) {
  const Vec3 u = mesh.positions[p.index()] - mesh.positions[at.index()];
  const Vec3 v = mesh.positions[q.index()] - mesh.positions[at.index()];
  return std::acos(std::clamp(u.dot(v) / (u.norm() * v.norm()), -1.0, 1.0));
}

/// Turns edges until all are Delaunay (or, should rounding make it run in circles, long enough).
void flip_to_delaunay(Mesh& mesh) {
  for (int round = 0; round < 60; ++round) {
    const Topology topology = make_topology(mesh);
    std::vector<bool> changed(mesh.triangles.size(), false);
    bool any = false;
    for (std::size_t e = 0; e < topology.edges.size(); ++e) {
      const auto sharing = topology.edge_triangles[e];
      if (sharing.size() != 2 || changed[sharing[0].index()] || changed[sharing[1].index()]) continue;
      std::array<VertexId, 2> apex;
      for (std::size_t i = 0; i < 2; ++i)
        for (const VertexId v : mesh.triangles[sharing[i].index()])
          if (v != topology.edges[e][0] && v != topology.edges[e][1]) apex[i] = v;
      const auto [a, b] = topology.edges[e];
      if (corner_angle(mesh, apex[0], a, b) + corner_angle(mesh, apex[1], a, b) < std::acos(-1.0) + 1e-9) continue;
      const Triangle& first = mesh.triangles[sharing[0].index()];
      // first runs from a to b, or from b to a
      const auto it = std::find(first.begin(), first.end(), a);
      const bool forward = first[static_cast<std::size_t>(it - first.begin() + 1) % 3] == b;
      const VertexId left = forward ? apex[0] : apex[1], right = forward ? apex[1] : apex[0];
      mesh.triangles[sharing[0].index()] = {a, right, left};
      mesh.triangles[sharing[1].index()] = {b, left, right};
      changed[sharing[0].index()] = changed[sharing[1].index()] = any = true;
    }
    if (!any) return;
  }
}

void set_material(Mesh& mesh) {
  mesh.material.clear();
  mesh.material_corners.clear();
  for (const Vec3& p : mesh.positions) mesh.material.emplace_back(p.x(), p.y());
  for (const auto& [a, b, c] : mesh.triangles) mesh.material_corners.push_back({a.value, b.value, c.value});
}

}  // namespace

Mesh make_sheet(const SheetOptions& options) {
  Mesh mesh;
  Random random(options.seed);
  if (options.pattern == Pattern::equilateral)
    add_rows(mesh, options);
  else
    add_rectangles(mesh, options, random);
  if (options.pattern == Pattern::delaunay) flip_to_delaunay(mesh);
  set_material(mesh);
  return mesh;
}

Mesh mirrored(const Mesh& sheet) {
  Mesh mesh = sheet;
  std::vector<VertexId> image;
  for (std::size_t v = 0; v < sheet.positions.size(); ++v) {
    const Vec3& p = sheet.positions[v];
    image.push_back(p.x() == 0.0 ? VertexId(v) : add_vertex(mesh, -p.x(), p.y()));
  }
  for (const auto& [a, b, c] : sheet.triangles)
    mesh.triangles.push_back({image[a.index()], image[c.index()], image[b.index()]});
  set_material(mesh);
  return mesh;
}

std::vector<NamedSheet> bending_sheets(int refine) {
  const int n = 12 * refine, m = 6 * refine;
  const auto sheet = [](int columns, int rows, Pattern pattern, double jitter = 0.0, std::uint64_t seed = 1) {
    return make_sheet({.columns = columns, .rows = rows, .pattern = pattern, .jitter = jitter, .seed = seed});
  };
  std::vector<NamedSheet> sheets;
  sheets.push_back({"squares, one way", sheet(n, m, Pattern::one_way), 0.03});
  sheets.push_back({"squares, alternating", sheet(n, m, Pattern::alternating), 0.03});
  sheets.push_back({"squares, random way", sheet(n, m, Pattern::random_diagonals), 0.03});
  sheets.push_back({"equilateral", sheet(n, 7 * refine, Pattern::equilateral), 0.03});
  sheets.push_back({"3:1 along", sheet(n / 2, 9 * refine, Pattern::one_way), 0.03});
  sheets.push_back({"3:1 across", sheet(18 * refine, m / 2, Pattern::one_way), 0.03});
  sheets.push_back({"jittered 0.25", sheet(n, m, Pattern::one_way, 0.25), 0.05});
  sheets.push_back({"jittered 0.2, random way", sheet(n, m, Pattern::random_diagonals, 0.2), 0.05});
  sheets.push_back({"Delaunay 0.3", sheet(n, m, Pattern::delaunay, 0.3, 2), 0.05});
  sheets.push_back({"Delaunay 0.4", sheet(n, m, Pattern::delaunay, 0.4, 3), 0.08});
  return sheets;
}

}  // namespace muslin::test
