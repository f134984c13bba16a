#include <cmath>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/model/axial_matrix.hpp>
#include <muslin/model/cable_drag.hpp>
#include <numbers>

namespace muslin {
void CableDrag::add(const Segment& segment, const CylinderDrag& drag) {
  MUSLIN_ASSERT(drag.diameter >= 0.0 && drag.air_density >= 0.0 && drag.normal >= 0.0 && drag.tangential >= 0.0);
  segments_.push_back(segment);
  drags_.push_back(drag);
}

void CableDrag::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  now_.resize(segments_.size());
  parallel_for(segments_.size(), kElementsPerChunk, [&](std::size_t e) {
    const std::size_t from = segments_[e][0].index(), to = segments_[e][1].index();
    const CylinderDrag& drag = drags_[e];
    const Vec3 side = x[to] - x[from];
    const double squared = side.squaredNorm();
    Now& now = now_[e];
    if (!(squared > std::numeric_limits<double>::min())) {  // too short to cause any resistance
      now = {.resistance = Mat3::Zero(), .force = Vec3::Zero(), .implicit_force = Vec3::Zero()};
      return;
    }
    const double length = std::sqrt(squared);
    const Vec3 direction = side / length;
    const Vec3 flow = wind_ - 0.5 * (v[from] + v[to]);
    const double along = flow.dot(direction);
    const double across = (flow - along * direction).norm();
    const double pressure = 0.5 * drag.air_density * drag.diameter * length;
    now.resistance = detail::axial_matrix(direction, pressure * std::numbers::pi * drag.tangential * std::abs(along),
                                          pressure * drag.normal * across);
    now.force = 0.5 * (now.resistance * flow);
    now.implicit_force = 0.5 * (now.resistance * wind_);
  });
}

}  // namespace muslin
