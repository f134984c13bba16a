#pragma once
#include <muslin/core/described.hpp>

namespace muslin {

/// The parts of a sheet whose stretch is limited.
enum class LimitedParts {
  threads,    ///< sides of triangles along warp or weft (yarns), so that the cloth may shear
  edges,      ///< all sides of triangles
  triangles,  ///< each triangle in its direction of largest stretch: for any mesh, and never stiff in bending
};

/// The rule that a limited length obeys.
enum class LengthRule {
  limit,  ///< it never exceeds the limit, and is free below
  keep,   ///< it keeps its rest length: all are corrected together when one exceeds the limit [Goldenthal07]
};

/// The largest stretch of a sheet under any load. With LengthRule::keep, choose the yarns (LimitedParts::threads) as
/// parts: on all edges of a mesh that rule would leave no freedom to bend.
struct StretchLimit {
  double limit = 0.01;  ///< [1] largest stretch, less one
  LimitedParts parts = LimitedParts::triangles;
  LengthRule rule = LengthRule::limit;
  double compression = 0.0;  ///< [1] largest compression of an edge, relative to its rest length; 0 for no limit;
                             ///< qp_collide only
  int max_iterations = 40;   ///< of the projection, per step
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<StretchLimit>& options);

}  // namespace muslin
