#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/render/camera.hpp>

namespace muslin {

ViewAxes view_axes(const Vec3& forward, const Vec3& up) {
  MUSLIN_ASSERT(forward.stableNorm() > 0.0);
  ViewAxes axes;
  axes.forward = forward.stableNormalized();
  axes.right = axes.forward.cross(up.stableNormalized());
  // If the view is vertical, any direction to the right is valid; take one that follows the horizontal axes.
  if (!(axes.right.norm() > 1e-6)) {
    Eigen::Index smallest = 0;
    axes.forward.cwiseAbs().minCoeff(&smallest);
    axes.right = axes.forward.cross(-Vec3::Unit(smallest));
  }
  axes.right.normalize();
  axes.up = axes.right.cross(axes.forward);
  return axes;
}

View::View(const Camera& camera, int width, int height)
    : width_(width),
      height_(height),
      eye_(camera.eye),
      axes_(view_axes(camera.target - camera.eye, camera.up)),
      pixel_size_(2.0 * std::tan(0.5 * camera.fov_rad) / height),
      corner_(axes_.forward + 0.5 * pixel_size_ * (height * axes_.up - width * axes_.right)),
      step_x_(pixel_size_ * axes_.right),
      step_y_(-pixel_size_ * axes_.up) {}

Vec2 View::project(const Vec3& point) const {
  const Vec3 v = point - eye_;
  const double scale = 1.0 / (pixel_size_ * axes_.forward.dot(v));
  return {0.5 * width_ + scale * axes_.right.dot(v), 0.5 * height_ - scale * axes_.up.dot(v)};
}

CameraFit::CameraFit(const Options& options) : options_(options), axes_(view_axes(options.forward, options.up)) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double slope = std::tan(0.5 * options.fov_rad) * (1.0 - 2.0 * options.margin);
  slope_ = {slope * options.aspect, slope};
  for (auto& axis : extremes_) axis.fill({-kInfinity, kInfinity});
  nearest_ = kInfinity;
  farthest_ = -kInfinity;
}

double CameraFit::slope(std::size_t axis, std::size_t width) const {
  return slope_[axis] * (static_cast<double>(width + 1) / static_cast<double>(kWidths));
}

void CameraFit::include(const Vec3& point) {
  const double c = axes_.forward.dot(point);
  const std::array<double, 2> across = {axes_.right.dot(point), axes_.up.dot(point)};
  for (std::size_t axis = 0; axis < 2; ++axis)
    for (std::size_t k = 0; k < kWidths; ++k) {
      Extremes& extremes = extremes_[axis][k];
      const double shift = slope(axis, k) * c;
      extremes.largest = std::max(extremes.largest, across[axis] - shift);
      extremes.smallest = std::min(extremes.smallest, across[axis] + shift);
    }
  nearest_ = std::min(nearest_, c);
  farthest_ = std::max(farthest_, c);
}

void CameraFit::include(const CameraFit& other) {
  for (std::size_t axis = 0; axis < 2; ++axis)
    for (std::size_t k = 0; k < kWidths; ++k) {
      Extremes& extremes = extremes_[axis][k];
      extremes.largest = std::max(extremes.largest, other.extremes_[axis][k].largest);
      extremes.smallest = std::min(extremes.smallest, other.extremes_[axis][k].smallest);
    }
  nearest_ = std::min(nearest_, other.nearest_);
  farthest_ = std::max(farthest_, other.farthest_);
}

/// ex - tx ez ≥ largest and ex + tx ez ≤ smallest have a solution up to this ez.
double CameraFit::room(std::size_t axis, std::size_t width) const {
  const Extremes& extremes = extremes_[axis][width];
  return (extremes.smallest - extremes.largest) / (2.0 * slope(axis, width));
}

/// Returns the middle of the interval left for the eye in the narrowest picture that still contains all points.
double CameraFit::centre(std::size_t axis, double ez) const {
  std::size_t k = 0;
  while (k + 1 < kWidths && !(room(axis, k) >= ez)) ++k;
  return 0.5 * (extremes_[axis][k].largest + extremes_[axis][k].smallest);
}

Camera CameraFit::camera() const {
  MUSLIN_ASSERT(!empty());
  const double middle = 0.5 * (nearest_ + farthest_);
  double ez = std::min(room(0, kWidths - 1), room(1, kWidths - 1));
  // Points on one line towards the eye would let the eye come arbitrarily near.
  const double depth = farthest_ - nearest_;
  if (!(nearest_ - ez > 0.1 * depth)) ez = nearest_ - std::max(0.1 * depth, 0.0);
  if (!(middle - ez > 1e-9 * (1.0 + std::abs(middle)))) ez = middle - 1.0;
  Camera camera;
  camera.eye = centre(0, ez) * axes_.right + centre(1, ez) * axes_.up + ez * axes_.forward;
  camera.target = camera.eye + (middle - ez) * axes_.forward;
  camera.up = axes_.up;
  camera.fov_rad = options_.fov_rad;
  return camera;
}

}  // namespace muslin
