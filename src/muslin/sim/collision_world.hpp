#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/detect/exemptions.hpp>
#include <muslin/model/world.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <vector>

/// The parts of a scene that matter for collisions. All bodies share one index space, in the order of the world.
namespace muslin {

/// Makes a mesh of all elements. Obstacles are scripted as a whole, so two of them are not tested against each other.
[[nodiscard]] CollisionMesh make_collision_mesh(const Scene& scene);
/// Makes the table of thickness and friction of the bodies, and of the pairs that the scene names.
[[nodiscard]] Surfaces make_surfaces(const Scene& scene);
/// Returns the priority of each vertex of an obstacle, and Exemptions::kNoPriority for the others; empty if all
/// obstacles have the same priority.
[[nodiscard]] std::vector<std::int32_t> priorities_of(const Scene& scene);
/// Returns the pairs that a state of the scene exempts from collisions.
[[nodiscard]] Exemptions exemptions_of(const Scene& scene, const State& state);
/// Returns the initial positions of all vertices [m].
[[nodiscard]] std::vector<Vec3> start_positions(const Scene& scene);
/// Returns the inverse masses of all vertices [1/kg]; 0 for scripted vertices.
[[nodiscard]] std::vector<double> inverse_masses(const World& world);
/// Returns the inverse masses of prescribed vertices that yield in a pinch [1/kg]. An obstacle then acts like cloth
/// that is heavier by tolerance::kYieldingMassRatio: the mass is spread over its surface, so that two obstacles share
/// an overlap equally, however fine their meshes are.
[[nodiscard]] std::vector<double> yielding_inverse_masses(const Scene& scene, const World& world);
/// Makes the guides of the scene, with vertex numbers of the world.
[[nodiscard]] std::vector<Guide> make_guides(const Scene& scene, const World& world);

}  // namespace muslin
