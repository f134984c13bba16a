#pragma once
#include <muslin/sim/untangle/tangle_world.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Smooths the marked vertices between those that are not marked: each ends at the mean of its neighbours, a vertex of
/// a border at the mean of its neighbours along the border. A fold that passes through itself becomes a simple surface.
/// Lengths are not kept; a relaxation must follow. Scripted vertices and what moves rigidly stay.
void make_fair(const TangleWorld& world, std::span<const std::uint8_t> is_marked, int sweeps,
               std::vector<Vec3>& position);

}  // namespace muslin
