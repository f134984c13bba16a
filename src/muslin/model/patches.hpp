#pragma once
#include <array>
#include <muslin/core/described.hpp>
#include <muslin/core/types.hpp>
#include <vector>

namespace muslin {

/// Vertices of a sheet that keep their shape, as where a button is sewn on.
struct Patch {
  std::vector<VertexId> vertices;
  /// Of a square of a grid: how many vertices its sides have, and `vertices` are row by row. 0: any set.
  int side = 0;
};

enum class PatchMethod {
  rigid,   ///< exact: six degrees of freedom each
  hybrid,  ///< fast projection and shape matching, mixed [Liu11]; squares of a grid only
};

/// Length constraints that the hybrid adds to each square [Liu11, Figures 6.1 to 6.3]: its sides, its diagonals, lines
/// between the middles of opposite sides, and between quarters of two of them.
struct ExtraLengths {
  bool diagonals = true;
  bool sides = true;
  bool middles = false;
  bool quarters = false;
  friend bool operator==(const ExtraLengths&, const ExtraLengths&) = default;
};

/// What the hybrid does where projection and shape matching of a patch oppose each other [Liu11, §5.2.2.3]; the values
/// are the numbers of its conditions.
enum class ConflictRule {
  drop = 1,                ///< no shape matching
  drop_opposing_part = 2,  ///< without the part that opposes
};

/// How the hybrid finds the rotation of a patch.
enum class MatchingKind {
  spatial,  ///< in three dimensions, which is right for flat shapes too
  planar,   ///< in the plane of the patch, by principal components [Liu11, §5.2.2.2]
};

struct HybridOptions {
  ExtraLengths extra;
  ConflictRule conflict_rule = ConflictRule::drop;
  MatchingKind matching = MatchingKind::spatial;
  double projection_share = 0.5;  ///< coeff_FP [1]; that of shape matching is the rest
  double step = 0.5;              ///< α: share of the distance to the goal that a round of shape matching covers [1]
  double snap_distance_share =
      0.01;  ///< where Σ|g - x|² of a patch is below the square of this share of its size, it snaps [1]
};

struct Patches {
  PatchMethod method = PatchMethod::rigid;
  HybridOptions hybrid;
  std::vector<Patch> list;
};

/// The vertices of a square that are not on its outline.
[[nodiscard]] std::vector<VertexId> inner_vertices(const Patch& patch);

/// Pairs of vertices of a square whose distance the hybrid keeps.
[[nodiscard]] std::vector<std::array<VertexId, 2>> extra_pairs(const Patch& patch, const ExtraLengths& extra);

/// What scenes may set (core/option.hpp).
void describe(Description<HybridOptions>& options);
void describe(Description<Patches>& options);

}  // namespace muslin
