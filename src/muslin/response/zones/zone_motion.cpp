#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/math/direct/nearest_rotation.hpp>
#include <muslin/response/zones/zone_motion.hpp>

namespace muslin {
namespace {

/// Rotation matrix of a rotation vector, whose length is the angle [rad].
Mat3 rotation(const Vec3& turn) {
  const double angle = turn.norm();
  if (!(angle > 0.0)) return Mat3::Identity();
  return Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
}

Vec3 clamp_norm(const Vec3& v, double length) {
  const double norm = v.norm();
  return norm > length ? Vec3(v * (length / norm)) : v;
}

/// Inertia and angular momentum of the movable vertices about a point that moves with a velocity.
struct Inertia {
  Mat3 inertia = Mat3::Zero();
  Vec3 angular_momentum = Vec3::Zero();

  Inertia(const ZoneVertices& zone, const Vec3& about, const Vec3& its_velocity) {
    Mat3 second_moment = Mat3::Zero();
    for (const VertexId v : zone.movable) {
      const double mass = 1.0 / zone.inverse_mass[v.index()];
      const Vec3 r = zone.start[v.index()] - about;
      second_moment += mass * r * r.transpose();
      angular_momentum += mass * r.cross(zone.velocity[v.index()] - its_velocity);
    }
    inertia = second_moment.trace() * Mat3::Identity() - second_moment;
  }

