#pragma once
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// Returns the format of scene files: all keys with their units, ranges and defaults. Keys of an options struct come
/// from the description beside that struct (core/option.hpp); only keys that need a reader of their own are defined
/// here.
[[nodiscard]] const ValueFormat& scene_format();

namespace detail {
/// Parts of the format that are defined in their own files.
[[nodiscard]] ValueFormat surface_format(std::string about);
[[nodiscard]] ValueFormat cable_shape_format();
[[nodiscard]] ValueFormat obstacle_shape_format();
[[nodiscard]] ValueFormat rotation_format();
[[nodiscard]] ValueFormat axis_format();
[[nodiscard]] ValueFormat motion_format();
[[nodiscard]] ValueFormat selection_format();
[[nodiscard]] ValueFormat body_format();
[[nodiscard]] ValueFormat collision_format();
[[nodiscard]] ValueFormat start_format();
/// Returns the format of positions and displacements, within the range of shapes.
[[nodiscard]] ValueFormat point_format(std::string about = "Coordinates along x, y and z.");
}  // namespace detail

}  // namespace muslin
