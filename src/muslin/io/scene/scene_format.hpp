#pragma once
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// Everything a scene file may say, with its units, ranges and defaults. What belongs to an options struct comes from
/// the description beside that struct (core/option.hpp); only keys that need a reader of their own stand here.
[[nodiscard]] const ValueFormat& scene_format();

namespace detail {
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
/// Positions and displacements, within the range of shapes.
[[nodiscard]] ValueFormat point_format(std::string about = "Coordinates along x, y and z.");
}  // namespace detail

}  // namespace muslin