  /// Returns ω = I⁺ L [rad/s].
  [[nodiscard]] Vec3 angular_velocity() const {
    const Eigen::SelfAdjointEigenSolver<Mat3> axes(inertia);
    const Vec3 coordinates = axes.eigenvectors().transpose() * angular_momentum;
    const double smallest = tolerance::kNegligibleInertiaRatio * axes.eigenvalues()[2];
    Vec3 omega = Vec3::Zero();
    for (Eigen::Index i = 0; i < 3; ++i)
      if (axes.eigenvalues()[i] > smallest)
        omega += coordinates[i] / axes.eigenvalues()[i] * axes.eigenvectors().col(i);
    return omega;
  }
};

ZoneMotion free_motion(const ZoneVertices& zone) {
  double mass = 0.0;
  Vec3 centre = Vec3::Zero(), momentum = Vec3::Zero();
  const Vec3 origin = zone.start[zone.movable.front().index()];  // near all vertices, to reduce rounding errors
  for (const VertexId v : zone.movable) {
    const double m = 1.0 / zone.inverse_mass[v.index()];
    mass += m;
    centre += m * (zone.start[v.index()] - origin);
    momentum += m * zone.velocity[v.index()];
  }
  ZoneMotion motion;
  motion.from = origin + centre / mass;
  const Vec3 velocity = momentum / mass;
  motion.to = motion.from + zone.step_size * velocity;
  if (!zone.may_rotate) return motion;
  const Vec3 omega = Inertia(zone, motion.from, velocity).angular_velocity();
  motion.turn = rotation(clamp_norm(zone.step_size * omega, tolerance::kMaxZoneRotation));
  return motion;
}

/// Arrangement of the prescribed vertices at the start.
enum class Spread { point, line, wide };

/// The motion of prescribed vertices, and the degrees of freedom that it leaves open.
struct PrescribedMotion {
  ZoneMotion motion;
  Spread spread = Spread::point;
  Vec3 axis = Vec3::Zero();  ///< direction of a line at the end of the step
};

/// Finds the rigid motion that best fits that of the prescribed vertices, in the sense of least squares.
PrescribedMotion fit_prescribed_motion(const ZoneVertices& zone) {
  PrescribedMotion prescribed_motion;
  const auto count = static_cast<double>(zone.prescribed.size());
  const std::size_t first = zone.prescribed.front().index();
  Vec3 from = Vec3::Zero(), shift = Vec3::Zero();
  for (const VertexId v : zone.prescribed) {
    from += zone.start[v.index()] - zone.start[first];
    shift += zone.end[v.index()] - zone.start[v.index()];
  }
  prescribed_motion.motion.from = zone.start[first] + from / count;
  shift /= count;
  prescribed_motion.motion.to = prescribed_motion.motion.from + shift;

  Mat3 moment = Mat3::Zero(), correlation = Mat3::Zero();
  double largest_rotation_displacement = 0.0;
  for (const VertexId v : zone.prescribed) {
    const Vec3 r = zone.start[v.index()] - prescribed_motion.motion.from,
               r_end = zone.end[v.index()] - prescribed_motion.motion.to;
    moment += r * r.transpose();
    correlation += r_end * r.transpose();
    largest_rotation_displacement = std::max(largest_rotation_displacement, (r_end - r).norm());
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(moment);
  const Vec3 squared_width = axes.eigenvalues() / count;
  const double no_width = std::max(zone.misfit * zone.misfit, tolerance::kNegligibleInertiaRatio * squared_width[2]);
  prescribed_motion.spread = squared_width[2] <= no_width   ? Spread::point
                             : squared_width[1] <= no_width ? Spread::line
                                                            : Spread::wide;
  const Vec3 line = axes.eigenvectors().col(2);
  prescribed_motion.axis = line;
  if (prescribed_motion.spread == Spread::point || largest_rotation_displacement <= zone.misfit)
    return prescribed_motion;  // a translation
  if (prescribed_motion.spread == Spread::line) {
    prescribed_motion.axis = (correlation * line).normalized();
    prescribed_motion.motion.turn = Eigen::Quaterniond::FromTwoVectors(line, prescribed_motion.axis).toRotationMatrix();
    return prescribed_motion;
  }
  prescribed_motion.motion.turn = nearest_rotation(correlation);
  return prescribed_motion;
}

bool fits_prescribed_vertices(const ZoneVertices& zone, const ZoneMotion& motion) {
  return std::all_of(zone.prescribed.begin(), zone.prescribed.end(), [&](VertexId v) {
    const Vec3 end = zone.start[v.index()] + motion.displacement(zone.start[v.index()]);
    return (end - zone.end[v.index()]).norm() <= zone.misfit;
  });
}

bool exceeds_max_rotation(const Mat3& turn) { return turn.trace() < 1.0 + 2.0 * std::cos(tolerance::kMaxZoneRotation); }

/// Adds the rotation that the prescribed vertices leave open.
void add_free_rotation(const ZoneVertices& zone, PrescribedMotion& prescribed_motion) {
  if (prescribed_motion.spread == Spread::wide || !zone.may_rotate) return;
  ZoneMotion& motion = prescribed_motion.motion;
  const Vec3 velocity = (motion.to - motion.from) / zone.step_size;
  const Inertia about(zone, motion.from, velocity);
  if (prescribed_motion.spread == Spread::point) {
    motion.turn = rotation(clamp_norm(zone.step_size * about.angular_velocity(), tolerance::kMaxZoneRotation));
    return;
  }
  // The free rotation is about the line, which itself rotates from `line` to `axis`. The latter rotation has no
  // component along the line.
  const Vec3 line = motion.turn.transpose() * prescribed_motion.axis;
  const double inertia = line.dot(about.inertia * line);
  if (!(inertia > tolerance::kNegligibleInertiaRatio * about.inertia.trace())) return;
  const double angle = zone.step_size * line.dot(about.angular_momentum) / inertia;
  const double most = tolerance::kMaxZoneRotation;
  const Mat3 turn = rotation(std::clamp(angle, -most, most) * prescribed_motion.axis) * motion.turn;
  if (!exceeds_max_rotation(turn)) motion.turn = turn;
}

}  // namespace

std::optional<ZoneMotion> zone_motion(const ZoneVertices& zone) {
  if (zone.prescribed.empty()) return free_motion(zone);
  PrescribedMotion prescribed_motion = fit_prescribed_motion(zone);
  if (exceeds_max_rotation(prescribed_motion.motion.turn) || !fits_prescribed_vertices(zone, prescribed_motion.motion))
    return std::nullopt;
  const ZoneMotion without_free_rotation = prescribed_motion.motion;
  add_free_rotation(zone, prescribed_motion);
  return fits_prescribed_vertices(zone, prescribed_motion.motion) ? prescribed_motion.motion : without_free_rotation;
}

}  // namespace muslin
