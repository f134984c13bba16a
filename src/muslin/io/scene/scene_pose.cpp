#include <Eigen/Geometry>
#include <muslin/io/scene/scene_pose.hpp>
#include <numbers>

namespace muslin {
namespace {}  // namespace

Result<Vec3> read_axis(const SceneContext& context, const SceneNode& node) {
  if (node.is(JsonValue::Type::text)) return Vec3(Vec3::Unit(node.text()[0] - 'x'));
  const Vec3 axis = node.vec3();
  const double length = axis.stableNorm();
  if (!(length > 1e-100)) return context.error(node, "the axis has no direction", "use e.g. [0, 1, 0] or \"y\"");
  return Vec3(axis / length);
}

Result<Vec3> read_rotation(const SceneContext& context, const SceneNode& node) {
  if (!node.is(JsonValue::Type::list)) {
    const auto axis = read_axis(context, node.at("axis"));
    if (!axis) return axis.error();
    return Vec3(*axis * (node.at("angle").number() * kRadiansPerDegree));
  }
  const Vec3 angles = node.vec3() * kRadiansPerDegree;
  if ((angles.array() != 0.0).count() <= 1) return angles;
  Eigen::Quaterniond turn = Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) *
                            Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) * Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
  const Eigen::AngleAxisd whole(turn);
  return Vec3(whole.axis() * whole.angle());
}

Mat3 rotation_matrix(const Vec3& v) {
  const double angle = v.norm();
  if (angle == 0.0) return Mat3::Identity();
  return Eigen::AngleAxisd(angle, v / angle).toRotationMatrix();
}

Result<Pose> read_place(const SceneContext& context, const SceneNode& node) {
  const auto rotation = read_rotation(context, node.at("rotate"));
  if (!rotation) return rotation.error();
  return Pose{node.at("scale").number(), rotation_matrix(*rotation), node.at("translate").vec3()};
}

}  // namespace muslin
