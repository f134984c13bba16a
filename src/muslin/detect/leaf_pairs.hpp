#pragma once
#include <muslin/detect/broad_phase_pairs.hpp>
#include <muslin/detect/broad_phase_tree.hpp>

namespace muslin::detail {

/// Appends all pairs of elements with overlapping boxes between two different leaves.
void find_pairs_between(const BroadPhaseTree& tree, const TreeLeaf& a, const TreeLeaf& b, BroadPhaseChunk& out);

/// Appends all pairs of elements with overlapping boxes within one leaf.
void find_pairs_within(const BroadPhaseTree& tree, const TreeLeaf& leaf, BroadPhaseChunk& out);

}  // namespace muslin::detail
