#pragma once
#include <muslin/sim/simulator.hpp>
#include <string>
#include <vector>

namespace muslin::app {

/// What intersects before a scene has begun: in the doubles that are simulated, and in the floats that are written.
struct StartAudit {
  std::size_t intersections = 0;
  std::vector<std::string> pairs;          ///< the first of them, with bodies, elements and place
  bool only_as_floats = false;             ///< the doubles are clean
  std::size_t obstacle_intersections = 0;  ///< of obstacles with each other or themselves: allowed
  std::vector<std::string> obstacle_pairs;

  [[nodiscard]] bool clean() const { return intersections == 0; }
};

/// The simulator must be at its start: scripts have put their vertices where they begin.
[[nodiscard]] StartAudit audit_start(const Simulator& simulator, std::size_t max_listed);

}  // namespace muslin::app
