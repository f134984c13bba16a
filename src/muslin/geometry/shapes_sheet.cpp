#include <algorithm>
#include <cmath>
#include <muslin/geometry/shape_checks.hpp>
#include <muslin/geometry/shapes.hpp>
#include <numbers>

namespace muslin {
namespace {

VertexId vertex(std::int64_t index) { return VertexId(static_cast<std::int32_t>(index)); }

/// Returns whether the square at (column, row) is cut from its near left to its far right corner.
bool cut_forward(Diagonals diagonals, std::int64_t column, std::int64_t row) {
  if (diagonals == Diagonals::alternating) return (column + row) % 2 == 0;
  return diagonals == Diagonals::forward;
}

/// Makes the grid of GridOptions, which are not checked again, without material coordinates.
Mesh flat_grid(const GridOptions& options) {
  const std::int64_t columns = options.vertices[0], rows = options.vertices[1];
  Mesh mesh;
  mesh.positions.reserve(static_cast<std::size_t>(columns * rows));
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      const double u = static_cast<double>(column) / static_cast<double>(columns - 1) - 0.5;
      const double v = static_cast<double>(row) / static_cast<double>(rows - 1) - 0.5;
      mesh.positions.emplace_back(u * options.size.x(), 0.0, -v * options.size.y());
    }
  mesh.triangles.reserve(static_cast<std::size_t>(2 * (columns - 1) * (rows - 1)));
  for (std::int64_t row = 0; row + 1 < rows; ++row)
    for (std::int64_t column = 0; column + 1 < columns; ++column) {
      const std::int64_t corner = row * columns + column;
      const VertexId near_left = vertex(corner), near_right = vertex(corner + 1);
      const VertexId far_left = vertex(corner + columns), far_right = vertex(corner + columns + 1);
      if (cut_forward(options.diagonals, column, row)) {
        mesh.triangles.push_back({near_left, near_right, far_right});
        mesh.triangles.push_back({near_left, far_right, far_left});
      } else {
        mesh.triangles.push_back({near_left, near_right, far_left});
        mesh.triangles.push_back({near_right, far_right, far_left});
      }
    }
  return mesh;
}

/// Sets one material coordinate per vertex: seen from above, with the point `origin` of the sheet at (0, 0).
void set_flat_material(Mesh& mesh, const Vec2& origin) {
  mesh.material.reserve(mesh.positions.size());
  for (const Vec3& x : mesh.positions) mesh.material.push_back(Vec2(x.x(), -x.z()) - origin);
  mesh.material_corners.reserve(mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) mesh.material_corners.push_back({a.value, b.value, c.value});
}

/// Adds the triangles between ring k - 1 and ring k of a disc, a sixth at a time. In each sixth the outer ring has one
/// edge more.
void add_disc_ring(Mesh& mesh, std::int64_t k) {
  const auto on_ring = [](std::int64_t ring, std::int64_t i) {
    if (ring == 0) return vertex(0);
    return vertex(1 + 3 * ring * (ring - 1) + i % (6 * ring));
  };
  for (std::int64_t sixth = 0; sixth < 6; ++sixth)
    for (std::int64_t i = 0; i < k; ++i) {
      const std::int64_t outer = sixth * k + i, inner = sixth * (k - 1) + i;
      mesh.triangles.push_back({on_ring(k - 1, inner), on_ring(k, outer), on_ring(k, outer + 1)});
      if (i + 1 < k)
        mesh.triangles.push_back({on_ring(k - 1, inner), on_ring(k, outer + 1), on_ring(k - 1, inner + 1)});
    }
}

double triangles_in_grid(double squares_x, double squares_y) { return 2.0 * squares_x * squares_y; }

}  // namespace

Result<Mesh> make_grid(const GridOptions& options) {
  detail::ShapeChecks checks("grid");
  checks.options(options);
  checks.elements(triangles_in_grid(options.vertices[0] - 1.0, options.vertices[1] - 1.0));
  if (checks.failed()) return checks.error();

  Mesh mesh = flat_grid(options);
  set_flat_material(mesh, -0.5 * options.size);
  return mesh;
}

Result<Mesh> make_ribbon(const RibbonOptions& options) {
  detail::ShapeChecks checks("ribbon");
  checks.options(options);
  checks.elements(triangles_in_grid(options.along, options.across));
  if (checks.failed()) return checks.error();
  return make_grid({.vertices = {options.along + 1, options.across + 1},
                    .size = Vec2(options.length, options.width),
                    .diagonals = options.diagonals});
}

Result<Mesh> make_plane(const PlaneOptions& options) {
  detail::ShapeChecks checks("plane");
  checks.options(options);
  checks.elements(triangles_in_grid(options.divisions[0], options.divisions[1]));
  if (checks.failed()) return checks.error();
  return flat_grid({.vertices = {options.divisions[0] + 1, options.divisions[1] + 1}, .size = options.size});
}

Result<Mesh> make_trough(const TroughOptions& options) {
  detail::ShapeChecks checks("trough");
  checks.options(options);
  checks.require(options.across % 2 == 0, "across", "an odd number", "must be even");
  checks.elements(triangles_in_grid(options.along, options.across));
  if (checks.failed()) return checks.error();

  // The trough is a sheet that is bent about the x axis.
  Mesh mesh = flat_grid({.vertices = {options.along + 1, options.across + 1}, .size = Vec2(options.length, 1.0)});
  for (Vec3& x : mesh.positions) {
    const double across = x.z();  // from 1/2 at one rim to -1/2 at the other
    if (options.section == TroughSection::v)
      x = Vec3(x.x(), options.height * (2.0 * std::abs(across) - 0.5), options.width * across);
    else
      x = Vec3(x.x(), options.height * (0.5 - std::cos(std::numbers::pi * across)),
               0.5 * options.width * std::sin(std::numbers::pi * across));
  }
  return mesh;
}

Result<Mesh> make_disc(const DiscOptions& options) {
  detail::ShapeChecks checks("disc");
  checks.options(options);
  checks.elements(6.0 * options.rings * options.rings);
  if (checks.failed()) return checks.error();

  Mesh mesh;
  mesh.positions.emplace_back(Vec3::Zero());
  for (int ring = 1; ring <= options.rings; ++ring) {
    const double radius = options.radius * ring / options.rings;
    for (int i = 0; i < 6 * ring; ++i) {
      const double angle = std::numbers::pi * i / (3.0 * ring);
      mesh.positions.emplace_back(radius * std::cos(angle), 0.0, -radius * std::sin(angle));
    }
    add_disc_ring(mesh, ring);
  }
  set_flat_material(mesh, Vec2::Zero());
  return mesh;
}

Result<Mesh> make_cable(const CableOptions& options) {
  detail::ShapeChecks checks("cable");
  checks.options(options);
  checks.elements(options.segments);
  const double length = (options.to - options.from).norm();
  checks.length("length", length);
  const double max_coordinate = std::max(options.from.cwiseAbs().maxCoeff(), options.to.cwiseAbs().maxCoeff());
  checks.spacing("segments", length, options.segments, max_coordinate);
  if (checks.failed()) return checks.error();

  Mesh mesh;
  for (int i = 0; i <= options.segments; ++i) {
    const double t = static_cast<double>(i) / options.segments;
    mesh.positions.emplace_back((1.0 - t) * options.from + t * options.to);
    if (i > 0) mesh.segments.push_back({vertex(i - 1), vertex(i)});
  }
  return mesh;
}

}  // namespace muslin
