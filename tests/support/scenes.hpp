#pragma once
#include <muslin/geometry/shapes.hpp>
#include <muslin/sim/simulator.hpp>

namespace muslin::test {

/// Small scenes that the tests of the dynamics share. Cotton-like fabric, y up; no air unless a test adds it.

/// A square sheet of n × n vertices, lying flat, with these vertices pinned.
[[nodiscard]] SceneBody sheet(int n, double size, std::vector<VertexId> pinned = {});
/// A cable along x of so many segments, 1 m long, with these vertices pinned.
[[nodiscard]] SceneBody cable(int segments, std::vector<VertexId> pinned = {});
/// One body under gravity in a vacuum. One frame is `step`, and one step.
[[nodiscard]] Scene scene_of(SceneBody body, double step, IntegratorMethod method = IntegratorMethod::backward_euler);
/// Moves every vertex that is not pinned by up to `amount`, by the seed.
void perturb(SceneBody& body, double amount, std::uint64_t seed);

/// The simulator of a scene that must be sound.
[[nodiscard]] Simulator simulator_of(Scene scene);
/// Advances by so many frames, and returns the report of the last step. Fails the test where a frame fails.
StepReport advance(Simulator& simulator, int frames);

/// Σ m v and Σ m x × v over all vertices of a scene with one body, masses as the world has them.
struct Momenta {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
  double linear_scale = 0.0;   ///< Σ m |v|
  double angular_scale = 0.0;  ///< Σ m |x| |v|
};
[[nodiscard]] Momenta momenta(const Simulator& simulator);

}  // namespace muslin::test
