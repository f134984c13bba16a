#pragma once

// Certified collision detection.
namespace muslin::tolerance {

/// Number of jumps after which time_of_impact gives up and reports contact at the time reached so far [1]. In the worst
/// case (two elements that rotate against each other as they meet) a jump covers a fixed share of the remaining time;
/// most pairs need no jump. A larger value gives fewer false alarms in such cases, which then take more time.
inline constexpr int kMaxAdvancementSteps = 64;

/// A pair that ends in contact is advanced no further once it is within this share of the step before its end [1]. This
/// saves most of the jumps before a contact at the very end of the step; the time of that contact is reported early by
/// at most this share.
inline constexpr double kTimeResolution = 1e-6;

/// Number of further jumps in extended precision for pairs that graze each other at the scale of rounding [1]. Each
/// costs some 300 ns. With 3 jumps, false alarms on handcrafted grazing queries fall from 5 % to 1 %; more jumps hardly
/// help.
inline constexpr int kMaxExtendedPrecisionSteps = 3;

/// Share of the gap that a jump towards a contact is meant to leave [1]. A smaller value needs fewer jumps, but more of
/// them pass the contact and are wasted.
inline constexpr double kRemainingGapShare = 0.0625;

/// Gap, relative to the size of the pair's motion, below which a pair that is about to cross well inside both elements
/// counts as a contact without further jumps [1]. A larger value is faster, but the time of contact is reported earlier
/// by as much.
inline constexpr double kCrossingGapRatio = 1e-7;

/// Longest time that such a crossing may take, as a share of the step [1]. It is long enough for the gap to close, and
/// short enough that the pair cannot slide off its elements meanwhile.
inline constexpr double kMaxCrossingTime = 1e-4;

/// Smallest barycentric weight with which such a crossing must lie inside its element [1]. Nearer to the rim of the
/// element, the jumps go on.
inline constexpr double kBarycentricMargin = 1e-3;

/// Squared sine of the angle between two edges below which their common normal is not used [1], because it is mostly
/// rounding.
inline constexpr double kParallelEdgeSineSquared = 1e-12;

/// Separation that a step keeps between two elements, in units in the last place of a float at their largest coordinate
/// [1]: 4√3, rounded up. Files store floats, and rounding to them can use up √3 of it (detect/separation.hpp). The rest
/// is for programs that read a frame and scale or move it in floats, possibly several times. Below √3, written frames
/// could intersect. With a larger value, bodies rest visibly further apart (at 1 m from the origin it is 0.8 µm).
inline constexpr double kSeparationUlps = 6.9282032302755097;

/// Number of bits, after the first, of the preserved distances below the separation [1]: 4 bits make 16 such distances
/// for each power of two. With fewer bits, a pair that starts that near may lose more of its distance, once (with 4
/// bits 1/17). With more bits, sliding pairs cross one of these distances more often, and collide.
inline constexpr int kPreservedDistanceBits = 4;

/// Growth of the cost of the broad-phase tree, relative to a fresh tree, at which it is rebuilt [1]. Building costs
/// some ten refits. A smaller value rebuilds more often; a larger one tests more boxes in vain.
inline constexpr double kTreeRebuildCostRatio = 1.5;

/// Distance from its expected end within which a vertex may end a step without a new search for its pairs. It is the
/// sum of a share of the largest thickness [1], because repulsion may displace the vertex, and a share of its motion
/// [1], because responses change the motion. The share of the motion must be at least 1/16 (detect/near_pairs.cpp).
/// Larger values keep and test more pairs in vain; smaller ones need more searches.
inline constexpr double kSearchSlackPerThickness = 0.25;
inline constexpr double kSearchSlackPerMotion = 0.0625;

/// The same distance for a vertex that missed its expected end once, as a share of the distance by which it missed [1].
/// With a larger value, most pairs in cloth that is wrung, where predictions are poor, are kept and tested in vain; a
/// smaller one makes hardly any difference.
inline constexpr double kSearchSlackPerDeviation = 0.125;

/// Sizes of a mesh [m] beyond which `muslin check` asks whether its unit is metres. Garments, people and rooms are
/// smaller than the first, and a person in centimetres is 180; an object below a centimetre is rarely simulated alone.
inline constexpr double kMaxPlausibleSize = 30.0;
inline constexpr double kMinPlausibleSize = 0.01;

/// Ratio of the longest to the shortest edge of a mesh [1] above which a warning is given. Fans at buttonholes and
/// collars reach some hundreds. An explicit step is as short as the shortest edge demands, and the separation that
/// floats need is some 1e-6 of the coordinates. A smaller value would warn of good garments.
inline constexpr double kMaxEdgeRatio = 1e4;

/// Relative difference of squared distances below which two faces count as equally near to a point [1]. Faces that
/// share the nearest edge or corner differ by rounding only.
inline constexpr double kEquallyNear = 1e-9;

}  // namespace muslin::tolerance
