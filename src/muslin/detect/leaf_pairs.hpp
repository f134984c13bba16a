#pragma once
#include <muslin/detect/broad_phase_pairs.hpp>
#include <muslin/detect/broad_phase_tree.hpp>

namespace muslin::detail {

/// Appends all elementary pairs with overlapping boxes between two different leaves.
void find_pairs_between(const BroadPhaseTree& tree, const TreeLeaf& a, const TreeLeaf& b, BroadPhaseChunk& out);

/// Appends those within one leaf.
void find_pairs_within(const BroadPhaseTree& tree, const TreeLeaf& leaf, BroadPhaseChunk& out);

}  // namespace muslin::detail
