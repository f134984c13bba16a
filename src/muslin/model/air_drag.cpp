#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/model/air_drag.hpp>
#include <muslin/model/axial_matrix.hpp>

namespace muslin {
std::int32_t AirDrag::add_sheet(const SheetDrag& sheet) {
  MUSLIN_ASSERT(sheet.air_density >= 0.0 && sheet.normal >= 0.0 && sheet.tangential >= 0.0);
  sheets_.push_back(sheet);
  return static_cast<std::int32_t>(sheets_.size() - 1);
}

void AirDrag::add(const Triangle& triangle, std::int32_t sheet) {
  MUSLIN_ASSERT(sheet >= 0 && static_cast<std::size_t>(sheet) < sheets_.size());
  triangles_.push_back(triangle);
  sheet_.push_back(sheet);
}

void AirDrag::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  now_.resize(triangles_.size());
  parallel_for(triangles_.size(), kElementsPerChunk, [&](std::size_t e) {
    const Triangle& t = triangles_[e];
    const SheetDrag& sheet = sheets_[static_cast<std::size_t>(sheet_[e])];
    const Vec3& origin = x[t[0].index()];
    const Vec3 doubled = (x[t[1].index()] - origin).cross(x[t[2].index()] - origin);  // 2 A n
    const double squared = doubled.squaredNorm();
    Now& now = now_[e];
    if (!(squared > std::numeric_limits<double>::min())) {  // too small to cause any resistance
      now = {.resistance = Mat3::Zero(), .force = Vec3::Zero(), .implicit_force = Vec3::Zero()};
      return;
    }
    const double length = std::sqrt(squared);
    const Vec3 normal = doubled / length;
    const Vec3 flow = wind_ - (v[t[0].index()] + v[t[1].index()] + v[t[2].index()]) / 3.0;
    const double pressure = 0.25 * sheet.air_density * length;  // ½ ρ A
    now.resistance = detail::axial_matrix(normal, pressure * sheet.normal * std::abs(flow.dot(normal)),
                                          pressure * sheet.tangential * flow.norm());
    now.force = now.resistance * flow / 3.0;
    now.implicit_force = now.resistance * wind_ / 3.0;
  });
}

}  // namespace muslin
