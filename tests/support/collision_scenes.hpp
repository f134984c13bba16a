#pragma once
#include <muslin/detect/audit.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/simulator.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin::test {

/// Small scenes in which much collides: cloth, cables, and obstacles that stand, move and change shape.
[[nodiscard]] std::vector<std::string> collision_scene_names();
[[nodiscard]] Scene collision_scene(std::string_view name);

/// Two sheets and a cable that lie one on the other in a trough, and rub. 46 vertices; each frame is one step.
[[nodiscard]] Scene resting_scene(double thickness);

/// What the exact audit says of the state: of its doubles, and of the floats that a file would hold.
[[nodiscard]] std::size_t intersections(const Simulator& simulator);

}  // namespace muslin::test
