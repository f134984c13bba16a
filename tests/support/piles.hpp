#pragma once
#include <cstdint>
#include <memory>
#include <muslin/contact/surfaces.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <vector>

namespace muslin::test {

/// The complete input of a collision step without a world. Fill it in, then call begin().
struct CollisionCase {
  Mesh mesh;  ///< its positions are the start positions
  std::vector<Vec3> end;
  std::vector<double> inverse_mass;
  std::vector<std::int32_t> body;  ///< body of each vertex
  std::vector<Surface> bodies;
  std::vector<std::uint8_t> scripted;
  double step_size = 0.01;
  bool shortest = false;  ///< see CollisionStep::is_shortest()

  /// Adds a body at rest with the same inverse mass for each vertex [1/kg]; 0 makes it scripted.
  void add(const Mesh& part, double vertex_inverse_mass, const Surface& surface = {.thickness = 1e-3});
  /// Sets the end positions of all vertices from these velocities.
  void move(std::span<const Vec3> velocity);
  /// Begins the step. The case must outlive it and must not change meanwhile.
  [[nodiscard]] CollisionStep& begin();

 private:
  std::unique_ptr<Surfaces> surfaces_;
  std::unique_ptr<CollisionStep> step_;
};

/// Makes a mesh of one triangle, as a body for such cases.
[[nodiscard]] Mesh triangle(const Vec3& a, const Vec3& b, const Vec3& c);

/// A pile of wavy sheets (y is up), each in random motion and all squeezed together, so that everything collides at
/// once. The pile is free of intersections at the start.
struct PileOptions {
  int sheets = 5;
  int vertices = 10;               ///< number along each side of a sheet; their spacing is 1 cm
  double spacing = 2e-3;           ///< distance between sheets [m]
  double max_random_motion = 3.0;  ///< largest random displacement of a vertex in the step, in spacings
  double squeeze = 0.5;            ///< fraction of its height by which the pile would shrink
  double friction = 0.3;
  bool floor = false;   ///< adds a scripted floor at rest below
  double pinned = 0.0;  ///< fraction of vertices that are prescribed and at rest
  std::uint64_t seed = 1;
};
[[nodiscard]] CollisionCase random_pile(const PileOptions& options);

}  // namespace muslin::test
