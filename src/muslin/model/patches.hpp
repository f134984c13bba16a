#pragma once
#include <array>
#include <muslin/core/described.hpp>
#include <muslin/core/types.hpp>
#include <vector>

namespace muslin {

/// Vertices of a sheet that keep their shape, for example where a button is sewn on.
struct Patch {
  std::vector<VertexId> vertices;
  /// Number of vertices along a side, if the patch is a square of a grid with `vertices` row by row; 0 for any other
  /// set.
  int side = 0;
};

enum class PatchMethod {
  rigid,   ///< exact: six degrees of freedom each
  hybrid,  ///< blend of fast projection and shape matching [Liu11]; squares of a grid only
};

/// Length constraints that the hybrid method adds to each square [Liu11, Figures 6.1 to 6.3]: its sides, its diagonals,
/// lines between the middles of opposite sides, and lines between the quarter points of two of them.
struct ExtraLengths {
  bool diagonals = true;
  bool sides = true;
  bool middles = false;
  bool quarters = false;
  friend bool operator==(const ExtraLengths&, const ExtraLengths&) = default;
};

/// The treatment of a patch for which projection and shape matching move in opposite directions [Liu11, §5.2.2.3]. The
/// values are the numbers of the conditions in that section.
enum class ConflictRule {
  drop = 1,                ///< omits shape matching
  drop_opposing_part = 2,  ///< omits the part of shape matching that opposes
};

/// The methods by which the hybrid finds the rotation of a patch.
enum class MatchingKind {
  spatial,  ///< in three dimensions, which is right for flat shapes too
  planar,   ///< in the plane of the patch, by principal components [Liu11, §5.2.2.2]
};

struct HybridOptions {
  ExtraLengths extra;
  ConflictRule conflict_rule = ConflictRule::drop;
  MatchingKind matching = MatchingKind::spatial;
  double projection_share = 0.5;  ///< coeff_FP [1]; shape matching has the rest
  double step = 0.5;              ///< α [1]: share of the distance to the goal that one round of shape matching covers
  double snap_distance_share =
      0.01;  ///< [1] a patch snaps where its Σ|g - x|² is below the square of this share of its size
};

struct Patches {
  PatchMethod method = PatchMethod::rigid;
  HybridOptions hybrid;
  std::vector<Patch> list;
};

/// Returns the vertices of a square that are not on its outline.
[[nodiscard]] std::vector<VertexId> inner_vertices(const Patch& patch);

/// Returns the pairs of vertices of a square whose distance the hybrid keeps.
[[nodiscard]] std::vector<std::array<VertexId, 2>> extra_pairs(const Patch& patch, const ExtraLengths& extra);

/// Describe the options that scenes may set (core/option.hpp).
void describe(Description<HybridOptions>& options);
void describe(Description<Patches>& options);

}  // namespace muslin
