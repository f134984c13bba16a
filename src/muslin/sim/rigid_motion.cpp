#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/option.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/sim/hermite.hpp>
#include <muslin/sim/motion.hpp>

namespace muslin {
namespace {

constexpr double kMaxMotionTime = 1e13;  // [s]; a larger time is probably a typing error

/// The quantities that are interpolated, component by component: translation, rotation vector, scale.
///
/// Interpolation of rotation vectors is exact about a fixed axis, even over several revolutions, and smooth in general,
/// because the rotation is a smooth function of its vector. Between two different axes, however, it neither follows the
/// shortest path nor has constant speed; more closely spaced keyframes control the path.
using Pose = Eigen::Array<double, 7, 1>;

Pose pose_of(const Keyframe& key) {
  Pose pose;
  pose << key.translation.array(), key.rotation.array(), key.scale;
  return pose;
}

/// Slope at a keyframe, given the slopes `before` and `after` of its two intervals: that of the parabola through the
/// three keyframes, like a Catmull-Rom spline for arbitrary spacing of times. It is limited so that no component leaves
/// the range of its two keyframes [FritschCarlson80]: a pose given twice is constant in between, a ball that stops at a
/// wall does not enter it first, and a scale stays positive.
double slope_between(double before, double after, double time_before, double time_after) {
  if (!(before * after > 0.0)) return 0.0;
  const double parabola = (time_after * before + time_before * after) / (time_before + time_after);
  const double limit = 3.0 * std::min(std::abs(before), std::abs(after));
  return std::clamp(parabola, -limit, limit);
}

/// R - I for a rotation vector, without the cancellation that R itself would cause for small angles: a body that hardly
/// rotates hardly moves, and a body that does not rotate keeps its bits.
Mat3 turn_minus_identity(const Vec3& rotation) {
  const double angle = rotation.norm();
  if (angle == 0.0) return Mat3::Zero();
  const Vec3 axis = rotation / angle;
  Mat3 cross;
  cross << 0.0, -axis.z(), axis.y(), axis.z(), 0.0, -axis.x(), -axis.y(), axis.x(), 0.0;
  const double half_sine = std::sin(0.5 * angle);
  return std::sin(angle) * cross + 2.0 * half_sine * half_sine * (cross * cross);
}

class RigidMotion final : public Motion {
 public:
  explicit RigidMotion(const RigidMotionOptions& options) : options_(options) {
    MUSLIN_ASSERT(options_.begin <= options_.end);
    const std::vector<Keyframe>& keys = options_.keyframes;
    for (const Keyframe& key : keys) {
      MUSLIN_ASSERT(std::isfinite(key.time) && key.scale > 0.0);
      poses_.push_back(pose_of(key));
    }
    // Slopes are zero at both ends, because the pose is constant before and after.
    slopes_.assign(keys.size(), Pose::Zero());
    for (std::size_t k = 1; k < keys.size(); ++k) MUSLIN_ASSERT(keys[k - 1].time < keys[k].time);
    for (std::size_t k = 1; k + 1 < keys.size(); ++k) {
      const double time_before = keys[k].time - keys[k - 1].time, time_after = keys[k + 1].time - keys[k].time;
      const Pose before = (poses_[k] - poses_[k - 1]) / time_before, after = (poses_[k + 1] - poses_[k]) / time_after;
      for (Eigen::Index i = 0; i < before.size(); ++i)
        slopes_[k][i] = slope_between(before[i], after[i], time_before, time_after);
    }
  }

