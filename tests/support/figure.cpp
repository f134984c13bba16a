#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tests/support/figure.hpp>

namespace muslin::test {
namespace {

using Pose = Eigen::Isometry3d;
constexpr double kFrameRate = 24.0;

/// Appends the surface of a limb: rings around its axis, and a pole at each end.
void append_limb(Mesh& mesh, const Limb& limb, double edge_length) {
  const Vec3 axis = (limb.end - limb.begin).normalized();
  const Vec3 across = axis.unitOrthogonal(), other = axis.cross(across);
  const double length = (limb.end - limb.begin).norm(), largest = std::max(limb.begin_radius, limb.end_radius);
  const int sides = std::max(8, static_cast<int>(std::round(2.0 * std::numbers::pi * largest / edge_length)));
  const int cap = std::max(2, sides / 4);  // rings of a hemisphere, with the equator
  const int middle = std::max(0, static_cast<int>(std::round(length / edge_length)) - 1);
  struct Ring {
    Vec3 centre;
    double radius;
  };
  std::vector<Ring> rings;
  for (int i = 1; i <= cap; ++i) {
    const double angle = 0.5 * std::numbers::pi * i / cap;
    rings.push_back({limb.begin - limb.begin_radius * std::cos(angle) * axis, limb.begin_radius * std::sin(angle)});
  }
  for (int i = 1; i <= middle; ++i) {
    const double s = static_cast<double>(i) / (middle + 1);
    rings.push_back({limb.begin + s * (limb.end - limb.begin), std::lerp(limb.begin_radius, limb.end_radius, s)});
  }
  for (int i = cap; i >= 1; --i) {
    const double angle = 0.5 * std::numbers::pi * i / cap;
    rings.push_back({limb.end + limb.end_radius * std::cos(angle) * axis, limb.end_radius * std::sin(angle)});
  }

  const auto first = static_cast<std::int32_t>(mesh.positions.size());
  for (const Ring& ring : rings)
    for (int k = 0; k < sides; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / sides;
      mesh.positions.push_back(ring.centre + ring.radius * (std::cos(angle) * across + std::sin(angle) * other));
    }
  const auto pole = static_cast<std::int32_t>(mesh.positions.size());
  mesh.positions.push_back(limb.begin - limb.begin_radius * axis);
  mesh.positions.push_back(limb.end + limb.end_radius * axis);
  const auto vertex = [&](std::size_t ring, int k) {
    return VertexId(first + static_cast<std::int32_t>(ring) * sides + k % sides);
  };
  for (int k = 0; k < sides; ++k) {
    mesh.triangles.push_back({VertexId(pole), vertex(0, k + 1), vertex(0, k)});
    mesh.triangles.push_back({VertexId(pole + 1), vertex(rings.size() - 1, k), vertex(rings.size() - 1, k + 1)});
    for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
      mesh.triangles.push_back({vertex(r, k), vertex(r, k + 1), vertex(r + 1, k + 1)});
      mesh.triangles.push_back({vertex(r, k), vertex(r + 1, k + 1), vertex(r + 1, k)});
    }
  }
}

/// Angles of the joints [rad]. All are 0 at the start. Index 0 is the left side of the figure, where x is positive.
struct Joints {
  std::array<double, 2> arm_raise = {};  ///< of the upper arm above the horizontal
  std::array<double, 2> arm_swing = {};  ///< of the upper arm to the front
  std::array<double, 2> elbow = {};      ///< bent to the front
  std::array<double, 2> hip = {};        ///< thigh to the front
  std::array<double, 2> knee = {};       ///< shin to the back
  double twist = 0.0;                    ///< of the chest about the vertical
};

/// Rises smoothly from 0 at `begin` to 1 at `end`.
double ramp(double time, double begin, double end) {
  const double s = std::clamp((time - begin) / (end - begin), 0.0, 1.0);
  return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
}

constexpr double degrees(double angle) { return angle * std::numbers::pi / 180.0; }

Joints joints_at(FigureMotion motion, double time) {
  Joints joints;
  const double turn = 2.0 * std::numbers::pi * time;  // one cycle a second
  switch (motion) {
    case FigureMotion::raise_arms: {
      const double angle = degrees(-45.0) * ramp(time, 0.0, 0.6) + degrees(90.0) * ramp(time, 0.7, 1.4);
      joints.arm_raise = {angle, angle};
      joints.elbow = {degrees(40.0) * ramp(time, 0.3, 1.2), degrees(25.0) * ramp(time, 0.3, 1.2)};
      break;
    }
    case FigureMotion::walk: {
      const double pace = ramp(time, 0.0, 0.8);
      for (std::size_t side = 0; side < 2; ++side) {
        const double sign = side == 0 ? 1.0 : -1.0;
        joints.arm_raise[side] = degrees(-45.0) * ramp(time, 0.0, 0.8);
        joints.arm_swing[side] = degrees(20.0) * pace * sign * -std::sin(turn);
        joints.elbow[side] = degrees(20.0) * pace;
        joints.hip[side] = degrees(25.0) * pace * sign * std::sin(turn);
        joints.knee[side] = degrees(20.0) * pace * (1.0 - sign * std::cos(turn));
      }
      joints.twist = degrees(8.0) * pace * std::sin(turn);
      break;
    }
    case FigureMotion::kick: {
      const double lift = ramp(time, 0.2, 0.7) - ramp(time, 1.2, 1.8);
      joints.arm_raise = {degrees(-30.0) * ramp(time, 0.0, 0.6), degrees(-40.0) * ramp(time, 0.0, 0.6)};
      joints.hip[1] = degrees(75.0) * lift;
      joints.knee[1] = degrees(70.0) * (ramp(time, 0.2, 0.5) - ramp(time, 0.5, 0.8));
      joints.twist = degrees(15.0) * lift;
      break;
    }
  }
  return joints;
}

Pose about(const Vec3& centre, double angle, const Vec3& axis) {
  return Eigen::Translation3d(centre) * Eigen::AngleAxisd(angle, axis) * Eigen::Translation3d(-centre);
}

}  // namespace

