#pragma once
#include <cstdint>
#include <memory>
#include <muslin/response/response.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <vector>

namespace muslin::test {

/// Everything that a collision step is about, without a world: fill it in, then ask for the step.
struct CollisionCase {
  Mesh mesh;  ///< its positions are those at the start
  std::vector<Vec3> end;
  std::vector<double> inverse_mass;
  std::vector<std::int32_t> body;  ///< of each vertex
  std::vector<Surface> bodies;
  std::vector<std::uint8_t> scripted;
  double step_size = 0.01;
  bool shortest = false;  ///< see CollisionStep::is_shortest()

  /// Adds a body at rest, of one inverse mass per vertex; 0 makes it a scripted one.
  void add(const Mesh& part, double vertex_inverse_mass, const Surface& surface = {.thickness = 1e-3});
  /// Where all vertices with these velocities end.
  void move(std::span<const Vec3> velocity);
  /// Begins the step. The case must outlive it, and stay as it is.
  [[nodiscard]] CollisionStep& begin();

 private:
  std::unique_ptr<Surfaces> surfaces_;
  std::unique_ptr<CollisionStep> step_;
};

/// A body for such cases: one triangle.
[[nodiscard]] Mesh triangle(const Vec3& a, const Vec3& b, const Vec3& c);

/// Sheets one above the other in waves (y is up), each of them in random motion and all of them squeezed: everything
/// collides at once. Free of intersection at the start.
struct PileOptions {
  int sheets = 5;
  int vertices = 10;               ///< along each side of a sheet, of 1 cm spacing
  double spacing = 2e-3;           ///< [m] of sheets
  double max_random_motion = 3.0;  ///< random motion of a vertex in the step, in spacings, at most
  double squeeze = 0.5;            ///< share of its height that the pile would lose
  double friction = 0.3;
  bool floor = false;   ///< a scripted one below, at rest
  double pinned = 0.0;  ///< share of vertices that are prescribed: at rest
  std::uint64_t seed = 1;
};
[[nodiscard]] CollisionCase random_pile(const PileOptions& options);

}  // namespace muslin::test
