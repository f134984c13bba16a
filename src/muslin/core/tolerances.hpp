#pragma once
#include <cstddef>

/// Every tolerance of the library, with its unit, its reason, and what changing it does. None of them decides whether
/// two things touch: that is certified without a tolerance. They decide what is kept between them, when to stop
/// looking, and how fast.
namespace muslin::tolerance {

/// Unit roundoff u of double, rounded to nearest [1]: the largest relative error of one operation.
inline constexpr double kUnitRoundoff = 0x1p-53;

/// Jumps after which time_of_impact gives up and reports contact at the time reached so far [1]. A jump covers a fixed
/// share of what is left in the worst case (two elements that turn against each other as they meet), most pairs need
/// none. More: fewer false alarms in such cases, more time for them.
inline constexpr int kMaxAdvancementSteps = 64;

/// For a pair that ends in contact: this share of the step before its end [1] is near enough. Saves most of the jumps
/// before a contact at the very end; its time is reported that much early.
inline constexpr double kTimeResolution = 1e-6;

/// Further jumps in extended precision for pairs that graze each other at the scale of rounding [1]; each costs some
/// 300 ns. With 3, false alarms on handcrafted grazing queries fall from 5 % to 1 %; with more, hardly further.
inline constexpr int kMaxExtendedPrecisionSteps = 3;

/// Share of the gap that a jump towards a contact aims to leave [1]. Smaller: fewer jumps, but more that pass the
/// contact and are in vain.
inline constexpr double kRemainingGapShare = 0.0625;

/// Gap, relative to the size of the pair's motion, below which a pair that is about to cross well inside both elements
/// is a contact without further jumps [1]. Larger: faster, but the time of contact is reported that much early.
inline constexpr double kCrossingGapRatio = 1e-7;

/// And the time that such a crossing may take, of the step [1]: long enough for the gap to close, short enough that the
/// pair cannot slide off its elements meanwhile.
inline constexpr double kMaxCrossingTime = 1e-4;

/// How far inside its element (in barycentric weight) such a crossing must lie [1]. Nearer the rim the jumps go on.
inline constexpr double kBarycentricMargin = 1e-3;

/// Squared sine of the angle between two edges below which their common normal is not used [1]: it is mostly rounding.
inline constexpr double kParallelEdgeSineSquared = 1e-12;

/// Squared sine of the angle between two sides below which they span no plane that could give a contact without a gap
/// its normal [1]: at 1e-12 rounding turns that plane by 1e-4. Larger: such contacts get a direction across the longest
/// edge.
inline constexpr double kDegeneratePlaneSineSquared = 1e-24;

/// What a step keeps between two elements, in units of the last place that a float has for their largest coordinate
/// [1]: 4√3, rounded up. Files hold floats, and rounding to them can eat √3 of it (detect/separation.hpp); the rest is
/// for programs that read a frame and scale or move it in floats, each time again. Below √3 written frames could
/// intersect; larger: things rest visibly further apart (at 1 m from the origin it is 0.8 µm).
inline constexpr double kSeparationUlps = 6.9282032302755097;

/// Bits, after the first, of the distances below the separation that steps keep [1]: 4 make 16 such distances for each
/// power of two. Fewer: a pair that starts that near may lose more, once (with 4 bits 1/17); more: sliding pairs cross
/// one of them more often, and collide.
inline constexpr int kPreservedDistanceBits = 4;

/// Gap that impulses leave of what comes near, of the thickness between two surfaces [1]: elements that turn together
/// are the harder to prove apart the nearer they are. Smaller: layers that repulsion cannot hold creep together until
/// nothing moves; larger: they stop further from each other.
inline constexpr double kApproachGapShare = 0.1;

/// The largest turn of a rigid impact zone in one step [rad]: on straight paths two vertices that turn by θ come nearer
/// by cos(θ/2) on the way, and steps may use up half of a distance, cos(60°). A little less, for rounding. Smaller:
/// fast spinning zones lose more of their angular momentum.
inline constexpr double kMaxZoneRotation = 2.0;

/// By how much prescribed vertices may miss a rigid motion that a zone takes from them, of the gap that responses aim
/// at [1]. Larger: zones on a bending obstacle can be moved with it, and collide with it by that much.
inline constexpr double kRigidFitTolerance = 0.01;

/// Moment of inertia of a zone about an axis, relative to the largest, below which it does not turn about it [1]: its
/// vertices lie on that line up to 1e-6 of its length. Smaller: rounding of angular momentum makes it spin.
inline constexpr double kNegligibleInertiaRatio = 1e-12;

/// Growth of the cost of the broad phase's tree, relative to a fresh one, at which it is rebuilt [1]. Building costs
/// some ten refits. Smaller: rebuilt more often; larger: more boxes tested in vain.
inline constexpr double kTreeRebuildCostRatio = 1.5;

/// How far from its expected place a vertex may end in a step before its pairs are looked for again: this share of the
/// largest thickness [1], as repulsion may push it, and this one of its motion [1], which responses change; 1/16 at
/// least. Larger: more pairs are kept and tested in vain; smaller: more searches.
inline constexpr double kSearchSlackPerThickness = 0.25;
inline constexpr double kSearchSlackPerMotion = 0.0625;

/// The same for a vertex that strayed once, as a share of how far it did [1]. Larger: in cloth that is wrung, where
/// guesses are far off, most pairs around are kept and tested in vain; smaller: hardly any difference.
inline constexpr double kSearchSlackPerDeviation = 0.125;

/// Twice the area of a triangle at rest, relative to its longest side squared, below which no edge of it bends [1]: its
/// heights are mostly rounding. Larger: thin triangles become loose flaps.
inline constexpr double kDegenerateRestAreaRatio = 1e-9;

/// Share of its rest area below which a triangle's bending forces are scaled down with its area [1]: they would grow
/// like 1/height, and a triangle squashed that much bends nothing. Smaller: larger forces before membranes unfold it.
inline constexpr double kCollapsedAreaRatio = 1e-2;

/// Sizes of a mesh [m] beyond which `muslin check` asks whether its unit is metres: garments, people and rooms are
/// smaller, and a person in centimetres is 180; a thing below a centimetre is rarely simulated alone.
inline constexpr double kMaxPlausibleSize = 30.0;
inline constexpr double kMinPlausibleSize = 0.01;

/// Way of a scripted vertex in one collision step [m] beyond which `muslin check` warns, as it does where an obstacle
/// moves by more than its own size: cloth in front of it is carried that far at once, and collides with all that lies
/// there. Smaller: ordinary motion is warned of.
inline constexpr double kMaxScriptedDisplacement = 0.1;

/// Thickness relative to the mean edge [1] beyond which `muslin check` warns: layers that keep such a distance cannot
/// lie in the folds that the mesh can show. Smaller: fine meshes of ordinary cloth are warned of.
inline constexpr double kMaxThicknessToEdgeRatio = 0.25;

/// Error of a velocity that no longer matters [m/s], in the mean over the mass: where the linear solver of an implicit
/// step stops though its right-hand side is smaller still. Cloth at rest would otherwise be solved to nothing.
inline constexpr double kVelocityErrorFloor = 1e-8;

/// How near to a frame of an animation a time counts as that frame's own, of the time between two frames [1]: the
/// vertices are then where the file has them, bit for bit. Times are sums and quotients of rounded numbers; a million
/// frames on, that is 1e-10. Larger: a step in the motion that begins to show in velocities.
inline constexpr double kFrameTimeTolerance = 1e-9;

/// Height of a triangle of the material space relative to its longest side [1] at which it counts as a line, which has
/// no strain. Smaller: slivers are taken whose stiffness drowns that of their neighbours (it grows with one over the
/// height); larger: usable triangles of rough meshes are refused.
inline constexpr double kDegenerateMaterialHeightRatio = 1e-6;

/// Sine of the angle to warp or weft up to which a side of a triangle is a yarn of a mass-spring cloth [1]. Larger:
/// rough grids keep their soft shear; smaller: they are treated as meshes without yarns.
inline constexpr double kYarnAlignmentSine = 0.02;

/// Weight of "small stiffnesses" in the fit of spring stiffnesses to a triangle without yarns [1]. It bounds what
/// slivers get, whose three sides are nearly one direction. Larger: all sides of a triangle become more alike.
inline constexpr double kSpringFitRegularisation = 1e-3;
/// Growth of the diagonal before an incomplete factorisation of cloth without couplings [1]: what it leaves out would
/// else bring pivots near zero where a long step makes the cloth stiff. Smaller: fewer iterations for soft cloth, many
/// more for stiff; 0 fails.
inline constexpr double kIncompleteCholeskyShift = 0.03;

/// Share of a pivot of its own block [1] below which an incomplete factorisation does not trust what elimination left.
/// Such blocks are rare; larger: more of them are treated as in block Jacobi.
inline constexpr double kMinPivotRatio = 1e-3;

/// Damping of the smoothers inside a V-cycle [1]: the cycle is positive definite while this times the largest
/// eigenvalue of smoother times matrix, 1.8 on the stiffest cloth tried, is below 2. Larger: fewer iterations, less
/// margin.
inline constexpr double kSmootherDamping = 0.75;

/// Share of the distance of vertex-triangle pairs [1] below which an edge-edge pair that they join gets a spring of its
/// own, and how many of its four pairs of ends must be joined to do without [1]. Larger, more: more springs; smaller,
/// fewer: edges that cross collide between their ends.
inline constexpr double kIndependentEdgeDistanceRatio = 0.5;
inline constexpr int kRedundantEdgeEndPairs = 2;

/// Share of its thickness [1] below which a pair's contact spring grows no stiffer. Smaller: what is pressed hardest is
/// held where there is hardly any room, at the price of a matrix that single precision can no longer hold.
inline constexpr double kMinContactSpringGapShare = 0.03;

/// Damping of contact springs that stick, in masses per step [1]: what sticks keeps one part in so many of its sliding,
/// which repulsion then stops. Larger: more iterations.
inline constexpr double kStickingDampingMasses = 30.0;

/// The same where one of the two does not move by itself [1], which costs no iterations: it is a number on the
/// diagonal. Smaller: repulsion stops some vertices and not others, stretches what is between them by more than
/// friction can bear, and what should hold creeps (at 3000, by a micrometre in two seconds on a slope of 5° with μ =
/// 0.1).
inline constexpr double kPrescribedStickingDampingMasses = 3e4;

/// Share of its thickness that repulsion keeps for a pair on a spring [1]. Larger: more impulses, which stretch cloth.
inline constexpr double kMinRepulsionGapShare = 0.1;

/// What slides by less than this share of its thickness in a step [1] creeps, and is stopped by what is left of
/// friction. Larger: impulses brake what slides, vertex by vertex, and stretch cloth.
inline constexpr double kCreepDisplacementShare = 0.01;

/// Mass of a prescribed vertex that gives way in a pinch, in means of the movable ones [1]. Smaller: obstacles are
/// dented more (two balls that overlap by 12 mm with three sheets between them: 19 mm at 1, 15 mm at 10). Larger:
/// responses no longer converge against them (at 100 every other step ends with zones that stop).
inline constexpr double kYieldingMassRatio = 10.0;

/// Speed [m/s] beyond which a step counts as diverged: the largest that a scene file may ask for. Larger: collisions
/// are looked for among numbers that mean nothing, where everything meets everything.
inline constexpr double kDivergedSpeed = 1e6;

/// How fast a scripted vertex that is off its script comes back, on top of the script's own speed [m/s]. Larger: it is
/// back sooner, and hits what is in its way harder: at 0.5 a pinch takes three times the shorter steps.
inline constexpr double kReturnSpeed = 0.1;

/// Share of a limit on stretch that the projection aims at [1]: what it leaves over is then below the limit after an
/// iteration or two less. Larger: more iterations; smaller: less of the stretch that is allowed is used.
inline constexpr double kTargetStretchShare = 0.9;

/// Share of its limit from which on a length counts as taut where a step begins [1]: it is likely to pull. Smaller:
/// more lengths are tried that do not; larger: lengths that pull are found one by one, along yarns.
inline constexpr double kTautShare = 0.8;

/// Added to the diagonal of the projection's system, in shares of it [1]: a yarn that is all but straight between two
/// pins has a row too many, and what it asks for would have no bound. It bounds how near a step comes to what was asked
/// for, so it is the limit on stretch, within these bounds. Larger than the limit: more steps; smaller: wilder ones.
inline constexpr double kMinRowShift = 1e-9, kMaxRowShift = 1e-3;

/// Of that, the share where the tension of all lengths is known [1]: then steps are not wild. Larger: a straight yarn
/// between pins yields a little with each step.
inline constexpr double kKnownTensionShiftShare = 1e-5;

/// The same to begin with where triangles are limited [1]: a flat sheet has four rows for each vertex, more than it can
/// answer.
inline constexpr double kTriangleRowShift = 1e-3;

/// The same where that does not do [1]: as if triangles were a little elastic. Smaller: wilder corrections.
inline constexpr double kSoftRowShift = 0.1;

/// Share of a limit on stretch by which conjugate gradients may miss what is asked for [1]. Larger: the tension of
/// straight yarns wavers; smaller: more iterations.
inline constexpr double kYarnSolverToleranceShare = 0.03;

/// Share of its size by which a rigid patch may be off its shape [1]: what rounding does, many times over. Smaller:
/// patches that are whole are mended.
inline constexpr double kRigidShapeTolerance = 1e-12;

/// By how much a solution of a linear programme may miss a row, or be worse than the best, its rows and bounds scaled
/// to 1 [1]. Larger: clusters of a cycle part by that much less than they should; smaller: the simplex method may not
/// end.
inline constexpr double kLinearProgrammeTolerance = 1e-10;

/// Pivots below this share of their diagonal make a row of a complementarity problem dependent on the others [1], and
/// what a row lacks below this share of the largest is rounding. Larger: directions that differ count as one; smaller:
/// dependent rows get huge impulses that cancel.
inline constexpr double kDependentRowPivotRatio = 1e-12;

/// Energy that impulses between clusters may gain, of that which they exchange [1]: what rounding does, many times
/// over. Smaller: bounces that lose nothing are taken for ones that gain; larger: they may.
inline constexpr double kEnergyGainTolerance = 1e-13;

/// Cosine between the direction in which two clusters collide by their mean normals, and that of their contacts, below
/// which the contacts decide [1]: an edge that hits a face has a mean normal across the collision. Smaller: pushes
/// along the cloth, which take much to part anything; 1: mean normals never count.
inline constexpr double kMinClusterNormalCosine = 0.5;

/// Added to the diagonal of the Schur complement of a quadratic programme's active rows, in shares of it [1]: rows that
/// depend on each other, as where an edge lies on two triangles, are the normal case. Larger: more rounds until rows
/// are on their targets; smaller: rounding makes the multipliers of dependent rows large, with both signs.
inline constexpr double kQpShift = 1e-7;

/// Stiffness of the held rows of a quadratic programme that is solved by conjugate gradients, in what their vertices
/// have on the diagonal [1]. Larger: fewer rounds until rows are on their targets, more iterations in each.
inline constexpr double kQpActiveRowStiffness = 20.0;

/// What a row of a quadratic programme may lack and still count as satisfied at a tolerance of 1 [m/s]: tolerances are
/// relative to the largest lack, and what rests lacks next to nothing.
inline constexpr double kQpViolationFloor = 1e-6;

/// Distance, in thicknesses [1], up to which a pair at the start of a step gets a row of the quadratic programme before
/// anything is known of its end. Larger: what flies past something is held up by directions that no longer hold when it
/// gets there; smaller: more passes.
inline constexpr double kQpInitialRowDistanceRatio = 1.5;

/// Share of its thickness [1] that a pair may lack at the end of a step of the quadratic programme without a further
/// pass: rows are linear, ways are not. With a tenth regained in each step, pairs keep 90 %. Smaller: more passes.
inline constexpr double kQpMaxThicknessViolation = 0.01;

}  // namespace muslin::tolerance
