#pragma once
#include <muslin/sim/simulator.hpp>
#include <string>

namespace muslin::test {

/// A small square of cloth that lies with friction on a plane inclined by `degrees` about z; y is up.
struct InclineOptions {
  double degrees = 30.0;
  double friction = 0.5;
  int vertices = 2;  ///< number of vertices along each side
  std::string response = "gauss_seidel";
  bool response_alone = false;  ///< without repulsion, contact springs and impulses before the method
};
[[nodiscard]] Scene incline_scene(const InclineOptions& options);
/// Returns the mean displacement of the square down the incline since the start [m].
[[nodiscard]] double downhill_displacement(const Simulator& simulator, const Scene& scene,
                                           const InclineOptions& options);

}  // namespace muslin::test