double Limb::distance(const Vec3& x) const {
  const Vec3 axis = end - begin;
  const double s = std::clamp((x - begin).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
  return (x - begin - s * axis).norm() - std::lerp(begin_radius, end_radius, s);
}

Figure::Figure(double edge_length) {
  limbs_[pelvis] = {{-0.08, 0.95, 0.0}, {0.08, 0.95, 0.0}, 0.115, 0.115};
  limbs_[belly] = {{-0.06, 1.10, 0.0}, {0.06, 1.10, 0.0}, 0.105, 0.105};
  limbs_[chest] = {{-0.08, 1.28, 0.0}, {0.08, 1.28, 0.0}, 0.115, 0.115};
  limbs_[shoulders] = {{-0.19, 1.38, 0.0}, {0.19, 1.38, 0.0}, 0.06, 0.06};
  limbs_[neck] = {{0.0, 1.38, 0.0}, {0.0, 1.60, 0.01}, 0.055, 0.05};
  limbs_[head] = {{0.0, 1.65, 0.015}, {0.0, 1.70, 0.02}, 0.09, 0.10};
  for (const double side : {1.0, -1.0}) {
    const bool is_left = side > 0.0;
    const auto at = [&](double x, double y, double z) { return Vec3(side * x, y, z); };
    limbs_[is_left ? left_upper_arm : right_upper_arm] = {at(0.19, 1.38, 0.0), at(0.46, 1.38, 0.0), 0.052, 0.044};
    limbs_[is_left ? left_forearm : right_forearm] = {at(0.46, 1.38, 0.0), at(0.70, 1.38, 0.0), 0.044, 0.034};
    limbs_[is_left ? left_hand : right_hand] = {at(0.72, 1.38, 0.0), at(0.80, 1.38, 0.0), 0.034, 0.03};
    limbs_[is_left ? left_thigh : right_thigh] = {at(0.10, 0.92, 0.0), at(0.13, 0.50, 0.0), 0.088, 0.06};
    limbs_[is_left ? left_shin : right_shin] = {at(0.13, 0.50, 0.0), at(0.145, 0.09, 0.0), 0.06, 0.042};
    limbs_[is_left ? left_foot : right_foot] = {at(0.145, 0.05, -0.03), at(0.15, 0.045, 0.14), 0.042, 0.036};
  }
  for (std::size_t part = 0; part < part_count; ++part) {
    append_limb(mesh_, limbs_[part], edge_length);
    part_.resize(mesh_.positions.size(), static_cast<Part>(part));
  }
}

const Limb& Figure::nearest_limb(const Vec3& x) const {
  return *std::min_element(limbs_.begin(), limbs_.end(),
                           [&](const Limb& one, const Limb& other) { return one.distance(x) < other.distance(x); });
}

std::vector<Vec3> Figure::pose(FigureMotion motion, double time) const {
  const Joints joints = joints_at(motion, time);
  std::array<Pose, part_count> pose;
  pose.fill(Pose::Identity());
  pose[belly] = about(limbs_[belly].begin.cwiseProduct(Vec3(0.0, 1.0, 1.0)), 0.5 * joints.twist, Vec3::UnitY());
  pose[chest] = about(Vec3::Zero(), joints.twist, Vec3::UnitY());
  for (const Part part : {shoulders, neck, head}) pose[part] = pose[chest];
  for (std::size_t side = 0; side < 2; ++side) {
    const bool is_left = side == 0;
    const double sign = is_left ? 1.0 : -1.0;
    const auto part = [&](Part left, Part right) { return is_left ? left : right; };
    const Part upper_arm = part(left_upper_arm, right_upper_arm), forearm = part(left_forearm, right_forearm);
    const Part thigh = part(left_thigh, right_thigh), shin = part(left_shin, right_shin);
    // The swing turns about the shoulders' axis after the arm was raised; raising turns about the axis to the front.
    pose[upper_arm] = pose[shoulders] * about(limbs_[upper_arm].begin, -joints.arm_swing[side], Vec3::UnitX()) *
                      about(limbs_[upper_arm].begin, sign * joints.arm_raise[side], Vec3::UnitZ());
    pose[forearm] = pose[upper_arm] * about(limbs_[forearm].begin, -sign * joints.elbow[side], Vec3::UnitY());
    pose[part(left_hand, right_hand)] = pose[forearm];
    pose[thigh] = pose[pelvis] * about(limbs_[thigh].begin, -joints.hip[side], Vec3::UnitX());
    pose[shin] = pose[thigh] * about(limbs_[shin].begin, joints.knee[side], Vec3::UnitX());
    pose[part(left_foot, right_foot)] = pose[shin];
  }
  std::vector<Vec3> positions;
  for (std::size_t v = 0; v < part_.size(); ++v) positions.push_back(pose[part_[v]] * mesh_.positions[v]);
  return positions;
}

namespace {

class FigureFrames final : public VertexFrames {
 public:
  FigureFrames(Figure figure, FigureMotion motion, double seconds)
      : figure_(std::move(figure)), motion_(motion), size_(static_cast<std::int64_t>(seconds * kFrameRate) + 2) {}
  [[nodiscard]] std::int64_t size() const override { return size_; }
  [[nodiscard]] Result<std::vector<Vec3>> load(std::int64_t frame) const override {
    return figure_.pose(motion_, static_cast<double>(frame) / kFrameRate);
  }

 private:
  Figure figure_;
  FigureMotion motion_;
  std::int64_t size_;
};

}  // namespace

SceneBody make_figure_body(const Figure& figure, FigureMotion motion, double seconds) {
  SceneBody result;
  result.body.name = "figure";
  result.body.kind = BodyKind::obstacle;
  result.body.mesh = figure.mesh();
  result.body.mesh.positions = figure.pose(motion, 0.0);
  Script& script = result.scripts.emplace_back();
  for (std::size_t v = 0; v < figure.mesh().positions.size(); ++v) script.vertices.emplace_back(v);
  script.motion =
      make_vertex_motion(std::make_shared<FigureFrames>(figure, motion, seconds), {.frame_time = 1.0 / kFrameRate});
  return result;
}

}  // namespace muslin::test
