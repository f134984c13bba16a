#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/model/world.hpp>
#include <muslin/response/qp/guide.hpp>
#include <muslin/sim/scene.hpp>
#include <vector>

/// A scene as collisions see it: all bodies in one index space, in the order of the world.
namespace muslin {

/// All elements. Obstacles are scripted as a whole: two of them are not tested against each other.
[[nodiscard]] CollisionMesh make_collision_mesh(const Scene& scene);
/// Thickness and friction of the bodies, and of the pairs that the scene names.
[[nodiscard]] Surfaces make_surfaces(const Scene& scene);
/// Where all vertices start [m].
[[nodiscard]] std::vector<Vec3> start_positions(const Scene& scene);
/// [1/kg]; 0 where a script leads.
[[nodiscard]] std::vector<double> inverse_masses(const World& world);
/// Vertices of the world whose velocity is prescribed in one direction.
[[nodiscard]] std::vector<Guide> make_guides(const Scene& scene, const World& world);

}  // namespace muslin
