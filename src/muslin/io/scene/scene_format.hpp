#pragma once
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// Everything a scene file may say, with its units, ranges and defaults (docs/scene-format.md).
[[nodiscard]] const ValueFormat& scene_format();

namespace detail {
/// The largest speed that makes sense [m/s]: beyond it a digit slipped.
inline constexpr double kMaxSpeed = 1e6;
/// Parts of it that stand in files of their own.
[[nodiscard]] ValueFormat surface_format(std::string about);
[[nodiscard]] ValueFormat cable_shape_format();
[[nodiscard]] ValueFormat obstacle_shape_format();
[[nodiscard]] ValueFormat rotation_format();
[[nodiscard]] ValueFormat axis_format();
[[nodiscard]] ValueFormat motion_format();
[[nodiscard]] ValueFormat selection_format();
[[nodiscard]] ValueFormat body_format();
[[nodiscard]] ValueFormat collision_format();
[[nodiscard]] ValueFormat thickness_format();
[[nodiscard]] ValueFormat friction_format();
/// Places and displacements, within the range of shapes.
[[nodiscard]] ValueFormat point_format();
}  // namespace detail

}  // namespace muslin
