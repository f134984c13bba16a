#pragma once
#include <muslin/geometry/shapes.hpp>
#include <muslin/sim/simulator.hpp>

namespace muslin::test {

/// Small scenes for tests of the dynamics. The fabric resembles cotton, y is up, and there is no air unless a test adds
/// it.

/// Makes a flat square sheet of n × n vertices with these vertices pinned.
[[nodiscard]] SceneBody sheet(int n, double size, std::vector<VertexId> pinned = {});
/// Makes a cable along x with this number of segments, 1 m long, with these vertices pinned.
[[nodiscard]] SceneBody cable(int segments, std::vector<VertexId> pinned = {});
/// Makes a scene of one body under gravity in a vacuum. One frame lasts `step` [s] and is one step.
[[nodiscard]] Scene scene_of(SceneBody body, double step, IntegratorMethod method = IntegratorMethod::backward_euler);
/// Moves every vertex that is not pinned by a random displacement of up to `amount` [m], determined by the seed.
void perturb(SceneBody& body, double amount, std::uint64_t seed);

/// Returns the simulator of a scene, which must be valid.
[[nodiscard]] Simulator simulator_of(Scene scene);
/// Advances by this number of frames and returns the report of the last step. The test fails if a frame fails.
StepReport advance(Simulator& simulator, int frames);

/// The momenta Σ m v and Σ m x × v over all vertices of a scene with one body, with the masses of the world.
struct Momenta {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
  double linear_scale = 0.0;   ///< Σ m |v|
  double angular_scale = 0.0;  ///< Σ m |x| |v|
};
[[nodiscard]] Momenta momenta(const Simulator& simulator);

}  // namespace muslin::test
