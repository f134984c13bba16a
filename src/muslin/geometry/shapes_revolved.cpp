#include <algorithm>
#include <cmath>
#include <muslin/geometry/shape_checks.hpp>
#include <muslin/geometry/shapes.hpp>
#include <numbers>

namespace muslin {
namespace {

/// A point of the outline that is revolved about the y axis. Radius 0, allowed at either end only, makes one vertex on
/// the axis.
struct ProfilePoint {
  double radius;
  double height;
};

/// Appends outline points from the last point to another one. The first is left out, because it is already in the
/// profile.
void extend_straight(std::vector<ProfilePoint>& profile, ProfilePoint to, int divisions) {
  const ProfilePoint from = profile.back();
  for (int i = 1; i < divisions; ++i) {
    const double t = static_cast<double>(i) / divisions;
    profile.push_back({(1.0 - t) * from.radius + t * to.radius, (1.0 - t) * from.height + t * to.height});
  }
  profile.push_back(to);
}

/// Makes the surface of a profile that is listed from bottom to top, facing away from the axis.
Mesh revolve(const std::vector<ProfilePoint>& profile, int sides) {
  Mesh mesh;
  std::vector<std::int32_t> first;  // first vertex of each ring
  for (const auto& [radius, height] : profile) {
    first.push_back(static_cast<std::int32_t>(mesh.positions.size()));
    for (int i = 0; i < (radius > 0.0 ? sides : 1); ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sides;
      mesh.positions.emplace_back(radius * std::cos(angle), height, -radius * std::sin(angle));
    }
  }
  for (std::size_t ring = 0; ring + 1 < profile.size(); ++ring) {
    const auto on_ring = [&](std::size_t r, int i) {
      return VertexId(profile[r].radius > 0.0 ? first[r] + i % sides : first[r]);
    };
    for (int i = 0; i < sides; ++i) {
      const VertexId low = on_ring(ring, i), next_low = on_ring(ring, i + 1);
      const VertexId high = on_ring(ring + 1, i), next_high = on_ring(ring + 1, i + 1);
      if (low != next_low) mesh.triangles.push_back({low, next_low, next_high});
      if (high != next_high) mesh.triangles.push_back({low, next_high, high});
    }
  }
  return mesh;
}

/// Rotates the y axis to `axis` by a cyclic exchange of coordinates, which is exact and does not mirror the mesh.
void rotate_to_axis(Axis axis, Mesh& mesh) {
  if (axis == Axis::y) return;
  for (Vec3& p : mesh.positions) p = axis == Axis::x ? Vec3(p.y(), p.z(), p.x()) : Vec3(p.z(), p.x(), p.y());
}

}  // namespace

Result<Mesh> make_cylinder(const CylinderOptions& options) {
  detail::ShapeChecks checks("cylinder");
  checks.options(options);
  checks.elements(2.0 * options.sides * (options.divisions + 1.0));
  if (checks.failed()) return checks.error();

  const double top = 0.5 * options.height;
  std::vector<ProfilePoint> profile;
  if (options.ends == CylinderEnds::capped) profile.push_back({0.0, -top});
  profile.push_back({options.radius, -top});
  extend_straight(profile, {options.radius, top}, options.divisions);
  if (options.ends == CylinderEnds::capped) profile.push_back({0.0, top});
  Mesh mesh = revolve(profile, options.sides);
  rotate_to_axis(options.axis, mesh);
  return mesh;
}

Result<Mesh> make_rod(const RodOptions& options) {
  detail::ShapeChecks checks("rod");
  checks.options(options);
  checks.elements(2.0 * options.sides * (options.divisions + 2.0 * options.end_rings));
  if (checks.failed()) return checks.error();

  // The profile consists of the lower end, the straight part, and the lower end again upside down.
  const double top = 0.5 * options.length;
  std::vector<ProfilePoint> end;
  if (options.ends == RodEnds::round) {
    for (int i = 0; i < options.end_rings; ++i) {
      const double angle = 0.5 * std::numbers::pi * i / options.end_rings;
      end.push_back({options.radius * std::sin(angle), -top - options.radius * std::cos(angle)});
    }
  } else {
    end.push_back({0.0, -top});
  }
  std::vector<ProfilePoint> profile = end;
  profile.push_back({options.radius, -top});
  extend_straight(profile, {options.radius, top}, options.divisions);
  for (auto point = end.rbegin(); point != end.rend(); ++point) profile.push_back({point->radius, -point->height});
  Mesh mesh = revolve(profile, options.sides);
  rotate_to_axis(options.axis, mesh);
  return mesh;
}

Result<Mesh> make_funnel(const FunnelOptions& options) {
  detail::ShapeChecks checks("funnel");
  checks.options(options);
  checks.require(options.neck_radius < options.mouth_radius, "neck_radius", "the neck is not narrower than the mouth",
                 "must be less than mouth_radius");
  checks.elements(2.0 * options.sides * (1.0 * options.cone_divisions + options.neck_divisions));
  const double top = 0.5 * (options.cone_height + options.neck_height);
  checks.spacing("cone_divisions", options.cone_height, options.cone_divisions, top);
  checks.spacing("neck_divisions", options.neck_height, options.neck_divisions, top);
  if (checks.failed()) return checks.error();

  std::vector<ProfilePoint> profile = {{options.neck_radius, -top}};
  extend_straight(profile, {options.neck_radius, options.neck_height - top}, options.neck_divisions);
  extend_straight(profile, {options.mouth_radius, top}, options.cone_divisions);
  return revolve(profile, options.sides);
}

}  // namespace muslin
