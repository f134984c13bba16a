#pragma once
#include <muslin/detect/audit.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/simulator.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin::test {

/// Small scenes with many collisions: cloth, cables, and obstacles that stand still, move or deform.
[[nodiscard]] std::vector<std::string> collision_scene_names();
[[nodiscard]] Scene collision_scene(std::string_view name);

/// Makes a scene of two sheets and a cable that lie on each other in a trough, with friction. It has 46 vertices, and
/// each frame is one step.
[[nodiscard]] Scene resting_scene(double thickness);

/// Leaves all collisions to the response, and to its own method: no contact springs, no repulsion, no impulses before
/// it. A scene that claims something of a method should load it, and count that it did the work.
void leave_to_response(CollisionOptions& options);

/// Returns the number of intersections that the exact audit finds in the state: in its doubles, and in the floats that
/// a file would store.
[[nodiscard]] std::size_t intersections(const Simulator& simulator);

}  // namespace muslin::test
