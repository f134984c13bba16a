#pragma once
#include <limits>

// Constraints of contacts.
namespace muslin::tolerance {

/// Squared sine of the angle between two sides below which they do not span a plane that could give its normal to a
/// contact without a gap [1]. At 1e-12, rounding tilts that plane by 1e-4. With a larger value, more such contacts get
/// a direction across the longest edge.
inline constexpr double kDegeneratePlaneSineSquared = 1e-24;

/// Weight in a contact below which a movable vertex counts as prescribed, if no movable vertex of the contact has more
/// [1]. To stop an approach of speed u, an impulse must give such a vertex the speed u/c, c being its weight, and the
/// kinetic energy m (u/c)²/2: a ball that reaches a pinned edge at 0.5 m/s would fling the next row of vertices at
/// kilometres per second. With a smaller value, vertices are flung that much faster; with a larger one, obstacles give
/// way to triangles that could still swing aside about their pinned edge.
inline constexpr double kMinMovableWeight = 0.1;

/// Cosine between the direction in which two clusters collide by their mean normals and the direction of their
/// contacts, below which the contacts decide [1]: an edge that hits a face has a mean normal across the collision. A
/// smaller value gives impulses along the cloth, which must be large to separate anything; with 1, mean normals never
/// count.
inline constexpr double kMinClusterNormalCosine = 0.5;

/// Volume relative to the product of three edges below which it is a rounding error [1]. A determinant of three rounded
/// edges is wrong by a few ε. With a larger value, flat stencils lose their orientation; with a smaller one, the sign
/// of a rounding error decides on which side an element lies.
inline constexpr double kNegligibleVolumeRatio = 16.0 * std::numeric_limits<double>::epsilon();

}  // namespace muslin::tolerance
