#pragma once
#include <muslin/detect/candidate_pairs.hpp>
#include <muslin/detect/patch_tree.hpp>

namespace muslin::detail {

/// Appends all elementary pairs with overlapping boxes between two different patches.
void find_pairs_between(const PatchTree& tree, const Patch& a, const Patch& b, CandidateChunk& out);

/// Appends those within one patch.
void find_pairs_within(const PatchTree& tree, const Patch& patch, CandidateChunk& out);

}  // namespace muslin::detail
