#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <muslin/response/zones/zone_problem.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// A zone without a step: vertices with masses and velocities, and contacts between any of them.
struct ZoneCase {
  std::vector<double> inverse_mass;  ///< 0: prescribed
  std::vector<Vec3> velocity;
  std::vector<Contact> contacts;
  std::vector<double> friction;         ///< of each contact
  std::vector<double> target_velocity;  ///< of each contact [m/s]

  VertexId add_vertex(double w, const Vec3& v);
  /// The second pair of vertices moves against the first; weights are those of contact.hpp.
  void add_contact(const std::array<VertexId, 4>& vertex, const std::array<double, 4>& weight, const Vec3& normal,
                   double mu = 0.0, double target_speed = 0.0);

  [[nodiscard]] std::vector<VertexId> movable() const;
  [[nodiscard]] ZoneProblem problem() const;
  /// Velocities after impulses.
  [[nodiscard]] std::vector<Vec3> after(const ZoneProblem& problem, std::span<const Vec3> impulse) const;

  /// J as it is written down: one row per contact, three columns per vertex, prescribed ones included.
  [[nodiscard]] Eigen::MatrixXd jacobian() const;
  [[nodiscard]] double kinetic_energy(std::span<const Vec3> v) const;  ///< of movable vertices [J]
  [[nodiscard]] Vec3 momentum(std::span<const Vec3> v) const;          ///< of movable vertices
};

struct RandomZoneOptions {
  int vertices = 12;
  int contacts = 10;
  double repeated = 0.3;    ///< share of contacts that only repeat others, up to the weights of a common side
  double prescribed = 0.0;  ///< share of vertices, at rest
  double friction = 0.0;    ///< coefficients up to this
  std::uint64_t seed = 1;
};
/// Random vertices of random masses, velocities, normals: approaching or not.
[[nodiscard]] ZoneCase random_zone(const RandomZoneOptions& options);

/// Sheets of `side`² vertices one above the other (y is up), each vertex on the triangle below it, the lowest on a
/// floor at rest; all of them falling, with random velocities added. (sheets - 1) side² contacts and those on the
/// floor.
[[nodiscard]] ZoneCase stack(int sheets, int side, double friction, std::uint64_t seed);

}  // namespace muslin::test
