#pragma once
#include <muslin/core/described.hpp>

namespace muslin {

/// What is kept from stretching.
enum class LimitedParts {
  threads,    ///< the sides of triangles that run along warp or weft: the cloth may shear
  edges,      ///< all sides of triangles
  triangles,  ///< each triangle in the direction in which it is stretched most: for any mesh, and never stiff in
              ///< bending
};

/// What a limited length has to keep to.
enum class LengthRule {
  limit,  ///< it never exceeds the limit, and is free below
  keep,   ///< its length at rest; corrected, all together, when one of them exceeds the limit [Goldenthal07]
};

/// Limits how far a sheet or a cable can stretch. With LengthRule::keep, threads are the parts to choose: on all
/// edges of a mesh it would leave nothing to bend.
struct StretchLimit {
  double limit = 0.01;  ///< [1] of stretch, less one
  LimitedParts parts = LimitedParts::triangles;
  LengthRule rule = LengthRule::limit;
  double compression = 0.0;  ///< [1] of an edge at most, of its length at rest; 0: no limit. Of qp_collide only
  int max_iterations = 40;   ///< of the projection, per step
};

/// What scenes may set (core/option.hpp).
void describe(Description<StretchLimit>& options);

}  // namespace muslin
