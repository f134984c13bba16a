#pragma once
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <numbers>

namespace muslin {

inline constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;  ///< scenes use degrees

/// The transformation of a shape or an animation into the scene: scaling, then rotation, then translation.
struct Pose {
  double scale = 1.0;
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();

  [[nodiscard]] Vec3 apply(const Vec3& x) const { return scale * (rotation * x) + translation; }
};

/// Reads an axis as a unit vector.
[[nodiscard]] Result<Vec3> read_axis(const SceneContext& context, const SceneNode& node);

/// Reads a rotation as axis times angle [rad]. An angle about a single axis may exceed 2π; angles about several axes
/// are combined into one rotation of at most π.
[[nodiscard]] Result<Vec3> read_rotation(const SceneContext& context, const SceneNode& node);

/// Returns the rotation by |v| radians about v.
[[nodiscard]] Mat3 rotation_matrix(const Vec3& v);

/// Reads the "place" of a body.
[[nodiscard]] Result<Pose> read_place(const SceneContext& context, const SceneNode& node);

}  // namespace muslin
