#pragma once
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <numbers>

namespace muslin {

inline constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;  ///< scenes have degrees

/// Scaled, turned, then moved: how a shape or an animation comes into the scene.
struct Pose {
  double scale = 1.0;
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();

  [[nodiscard]] Vec3 apply(const Vec3& x) const { return scale * (rotation * x) + translation; }
};

/// A unit vector.
[[nodiscard]] Result<Vec3> read_axis(const SceneContext& context, const SceneNode& node);

/// Axis times angle [rad]. An angle about a single axis may exceed a turn; angles about several become the one rotation
/// they make together, of at most half a turn.
[[nodiscard]] Result<Vec3> read_rotation(const SceneContext& context, const SceneNode& node);

/// The rotation by |v| radians about v.
[[nodiscard]] Mat3 rotation_matrix(const Vec3& v);

/// The "place" of a body.
[[nodiscard]] Result<Pose> read_place(const SceneContext& context, const SceneNode& node);

}  // namespace muslin
