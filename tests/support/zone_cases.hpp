#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <muslin/response/zones/zone_problem.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// A zone without a step: vertices with masses and velocities, and contacts between any of them.
struct ZoneCase {
  std::vector<double> inverse_mass;  ///< 0 for a prescribed vertex
  std::vector<Vec3> velocity;
  std::vector<Contact> contacts;
  std::vector<double> friction;         ///< coefficient for each contact
  std::vector<double> target_velocity;  ///< for each contact [m/s]

  VertexId add_vertex(double w, const Vec3& v);
  /// Adds a contact. The second pair of vertices moves against the first; weights are those of contact.hpp.
  void add_contact(const std::array<VertexId, 4>& vertex, const std::array<double, 4>& weight, const Vec3& normal,
                   double mu = 0.0, double target_speed = 0.0);

  [[nodiscard]] std::vector<VertexId> movable() const;
  [[nodiscard]] ZoneProblem problem() const;
  /// Returns the velocities after the impulses are applied.
  [[nodiscard]] std::vector<Vec3> after(const ZoneProblem& problem, std::span<const Vec3> impulse) const;

  /// Returns J in full: one row per contact and three columns per vertex, including prescribed vertices.
  [[nodiscard]] Eigen::MatrixXd jacobian() const;
  [[nodiscard]] double kinetic_energy(std::span<const Vec3> v) const;  ///< of movable vertices [J]
  [[nodiscard]] Vec3 momentum(std::span<const Vec3> v) const;          ///< of movable vertices
};

/// Options of random_zone().
struct RandomZoneOptions {
  int vertices = 12;
  int contacts = 10;
  double repeated = 0.3;    ///< fraction of contacts that only repeat others, up to the weights of a common side
  double prescribed = 0.0;  ///< fraction of vertices that are prescribed, at rest
  double friction = 0.0;    ///< largest coefficient of friction
  std::uint64_t seed = 1;
};
/// Makes random vertices with random masses, velocities and normals, which may or may not approach each other.
[[nodiscard]] ZoneCase random_zone(const RandomZoneOptions& options);

/// Makes sheets of `side`² vertices one above the other (y is up), each vertex on the triangle below it and the lowest
/// sheet on a floor at rest. All sheets fall, with random velocities added. There are (sheets - 1) side² contacts, and
/// those on the floor.
[[nodiscard]] ZoneCase stack(int sheets, int side, double friction, std::uint64_t seed);

}  // namespace muslin::test
