#pragma once
#include <muslin/sim/untangle/layer_displacements.hpp>
#include <muslin/sim/untangle/movable_region.hpp>
#include <muslin/sim/untangle/pair_finder.hpp>
#include <vector>

namespace muslin {

/// Positions of all vertices, and what intersects there.
struct Layers {
  std::vector<Vec3> position;           ///< [m]
  std::vector<IntersectingPair> pairs;  ///< at these positions
};

/// Takes back displacements that push cloth into obstacles which it did not intersect before, at `layers`. `moved` are
/// the displaced positions. Returns what intersects then.
[[nodiscard]] std::vector<IntersectingPair> stay_out_of_obstacles(const TangleWorld& world, PairFinder& finder,
                                                                  const Layers& layers, std::vector<Vec3>& moved);

/// Displaces layers of cloth until none intersect, or until nothing helps. No step is certified: a layer that is pushed
/// through another one intersects it at its rim, and the next round moves it back. At first displacements may make
/// things worse, and become smaller with time; then each must help where it is.
void separate_layers(const TangleWorld& world, PairFinder& finder, MovableRegion& region, Layers& layers);

}  // namespace muslin