  [[nodiscard]] bool is_rigid() const override { return true; }
  [[nodiscard]] Status evaluate(double time, std::span<const Vec3> start, std::span<Vec3> positions) const override {
    MUSLIN_ASSERT(std::isfinite(time) && start.size() == positions.size());
    const Pose pose = pose_at(time);
    const double elapsed = std::clamp(time, options_.begin, options_.end) - options_.begin;
    const Vec3 translation = pose.head<3>().matrix() + options_.velocity * elapsed;

    // x = c + t + s R (X - c), written as a deviation from the start X: x = X + (t + (s R - I) (X - c)).
    const Mat3 keyed = turn_minus_identity(pose.segment<3>(3).matrix());
    const Mat3 spun = turn_minus_identity(options_.angular_velocity * elapsed);
    const double growth = pose[6] - 1.0;
    const Mat3 turned = spun + keyed + spun * keyed;
    const Mat3 departure = turned + growth * (turned + Mat3::Identity());

    if (translation.isZero(0.0) && departure.isZero(0.0)) {  // this also keeps the sign of a zero
      std::copy(start.begin(), start.end(), positions.begin());
      return Done{};
    }
    parallel_for(start.size(), kVerticesPerChunk, [&](std::size_t v) {
      const Vec3 moved = translation + departure * (start[v] - options_.centre);
      positions[v] = start[v] + moved;
    });
    return Done{};
  }

 private:
  [[nodiscard]] Pose pose_at(double time) const {
    const std::vector<Keyframe>& keys = options_.keyframes;
    if (keys.empty()) return pose_of(Keyframe{});
    const auto next = std::upper_bound(keys.begin(), keys.end(), time,
                                       [](double moment, const Keyframe& key) { return moment < key.time; });
    if (next == keys.begin()) return poses_.front();
    if (next == keys.end()) return poses_.back();

    const auto k = static_cast<std::size_t>(next - keys.begin()) - 1;
    const double length = keys[k + 1].time - keys[k].time;
    const double u = (time - keys[k].time) / length;
    const Pose change = poses_[k + 1] - poses_[k];
    if (options_.interpolation == Interpolation::linear) return poses_[k] + u * change;
    const HermiteWeights w = hermite_weights(u);
    return poses_[k] + (w.end * change + length * (w.start_slope * slopes_[k] + w.end_slope * slopes_[k + 1]));
  }

  RigidMotionOptions options_;
  std::vector<Pose> poses_;   ///< poses at the keyframes
  std::vector<Pose> slopes_;  ///< slopes at the keyframes, per second
};

}  // namespace

std::unique_ptr<Motion> make_rigid_motion(const RigidMotionOptions& options) {
  return std::make_unique<RigidMotion>(options);
}

void describe(Description<Keyframe>& options) {
  using O = Keyframe;
  options.about("A pose: the body at its start is scaled and rotated about its centre, then translated.");
  options.number("time", &O::time, quantity::kTime)
      .from(-kMaxMotionTime)
      .to(kMaxMotionTime)
      .left_open()
      .about("Time after the start.");
  options.number("translate", &O::translation, quantity::kLength)
      .from(-kMaxShapeLength)
      .to(kMaxShapeLength)
      .left_open()
      .about("Translation from the start.");
  options.number("scale", &O::scale).from(1e-6).to(1e6).about("Scale about the centre.");
}

void describe(Description<RigidMotionOptions>& options) {
  using O = RigidMotionOptions;
  options.about("Keyframes, velocities, or both.");
  options
      .choice("interpolation", &O::interpolation,
              {{"smooth", Interpolation::smooth}, {"linear", Interpolation::linear}})
      .about("Between keyframes: cubic, from rest to rest; or at constant speed.");
  options.number("velocity", &O::velocity, quantity::kSpeed)
      .from(-1e6)
      .to(1e6)
      .left_open()
      .about("Steady velocity on top of the keyframes.");
  options.number("begin", &O::begin, quantity::kTime)
      .from(-kMaxMotionTime)
      .to(kMaxMotionTime)
      .left_open()
      .about("Time from which the velocities act; the start if it is missing.");
  options.number("end", &O::end, quantity::kTime)
      .from(-kMaxMotionTime)
      .to(kMaxMotionTime)
      .left_open()
      .about("Time up to which the velocities act; for ever if it is missing.");
  options.number("centre", &O::centre, quantity::kLength)
      .from(-kMaxShapeLength)
      .to(kMaxShapeLength)
      .left_open()
      .about("Point about which the body is rotated and scaled; the centre of its bounding box if it is missing.");
}

}  // namespace muslin
