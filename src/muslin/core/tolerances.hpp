#pragma once
#include <cstddef>

/// This header lists every tolerance of the library with its unit, its reason and the effect of changing it. No
/// tolerance decides whether two elements touch: that is certified without one. The tolerances decide which distance is
/// kept between elements, when a search or an iteration stops, and how fast the program runs.
namespace muslin::tolerance {

/// Unit roundoff u of double, rounded to nearest [1]: the largest relative error of one operation.
inline constexpr double kUnitRoundoff = 0x1p-53;

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

/// Squared sine of the angle between two sides below which they do not span a plane that could give its normal to a
/// contact without a gap [1]. At 1e-12, rounding tilts that plane by 1e-4. With a larger value, more such contacts get
/// a direction across the longest edge.
inline constexpr double kDegeneratePlaneSineSquared = 1e-24;

/// Separation that a step keeps between two elements, in units in the last place of a float at their largest coordinate
/// [1]: 4√3, rounded up. Files store floats, and rounding to them can use up √3 of it (detect/separation.hpp). The rest
/// is for programs that read a frame and scale or move it in floats, possibly several times. Below √3, written frames
/// could intersect. With a larger value, bodies rest visibly further apart (at 1 m from the origin it is 0.8 µm).
inline constexpr double kSeparationUlps = 6.9282032302755097;

/// Number of bits, after the first, of the preserved distances below the separation [1]: 4 bits make 16 such distances
/// for each power of two. With fewer bits, a pair that starts that near may lose more of its distance, once (with 4
/// bits 1/17). With more bits, sliding pairs cross one of these distances more often, and collide.
inline constexpr int kPreservedDistanceBits = 4;

/// Gap that impulses leave between approaching elements, as a share of the thickness between the two surfaces [1]. The
/// nearer elements that rotate together are, the harder it is to prove that they stay apart. With a smaller value,
/// layers that repulsion cannot keep apart creep together until nothing moves; with a larger one, they stop further
/// apart.
inline constexpr double kApproachGapShare = 0.1;

/// Largest rotation of a rigid impact zone in one step [rad]. On straight paths, two vertices that rotate by θ approach
/// each other to cos(θ/2) of their distance in between, and a step may use up half of a distance, cos(60°). The value
/// is a little smaller, to allow for rounding. With a smaller value, fast spinning zones lose more of their angular
/// momentum.
inline constexpr double kMaxZoneRotation = 2.0;

/// Distance by which prescribed vertices may deviate from the rigid motion that a zone takes from them, as a share of
/// the target gap of responses [1]. With a larger value, zones on a bending obstacle can be moved with it, and
/// collide with it by as much.
inline constexpr double kRigidFitTolerance = 0.01;

/// Moment of inertia of a zone about an axis, relative to the largest, below which the zone does not rotate about that
/// axis [1]: its vertices lie on that line within 1e-6 of its length. With a smaller value, rounding of the angular
/// momentum makes the zone spin.
inline constexpr double kNegligibleInertiaRatio = 1e-12;

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

/// Twice the area of a triangle at rest, relative to the square of its longest side, below which none of its edges
/// bends [1]: its heights are mostly rounding. With a larger value, thin triangles become loose flaps.
inline constexpr double kDegenerateRestAreaRatio = 1e-9;

/// Share of its rest area below which the bending forces of a triangle are scaled down with its area [1]. They would
/// otherwise grow like 1/height, and a triangle that is compressed so much cannot bend. A smaller value gives larger
/// forces before membranes unfold the triangle.
inline constexpr double kCollapsedAreaRatio = 1e-2;

/// Sizes of a mesh [m] beyond which `muslin check` asks whether its unit is metres. Garments, people and rooms are
/// smaller than the first, and a person in centimetres is 180; an object below a centimetre is rarely simulated alone.
inline constexpr double kMaxPlausibleSize = 30.0;
inline constexpr double kMinPlausibleSize = 0.01;

/// Displacement of a scripted vertex in one collision step [m] beyond which `muslin check` warns. (It also warns where
/// an obstacle moves by more than its own size.) Cloth in front of the vertex is carried that far at once, and collides
/// with everything in between. With a smaller value, ordinary motion causes warnings.
inline constexpr double kMaxScriptedDisplacement = 0.1;

/// Thickness relative to the mean edge length [1] beyond which `muslin check` warns. Layers that keep such a distance
/// cannot lie in the folds that the mesh can represent. With a smaller value, fine meshes of ordinary cloth cause
/// warnings.
inline constexpr double kMaxThicknessToEdgeRatio = 0.25;

/// Error of a velocity that no longer matters [m/s], as a mean over the mass. The linear solver of an implicit step
/// stops there even if its right-hand side is smaller still; otherwise cloth at rest would be solved to zero.
inline constexpr double kVelocityErrorFloor = 1e-8;

/// Distance in time from a frame of an animation within which a time counts as the time of that frame, as a share of
/// the interval between two frames [1]. The vertices then are those of the file, bit for bit. Times are sums and
/// quotients of rounded numbers; after a million frames their error is 1e-10. With a larger value, a jump in the motion
/// begins to show in velocities.
inline constexpr double kFrameTimeTolerance = 1e-9;

/// Height of a triangle of the material space, relative to its longest side [1], at which it counts as a line, which
/// has no strain. With a smaller value, slivers are accepted whose stiffness dominates that of their neighbours (it
/// grows with one over the height); with a larger one, usable triangles of irregular meshes are refused.
inline constexpr double kDegenerateMaterialHeightRatio = 1e-6;

/// Sine of the angle to warp or weft up to which a side of a triangle is a yarn of a mass-spring cloth [1]. With a
/// larger value, irregular grids keep their soft shear; with a smaller one, they are treated as meshes without yarns.
inline constexpr double kYarnAlignmentSine = 0.02;

/// Weight of the penalty on large stiffnesses when spring stiffnesses are fitted to a triangle without yarns [1]. It
/// bounds the stiffnesses of slivers, whose three sides have nearly one direction. With a larger value, all sides of a
/// triangle become more alike.
inline constexpr double kSpringFitRegularisation = 1e-3;
/// Relative growth of the diagonal before an incomplete factorisation of cloth without couplings [1]. Without it, the
/// omitted fill-in would bring pivots near zero where a long step makes the cloth stiff. A smaller value takes fewer
/// iterations for soft cloth and many more for stiff cloth; with 0 the factorisation fails.
inline constexpr double kIncompleteCholeskyShift = 0.03;

/// Ratio of a pivot after elimination to the pivot of the original block below which an incomplete factorisation does
/// not trust the result of elimination [1]. Such blocks are rare. With a larger value, more of them are treated as in
/// block Jacobi.
inline constexpr double kMinPivotRatio = 1e-3;

/// Damping of the smoothers inside a V-cycle [1]. The cycle is positive definite while the product of this value and
/// the largest eigenvalue of smoother times matrix, 1.8 on the stiffest cloth tried, is below 2. A larger value takes
/// fewer iterations and leaves less margin.
inline constexpr double kSmootherDamping = 0.75;

/// An edge-edge pair gets no spring of its own if at least kRedundantEdgeEndPairs of its four pairs of ends are joined
/// by vertex-triangle pairs [1], unless its distance is below this share of theirs [1]. Larger values give more
/// springs; with smaller ones, edges that cross collide between their ends.
inline constexpr double kIndependentEdgeDistanceRatio = 0.5;
inline constexpr int kRedundantEdgeEndPairs = 2;

/// Share of its thickness [1] below which the contact spring of a pair becomes no stiffer. With a smaller value, the
/// pairs under the highest pressure are kept apart where there is hardly any room, but the matrix exceeds the range of
/// single precision.
inline constexpr double kMinContactSpringGapShare = 0.03;

/// Damping of contact springs that stick, in masses per step [1]. A sticking contact keeps one part in this many of its
/// sliding velocity, which repulsion then removes. A larger value takes more iterations.
inline constexpr double kStickingDampingMasses = 30.0;

/// The same where one of the two elements is prescribed [1]. This costs no iterations, because the damping only adds to
/// the diagonal. With a smaller value, repulsion stops some vertices and not others, stretches the cloth between them
/// by more than friction can bear, and contacts that should stick creep (at 3000, by a micrometre in two seconds on a
/// slope of 5° with μ = 0.1).
inline constexpr double kPrescribedStickingDampingMasses = 3e4;

/// Share of its thickness that repulsion keeps for a pair that has a contact spring [1]. A larger value gives more
/// impulses, which stretch cloth.
inline constexpr double kMinRepulsionGapShare = 0.1;

/// A contact that slides by less than this share of its thickness in a step [1] counts as creeping, and the remaining
/// friction stops it. With a larger value, impulses brake sliding contacts vertex by vertex, and stretch cloth.
inline constexpr double kCreepDisplacementShare = 0.01;

/// Mass of a prescribed vertex that yields in a pinch, relative to the mean mass of the movable vertices [1]. With a
/// smaller value, obstacles are dented more (two balls that overlap by 12 mm with three sheets between them: 19 mm at
/// 1, 15 mm at 10). With a larger one, responses no longer converge against them (at 100, every other step ends with
/// stopped zones).
inline constexpr double kYieldingMassRatio = 10.0;

/// Speed [m/s] beyond which a step counts as diverged: the largest speed that a scene file may request. With a larger
/// value, collisions are detected among meaningless positions, where everything meets everything.
inline constexpr double kDivergedSpeed = 1e6;

/// Speed at which a scripted vertex returns to its script, in addition to the speed of the script itself [m/s]. With a
/// larger value it is back sooner, and hits obstructing bodies harder: at 0.5, a pinch takes three times as many
/// shorter steps.
inline constexpr double kReturnSpeed = 0.1;

/// Share of a stretch limit that the projection takes as its target [1]. The remaining error is then below the limit
/// after one or two iterations fewer. A larger value takes more iterations; a smaller one uses less of the allowed
/// stretch.
inline constexpr double kTargetStretchShare = 0.9;

/// Share of its limit from which on a length counts as taut at the start of a step [1]: it is likely to carry tension.
/// With a smaller value, more lengths without tension are tried; with a larger one, the lengths under tension are found
/// one by one, along yarns.
inline constexpr double kTautShare = 0.8;

/// Shift that is added to the diagonal of the projection's system, relative to that diagonal [1]. A yarn that is almost
/// straight between two pins has one row too many, and its tension would be unbounded. The shift bounds how closely a
/// step meets its targets, so it is set to the stretch limit, clamped to these bounds. A shift above the limit takes
/// more steps; a shift below it gives more erratic ones.
inline constexpr double kMinRowShift = 1e-9, kMaxRowShift = 1e-3;

/// Share of that shift that is used where the tension of all lengths is known [1], because steps are not erratic there.
/// With a larger value, a straight yarn between pins stretches a little with each step.
inline constexpr double kKnownTensionShiftShare = 1e-5;

/// Initial shift where triangles are limited [1]: a flat sheet has four rows for each vertex, more than it can satisfy.
inline constexpr double kTriangleRowShift = 1e-3;

/// Shift where that one does not suffice [1]: it acts as if triangles were slightly elastic. A smaller value gives more
/// erratic corrections.
inline constexpr double kSoftRowShift = 0.1;

/// Share of a stretch limit by which conjugate gradients may miss their targets [1]. With a larger value, the tension
/// of straight yarns fluctuates; a smaller one takes more iterations.
inline constexpr double kYarnSolverToleranceShare = 0.03;

/// Share of its size by which a rigid patch may deviate from its shape [1]: many times the effect of rounding. With a
/// smaller value, intact patches are corrected needlessly.
inline constexpr double kRigidShapeTolerance = 1e-12;

/// Amount by which a solution of a linear programme may miss a row or the optimum, with rows and bounds scaled to 1
/// [1]. With a larger value, the clusters of a cycle separate by that much less than they should; with a smaller one,
/// the simplex method may not end.
inline constexpr double kLinearProgrammeTolerance = 1e-10;

/// A pivot below this share of its diagonal makes a row of a complementarity problem dependent on the others [1], and a
/// violation below this share of the largest is rounding. With a larger value, directions that differ count as one;
/// with a smaller one, dependent rows get huge impulses that cancel.
inline constexpr double kDependentRowPivotRatio = 1e-12;

/// Energy that impulses between clusters may gain, relative to the energy that they exchange [1]: many times the effect
/// of rounding. With a smaller value, bounces that lose no energy are rejected as gaining it; with a larger one,
/// bounces may gain energy.
inline constexpr double kEnergyGainTolerance = 1e-13;

/// Cosine between the direction in which two clusters collide by their mean normals and the direction of their
/// contacts, below which the contacts decide [1]: an edge that hits a face has a mean normal across the collision. A
/// smaller value gives impulses along the cloth, which must be large to separate anything; with 1, mean normals never
/// count.
inline constexpr double kMinClusterNormalCosine = 0.5;

/// Shift that is added to the diagonal of the Schur complement of a quadratic programme's active rows, relative to that
/// diagonal [1]. Rows that depend on each other are the normal case, as where an edge lies on two triangles. A larger
/// value takes more rounds until rows meet their targets; with a smaller one, rounding makes the multipliers of
/// dependent rows large, with both signs.
inline constexpr double kQpShift = 1e-7;

/// Stiffness of the active rows of a quadratic programme that is solved by conjugate gradients, relative to the
/// diagonal entries of their vertices [1]. A larger value takes fewer rounds until rows meet their targets, and more
/// iterations in each.
inline constexpr double kQpActiveRowStiffness = 20.0;

/// Violation of a row of a quadratic programme that still counts as satisfied at a tolerance of 1 [m/s]. Tolerances are
/// relative to the largest violation, which is next to nothing in cloth at rest.
inline constexpr double kQpViolationFloor = 1e-6;

/// Distance, in thicknesses [1], up to which a pair at the start of a step gets a row of the quadratic programme before
/// its end is known. With a larger value, bodies that fly past each other are obstructed by directions that are
/// outdated when they get there; a smaller one takes more passes.
inline constexpr double kQpInitialRowDistanceRatio = 1.5;

/// Share of its thickness [1] by which a pair may fall short at the end of a step of the quadratic programme without a
/// further pass, because rows are linear and paths are not. With a tenth regained in each step, pairs keep 90 %. A
/// smaller value takes more passes.
inline constexpr double kQpMaxThicknessViolation = 0.01;

}  // namespace muslin::tolerance
