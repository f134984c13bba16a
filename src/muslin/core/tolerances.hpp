#pragma once

/// Every tolerance of the library, with its unit, its reason, and what changing it does. None of them decides whether
/// two things collide: that is certified without a tolerance. They decide when to stop looking, and how fast.
namespace muslin::tolerance {

/// Jumps after which time_of_impact gives up and reports contact at the time reached so far [1]. A jump covers a fixed
/// share of what is left in the worst case (two elements that turn against each other as they meet), most pairs need
/// none. More: fewer false alarms in such cases, more time for them.
inline constexpr int kMaxJumps = 64;

/// For a pair that ends in contact: this share of the step before its end [1] is near enough. Saves most of the jumps
/// before a contact at the very end; its time is reported that much early.
inline constexpr double kTimeResolution = 1e-6;

/// Further jumps in extended precision for pairs that graze each other at the scale of rounding [1]; each costs some
/// 300 ns. With 3, false alarms on handcrafted grazing queries fall from 5 % to 1 %; with more, hardly further.
inline constexpr int kMaxCarefulJumps = 3;

/// Gap, relative to the size of the pair's motion, below which a pair that is about to cross well inside both elements
/// is a contact without further jumps [1]. Larger: faster, but the time of contact is reported that much early.
inline constexpr double kClosingGap = 1e-7;

/// And the time that such a crossing may take, of the step [1]: long enough for the gap to close, short enough that the
/// pair cannot slide off its elements meanwhile.
inline constexpr double kClosingTime = 1e-4;

/// How far inside its element (in barycentric weight) such a crossing must lie [1]. Nearer the rim the jumps go on.
inline constexpr double kInsideMargin = 1e-3;

/// Squared sine of the angle between two edges below which their common normal is not used [1]: it is mostly rounding.
inline constexpr double kParallelEdges = 1e-12;

/// Squared sine of the angle between two sides below which they span no plane that could give a contact without a gap
/// its normal [1]: at 1e-12 rounding turns that plane by 1e-4. Larger: such contacts get a direction across the longest
/// edge.
inline constexpr double kNoPlane = 1e-24;

/// Growth of the cost of the broad phase's tree, relative to a fresh one, at which it is rebuilt [1]. Building costs
/// some ten refits. Smaller: rebuilt more often; larger: more boxes tested in vain.
inline constexpr double kTreeDecay = 1.5;

/// Sizes of a mesh [m] beyond which `muslin check` asks whether its unit is metres: garments, people and rooms are
/// smaller, and a person in centimetres is 180; a thing below a centimetre is rarely simulated alone.
inline constexpr double kLargestLikelySize = 30.0;
inline constexpr double kSmallestLikelySize = 0.01;

}  // namespace muslin::tolerance
