#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

/// This header lists every tolerance of the library with its unit, its reason and the effect of changing it. No
/// tolerance decides whether two elements touch: that is certified without one. The tolerances decide which distance is
/// kept between elements, when a search or an iteration stops, and how fast the program runs.
namespace muslin::tolerance {

// All folders ---------------------------------------------------------------------------------------------------------

/// Unit roundoff u of double, rounded to nearest [1]: the largest relative error of one operation.
inline constexpr double kUnitRoundoff = 0x1p-53;

// math: linear systems, complementarity problems and programmes -------------------------------------------------------

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

/// Amount by which a solution of a linear programme may miss a row or the optimum, with rows and bounds scaled to 1
/// [1]. With a larger value, the clusters of a cycle separate by that much less than they should; with a smaller one,
/// the simplex method may not end.
inline constexpr double kLinearProgrammeTolerance = 1e-10;

/// A pivot below this share of its diagonal makes a row of a complementarity problem dependent on the others [1], and a
/// violation below this share of the largest is rounding. With a larger value, directions that differ count as one;
/// with a smaller one, dependent rows get huge impulses that cancel.
inline constexpr double kDependentRowPivotRatio = 1e-12;

/// Shift that is added to the diagonal of the Schur complement of a quadratic programme's active rows, relative to that
/// diagonal [1]. Rows that depend on each other are the normal case, as where an edge lies on two triangles. A larger
/// value takes more rounds until rows meet their targets; with a smaller one, rounding makes the multipliers of
/// dependent rows large, with both signs.
inline constexpr double kQpShift = 1e-7;

/// Stiffness of the active rows of a quadratic programme that is solved by conjugate gradients, relative to the
/// diagonal entries of their vertices [1]. A larger value takes fewer rounds until rows meet their targets, and more
/// iterations in each.
inline constexpr double kQpActiveRowStiffness = 20.0;

/// Singular values below this share of the largest count as zero in least-squares problems [1]. Contacts that two
/// triangles report at their common side differ by rounding, and satisfying both to the last bit would take huge
/// impulses that cancel. With a smaller value there are such impulses; with a larger one, contacts that differ count as
/// one.
inline constexpr double kMinimumNormRankTolerance = 1e-7;

/// Eigenvalues below this share of the largest count as zero in a pseudo-inverse [1], such as that of the rotation of a
/// line about itself. With a smaller value, rounding becomes motion; with a larger one, thin bodies cannot rotate about
/// their axis.
inline constexpr double kNegligibleEigenvalueRatio = 1e-12;

/// Ratio of |A r| to |A| |r| at which MINRES stops, because no solution reduces the residual any further [1]: it is the
/// rounding of A. With a smaller value, iterations are spent on rounding; with a larger one, systems count as
/// inconsistent too early.
inline constexpr double kMinresStagnationRatio = 1e-12;

/// Share of the vertices that a coarse level may keep [1]: a level that keeps more costs more than it saves. With a
/// larger value there are levels that hardly help; with a smaller one, the hierarchy ends earlier and its coarsest
/// level takes longer to solve.
inline constexpr double kMaxCoarseningRatio = 0.6;

/// Share of the neighbours in the interpolated value of a vertex [1]; the rest is the value of its own aggregate. With
/// 0 the interpolation is piecewise constant and takes more iterations; with 1 the coarse matrices are denser.
inline constexpr double kProlongationSmoothing = 0.7;

/// Number of exchanges of all misplaced rows that may fail to reduce their number before rows are added one by one [1].
/// With a larger value, cycling costs more; with a smaller one, the slow single exchanges are more frequent.
inline constexpr int kMaxFailedExchanges = 3;

/// Factor by which the tolerance of linear systems is relaxed while rows are still exchanged [1], because all but the
/// last solution of each round are discarded. With a larger value, rounds are cheaper but may exchange the wrong rows;
/// with a smaller one, each exchange takes more iterations.
inline constexpr double kInexactSolveFactor = 10.0;

/// A round of the active set was no help to a row if it left more than this share [1] of the row's error after the
/// round before. After this many such rounds in succession [1], further rounds are not expected to help. Direct solvers
/// need one or two rounds; iterative ones reduce the error slowly and need more, so the two have different values. With
/// larger values there are more rounds that bring nothing; with smaller ones, rows are given up that would converge.
struct Stagnation {
  double share;
  int rounds;
};
inline constexpr Stagnation kDirectStagnation{0.5, 1};
inline constexpr Stagnation kIterativeStagnation{0.999, 4};

/// In the programmes of sheets, rows contradict each other if the error of all of them together has kept more than this
/// share [1] in this many rounds [1] while one of them misses its target by more than this many tolerances [1]. In
/// piles of napkins the error kept 88 % at most in two rounds in which one missed by three tolerances; in a pile in a
/// press it keeps 98 %. With a larger share or more rounds, multipliers of rows that contradict each other grow for
/// longer; with smaller values, rows are given up that would meet their targets. With ten tolerances instead of three,
/// a bowl that is pressed through ten layers takes 40 s instead of 18 s, an arm in a sleeve lags by 140 mm instead of
/// 51 mm, and a table-cloth that is pulled from under cups is stretched by 10 % instead of 14 %.
inline constexpr double kContradictionShare = 0.95;
inline constexpr std::size_t kContradictionRounds = 2;
inline constexpr double kContradictionMiss = 3.0;

/// Share of the initial residual of the free unknowns at which the bounds are applied [1]. With a larger value, bounds
/// change more often on inexact information; with a smaller one, each active set takes more iterations.
inline constexpr double kBoundCheckResidualRatio = 0.1;

/// Number of iterations after which the bounds are applied in any case [1]. With a larger value, a wrong active set is
/// kept longer; with a smaller one, conjugate directions are discarded more often.
inline constexpr int kMaxStepsBetweenBoundChecks = 20;

/// Number of times that a projected step is halved before it is rejected [1]. With a larger value, products are spent
/// on steps that hardly move; with a smaller one, steps are rejected that would have helped.
inline constexpr int kMaxProjectedStepHalvings = 8;

/// Length of a projected gradient step, in units of one over the largest eigenvalue [1]. Below 2 the objective falls
/// [DostalKozubek12]. With 2 or more it need not fall; a smaller value takes more iterations.
inline constexpr double kProjectedGradientStep = 1.9;

/// Growth of velocities beyond which a problem with bounds is taken to have no solution [1], as where prescribed bodies
/// leave next to no gap. With a larger value, such problems take longer to recognise; with a smaller one, hard problems
/// are given up.
inline constexpr double kInfeasibleVelocityRatio = 1e3;

/// Number of iterations after which that growth is checked, and the gradient is recomputed without the rounding of its
/// updates [1]. With a larger value, more rounding accumulates in the gradient; a smaller one takes more products.
inline constexpr int kGradientRefreshInterval = 16;

/// Ratio of the total error that conjugate gradients leave to the error of a single row [1], from which their absolute
/// tolerance is derived. A larger value takes fewer iterations and gives less exact multipliers; a smaller one takes
/// more iterations.
inline constexpr double kCondensedErrorSpread = 50.0;

/// Relative tolerance of these conjugate gradients [1], beside the absolute one, which normally decides. With a larger
/// value they may stop before the absolute tolerance is reached; a smaller one is below rounding.
inline constexpr double kCondensedRelativeTolerance = 1e-12;

/// Length of the sum of a row's gradients, relative to the sum of their lengths, beyond which a translation changes the
/// row [1]. It does for guides, but not for contacts and lengths. With a larger value, guides may count as internal
/// rows; with a smaller one, rounding makes internal rows count as external.
inline constexpr double kTranslationRowTolerance = 1e-9;

// geometry: closest points, polygons and shapes -----------------------------------------------------------------------

/// Exterior angle of a corner of a polygon [rad] below which the corner counts as straight. It is not cut off as a
/// triangle of its own while there is a better one. The value is above the rounding of coordinates that are a million
/// times the length of a side, and below the angle of any corner that a modeller means. With a larger value, fine
/// polygons lose true corners to thin triangles; with a smaller one, rounding makes slivers.
inline constexpr double kStraightCornerAngle = 1e-9;

/// Number of tests for ears after which the rest of a polygon becomes a fan [1]: they take about a tenth of a second.
/// With a larger value, hostile polygons take longer; with a smaller one, the triangles of large polygons may overlap.
inline constexpr std::int64_t kMaxEarTests = 100'000'000;

/// Number of steps of the search for a direction that separates two elements, after which exact signs decide [1]. It
/// suffices for all but a few of the neighbours in a wrinkled cloth. With a larger value, pairs that intersect take
/// more time; with a smaller one, more pairs need the exact signs, which cost more. The answer is the same.
inline constexpr int kMaxDisjointnessSteps = 24;

/// Squared sine of the angle between two directions below which the signs of the parameters are not trusted to locate
/// the closest points [1]. The plane of the directions is known to ε/sin, and the distance depends on (ε/sin)², so
/// below this value the error could exceed rounding: all sides or ends are tried as well. A larger value takes more
/// time and changes nothing else; with a smaller one, the distance may be wrong by more than rounding.
inline constexpr double kNearlyParallelSineSquared = 1e-16;

/// Squared sine of the angle between two directions (or squared ratio of their lengths) below which they count as
/// parallel, and only the boundary is tried [1]. The result is then right within 1e-14 of the size, and the normal has
/// hardly a correct digit to contribute beyond that. With a larger value, the minimum may be missed by as much; with a
/// smaller one, rounding decides where it is.
inline constexpr double kParallelSineSquared = 1e-28;

/// Spacing of the vertices of a generated shape, relative to its largest coordinate, below which the shape is refused
/// [1]. Doubles can hardly tell such vertices apart. With a larger value, usable shapes are refused; with a smaller
/// one, vertices may coincide.
inline constexpr double kMinVertexSpacingRatio = 1e-12;

// model: materials and elements ---------------------------------------------------------------------------------------

/// Twice the area of a triangle at rest, relative to the square of its longest side, below which none of its edges
/// bends [1]: its heights are mostly rounding. With a larger value, thin triangles become loose flaps.
inline constexpr double kDegenerateRestAreaRatio = 1e-9;

/// Share of its rest area below which the bending forces of a triangle are scaled down with its area [1]. They would
/// otherwise grow like 1/height, and a triangle that is compressed so much cannot bend. A smaller value gives larger
/// forces before membranes unfold the triangle.
inline constexpr double kCollapsedAreaRatio = 1e-2;

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

/// Sum of the weights of an attachment or a contact that counts as zero [1]: many times its rounding. It is only
/// checked. With a larger value, wrong weights pass; with a smaller one, rounding fails the check. Weights in a scene
/// have a larger tolerance, kInputWeightSumTolerance, because people round them.
inline constexpr double kWeightSumTolerance = 1e-12;

/// Relative error of the patch test at which the calibration of bending stops [1]: it is far below the uncertainty of
/// measured rigidities. With a larger value, irregular meshes bend less exactly; a smaller one takes more sweeps at the
/// start.
inline constexpr double kPatchErrorTolerance = 1e-3;

/// Number of final sweeps of that calibration, which restore the moments that were right before it [1]. A larger value
/// makes the start slower; with a smaller one, some directions stay too soft.
inline constexpr int kRestoringSweeps = 5;

/// Relative eigenvalue below which the two triangles of a hinge are taken not to resolve a direction of curvature [1].
/// With a larger value, directions are ignored that could be measured; with a smaller one, rounding is amplified.
inline constexpr double kSingularCurvatureRatio = 1e-10;

/// Smallest bending rigidity in one direction, relative to the larger one of warp and weft [1]. It keeps the form of
/// the bending energy positive. With a larger value, fabrics that are soft in one direction are too stiff there; with a
/// smaller one, the form is badly conditioned.
inline constexpr double kMinRigidityRatio = 1e-6;

/// Distance up to which vertices of the host belong to the footprint of an object, in distances of the nearest one [1],
/// where the scene gives no reach. With a larger value, a larger area below the object becomes stiff; with a smaller
/// one, too few vertices hold the object.
inline constexpr double kFootprintReachRatio = 1.5;

// filter: stretch limits and rigid patches ----------------------------------------------------------------------------

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

/// Share of its gap by which a contact may be violated beside stretch limits [1], because the next detection decides
/// whether it still collides. With a larger value, more contacts are found again; a smaller one takes more solves.
inline constexpr double kMaxGapViolationShare = 0.1;

/// Tolerance [1] and largest number of iterations [1] of the minimiser for the impulses of these contacts. It need not
/// be exact, for the same reason. With a smaller tolerance or more iterations, each solve takes longer; with a larger
/// tolerance or fewer iterations, more contacts are found again.
inline constexpr double kGapSolverTolerance = 1e-2;
inline constexpr int kGapSolverMaxIterations = 60;

/// Number of rounds of the active set for the first step of a projection or after one that failed [1], and for any
/// other step [1]. The two differ because later steps start with an active set that is nearly right. With larger
/// values, steps take longer; with smaller ones, they are taken with a wrong active set.
inline constexpr int kFirstStepRounds = 5;
inline constexpr int kLaterStepRounds = 2;

/// Largest defect that a step of a projection may leave, relative to the best one so far [1]. A step beyond it is
/// halved or rejected. With a larger value, diverging steps are kept; with a smaller one, steps are rejected that would
/// have converged.
inline constexpr double kMaxDefectGrowth = 2.0;

/// Number of times that such a step is halved [1]: the last one is 1/32 of the whole. A larger value takes more
/// evaluations; with a smaller one, steps remain too long.
inline constexpr int kMaxStepHalvings = 5;

/// Ratio of the defects after and before an iteration below which it counts as progress [1]. With a larger value, the
/// projection gives up later; with a smaller one, earlier.
inline constexpr double kSufficientDefectRatio = 0.9;

/// Number of successive iterations without such progress after which a damped projection gives up [1]. With a larger
/// value, hopeless cases take more time; with a smaller one, it gives up where convergence is slow at first.
inline constexpr int kMaxStagnantSteps = 8;

/// Shares of its predicted gain [1] that decide what follows a step: above the first the shift is lowered, and up to
/// the second it is raised. They are usual values of trust-region methods. With larger values, shifts are larger and
/// convergence is slower; with smaller ones, more steps fail.
inline constexpr double kGoodGainShare = 0.75;
inline constexpr double kPoorGainShare = 0.25;

/// Factor by which the shift is lowered after good steps and raised after poor ones [1]. A larger value adapts more
/// coarsely; a smaller one takes more iterations to adapt.
inline constexpr double kShiftFactor = 10.0;

/// Ratio of the shift of the mass metric to that of the tension metric [1], and smallest value of the latter [1]. The
/// tension metric gives steps that are less erratic and need less shift. With a larger ratio or a smaller least value,
/// more steps fail; otherwise convergence is slower. The ratio has the value of kShiftFactor, but need not.
inline constexpr double kTensionShiftDivisor = 10.0;
inline constexpr double kMinTensionShift = 1e-5;

/// Expected tension times mobility from which on the mass metric is not tried [1]
/// (ProjectionProblem::has_large_tension). With a larger value, more attempts fail; with a smaller one, the costlier
/// metric is used without need.
inline constexpr double kMassMetricMaxTension = 0.1;

/// Diagonal of τ W DᵀD beyond which a tension is part of the tension metric [1]. The largest eigenvalue is up to four
/// times as large where two yarns cross, and ripples grow from 2 on. With a larger value, ripples may grow; with a
/// smaller one, the matrix has more entries. It is larger than kMassMetricMaxTension, which only chooses where to
/// begin.
inline constexpr double kSignificantTension = 0.25;

/// Number of first iterations of the hybrid that use the tension metric if the warm start has a large tension [1],
/// because shape matching may undo them. With a larger value, it is slower where that happens; with a smaller one, taut
/// cloth converges more slowly.
inline constexpr int kHybridTensionSteps = 4;

/// Number of iterations of the hybrid after which the mass metric counts as too slow [1]. With a larger value, taut
/// cloth is stuck in that metric for longer; with a smaller one, the costlier metric is used without need.
inline constexpr int kHybridMassSteps = 12;

/// Number of rounds of progressive shape matching [1]. With steps of 1 % of the displacement, 1e-4 of it is left after
/// them. A larger value takes longer where steps are small; with a smaller one, patches stay deformed.
inline constexpr int kMaxShapeMatchingRounds = 1000;

/// Strain by which the expected tension may shorten a row [1], and share by which the first step may change the tension
/// [1], before the expectation counts as wrong. With larger values, wrong tensions survive longer; with smaller ones,
/// good expectations are discarded.
inline constexpr double kWarmStartMaxShortening = 0.02;
inline constexpr double kWarmStartMaxTensionChange = 0.5;

/// Number of iterations after which conjugate gradients over yarns give way to a factorisation [1]. With a larger
/// value, more time passes before that; with a smaller one, systems are factorised that would have converged.
inline constexpr int kMaxYarnSolverIterations = 500;

/// Cosine of the angle between two rows beyond which they can be neighbours in a yarn [1]. With a larger value, yarns
/// break at folds and the preconditioner weakens; with a smaller one, yarns turn corners.
inline constexpr double kYarnContinuationCosine = 0.3;

/// Number of rows of a vertex that are examined for such neighbours [1]: the time grows with its square. With a larger
/// value, vertices with many edges are slow; with a smaller one, yarns are missed there.
inline constexpr std::size_t kMaxRowsPerVertex = 32;

/// Amount that is added to the inverse inertia of a rigid patch, relative to its trace [1]. A line has no inverse
/// inertia about itself, and the sum is inverted. With a larger value, patches rotate too easily; with a smaller one,
/// the inertia of a line becomes so large that rounding swamps the rest.
inline constexpr double kMinInverseInertiaRatio = 1e-12;

// dynamics: time steps without collisions -----------------------------------------------------------------------------

/// Error of a velocity that no longer matters [m/s], as a mean over the mass. The linear solver of an implicit step
/// stops there even if its right-hand side is smaller still; otherwise cloth at rest would be solved to zero.
inline constexpr double kVelocityErrorFloor = 1e-8;

/// Number of times that a step of Newton's method is halved while it does not reduce the residual [1]: the last one is
/// 1/64 of the whole. A larger value takes more evaluations of the forces; with a smaller one, more steps are kept that
/// increase the residual.
inline constexpr int kMaxNewtonHalvings = 6;

// contact: constraints of contacts ------------------------------------------------------------------------------------

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

// detect: certified collision detection -------------------------------------------------------------------------------

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

/// The same ratio [1] above which cloth and cables are refused. A disc with a ratio of 6e4 falls on a ball with a
/// strain of 0.7 in its smallest triangles; one of 5e5 with a strain of 640, and a grid of 7e5 with 1e6, since impulses
/// of ordinary speeds carry vertices many edges far in one step.
inline constexpr double kRefusedEdgeRatio = 1e5;

/// Ratio of the sizes of two bodies of a scene [1] above which a warning asks for their units: a button on a ship's
/// sail is 1,000 times smaller.
inline constexpr double kMaxBodySizeRatio = 1e4;

// response: what a step does about collisions -------------------------------------------------------------------------

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

/// Energy that impulses between clusters may gain, relative to the energy that they exchange [1]: many times the effect
/// of rounding. With a smaller value, bounces that lose no energy are rejected as gaining it; with a larger one,
/// bounces may gain energy.
inline constexpr double kEnergyGainTolerance = 1e-13;

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

/// Number of times that a contact may be found in one step before a response gives up [1]. Its target gap grows each
/// time, which affects other contacts. A larger value takes more passes; with a smaller one, the next rung of the
/// ladder takes over earlier.
inline constexpr int kMaxTimesFound = 6;

/// Difference of times of contact below which contacts of a zone count as simultaneous, as a share of the step [1].
/// Cloth that meets an obstacle flat does so at several vertices at nearly the same time, and each chain of contacts
/// takes a detection for each of its members. With a larger value, contacts are resolved that earlier ones would have
/// prevented; a smaller one takes more detections.
inline constexpr double kSimultaneousTime = 0.01;

/// Number of times that the target gap of a repeatedly found contact is doubled [1]. With a larger value, contacts push
/// elements far apart; with a smaller one, some contacts are found again and again.
inline constexpr int kMaxGapDoublings = 10;

/// Factor by which the number of passes with single impulses may grow in the shortest step, as long as the number of
/// collisions decreases [1]. The next rungs are rigid zones and a stop, from which plates that press cloth together may
/// never separate again. A larger value takes more time before them; with a smaller one, pressed cloth stops and may
/// stay stuck.
inline constexpr int kShortestStepPassFactor = 4;

/// Relative difference of two distances that rounding can cause [1]. With a larger value, pairs that differ count as
/// equally near; with a smaller one, rounding decides which pair depends on the others.
inline constexpr double kEqualDistanceTolerance = 1e-9;

/// Relative residual at which the iterative projection of a zone stops, unless the caller gives another one [1]. With a
/// larger value, some normal velocity remains; with a smaller one, iterations are spent on rounding.
inline constexpr double kZoneProjectionTolerance = 1e-10;

/// Residual normal velocity, relative to the largest one to be cancelled, beyond which the projection of a zone counts
/// as inconsistent [1]. Nearly identical contacts leave a small residual, and so do large, badly conditioned zones.
/// With a larger value, the next detection finds these contacts again; with a smaller one, large zones fail.
inline constexpr double kInconsistentZoneResidual = 1e-3;

/// Residual velocity after the last iteration, relative to the initial one, beyond which a zone with non-negative
/// impulses counts as unsolved [1]. In a pinch the residual does not decrease; otherwise it is a few thousandths, so
/// the value is larger than kInconsistentZoneResidual. With a larger value, time is lost in pinches; with a smaller
/// one, slow zones are abandoned.
inline constexpr double kInfeasibleZoneResidual = 0.05;

/// Earliest time of the target height of a volume, as a share of the step [1]. Before it, a volume hardly differs from
/// the initial one and carries no information. With a smaller value, rows are nearly singular; with a larger one, early
/// collisions are treated too late.
inline constexpr double kMinVolumeTime = 0.1;

/// Factor by which a response with volumes may increase the largest displacement [1]. A response that exceeds it is
/// rejected, because its vertices would sweep through the whole scene, and so would the search for collisions. With a
/// larger value, runaway responses pass; with a smaller one, cloth that whips is rejected.
inline constexpr double kMaxDisplacementGrowth = 4.0;

/// Number of bisections that find the largest share of an impulse between clusters that gains no energy [1]: the share
/// is then known to 1e-12. A larger value finds digits that do not matter; with a smaller one, less of the admissible
/// impulse is used.
inline constexpr int kMaxEnergyBisections = 40;

/// Number of projections, each followed by a detection, that keep stretch limits after collisions [1]. With a larger
/// value, hard steps take more time; with a smaller one, limits are exceeded more often.
inline constexpr int kLimitProjectionPasses = 12;

/// Share of the gap by which two elements may approach in a step while limits are restored [1]. With a larger value,
/// pairs end almost in contact; with a smaller one, limits are restored less.
inline constexpr double kMaxApproachShare = 0.8;

/// Number of times that the response is tried again after prescribed vertices have stopped [1]. A larger value takes
/// more time; with a smaller one, more vertices stop.
inline constexpr int kMaxStopRetries = 3;

/// Numbers of rounds of stopped zones after which whole bodies stop [1], and after which everything stops [1], so that
/// a step always ends. With larger values there are more detections; with smaller ones, more is stopped than necessary.
inline constexpr int kBodyStopRound = 12;
inline constexpr int kWorldStopRound = 24;

/// Numbers of rounds of friction [1] and of changes of the active set [1] of a quadratic programme that is solved by
/// conjugate gradients, where each takes a linear solve. With larger values, friction and rows are more exact, and
/// steps are slower; without rounds there is no friction.
inline constexpr int kQpIterativeFrictionRounds = 1;
inline constexpr int kQpIterativeMaxChanges = 12;

/// Number of changes of the active set per row, in addition to the option, with a direct solver [1], where they are
/// cheap. With a larger value, hopeless cases take longer; with a smaller one, rows remain violated.
inline constexpr int kQpDirectChangesPerRow = 4;

/// Share of its thickness by which a pair of sheets may fall short at the end of a step without a further pass [1]. It
/// is larger than kQpMaxThicknessViolation, because passes over sheets are expensive, and because the pair has a row
/// from the start of the next step. With a larger value, layers come too near for a step; a smaller one takes more
/// passes.
inline constexpr double kQpSheetThicknessViolation = 0.25;

/// Share of its thickness [1] by which a row of sheets may miss its target in a step, whatever the relative tolerance.
/// That is relative to the largest violation, which in cloth at rest is what gravity adds in a step, and a percent of
/// it is a thousandth of the thickness. A larger value lets resting layers creep; a smaller one takes more rounds, for
/// accuracy that linear rows do not have.
inline constexpr double kQpSheetRowMiss = 0.002;

/// Tolerance of MINRES for cables, relative to the largest violation of a row [1]. With 0.01, as for sheets, a steel
/// rope is stretched by a third when it is hit; a smaller one takes longer.
inline constexpr double kQpMinresTolerance = 1e-4;

/// Largest number of rounds that bring the rows of sheets to their targets [1], where the perturbation is a twentieth
/// instead of 1e-7, so that each round leaves more. With a larger value, hopeless programmes take longer; with 12, 30
/// of 96 steps of falling napkins have one that is not.
inline constexpr int kQpCondensedRefinements = 40;

/// Share of the excess over stretch limits that a solution of the quadratic programme may leave [1]. Rows of limits are
/// linear: where lengths are straight between pins that are too far apart, they cause large sideways motions that make
/// no length shorter. With a larger value, such solutions are kept; with a smaller one, good ones are rejected and the
/// filter is needed more often.
inline constexpr double kQpMaxRemainingExcess = 0.5;

/// Factor by which the quadratic programme may increase the largest speed of a vertex [1]. It exceeds 1 because a stiff
/// cable whips when it is hit. With a larger value, runaway solutions pass; with a smaller one, whips are rejected. It
/// equals kMaxDisplacementGrowth, but counts all vertices, not only those of contacts.
inline constexpr double kQpMaxSpeedGrowth = 4.0;

/// Number of unsolved programmes in a step after which there is no further pass [1], because the ladder has better
/// means. A larger value takes more time; with a smaller one, the ladder takes over where a further pass would have
/// helped.
inline constexpr int kQpMaxFailures = 4;

/// Number of successive detections that may find no fewer collisions than any before, until the passes of a quadratic
/// programme end [1]. Where rows contradict each other, collisions increase from pass to pass until vertices fly off.
/// With a larger value, hopeless steps take longer; with a smaller one, steps are divided that would have been
/// resolved.
inline constexpr int kQpMaxIdlePasses = 4;

/// Tolerance of the Schur solver, relative to the largest violation of a row [1]. A small value costs nothing there.
/// With a larger value, rows miss their targets; a much smaller one is below rounding.
inline constexpr double kQpDirectTolerance = 1e-6;

/// Change of the bounds of friction, relative to the largest bound, below which friction has converged: with a direct
/// solver [1], and with an iterative one [1], which is not exact enough for more. With larger values, friction is less
/// exact; smaller ones take more rounds.
inline constexpr double kFrictionBoundTolerance = 1e-3;
inline constexpr double kInexactFrictionBoundTolerance = 0.1;

/// Numbers of new rows in one step for a pair that is too near [1], and for a length that exceeds its limit [1]. Each
/// new row is more accurate, but the search for rows that do not contradict each other must end. Larger values take
/// more passes; with smaller ones, curved motion is resolved less exactly.
inline constexpr int kQpMaxRowsPerPair = 6;
inline constexpr int kQpMaxRowsPerLength = 12;

/// Violation that a dependent pair may have, as a share of its thickness [1]. At a rim its normal may be oblique, as in
/// independent_pairs(), but where cables bend over edges it may be the only pair that measures their distance. With a
/// larger value, cables sink in at edges; with a smaller one, there are more rows that depend on each other.
inline constexpr double kQpDependentPairSlack = 0.05;

/// Cosine of the angle between the friction of a contact and its sliding below which the friction is redirected [1]:
/// 11°. A larger value redirects more often; with a smaller one, friction acts at an angle to the sliding.
inline constexpr double kFrictionDirectionCosine = 0.98;

// sim: scenes and steps -----------------------------------------------------------------------------------------------

/// Distance in time from a frame of an animation within which a time counts as the time of that frame, as a share of
/// the interval between two frames [1]. The vertices then are those of the file, bit for bit. Times are sums and
/// quotients of rounded numbers; after a million frames their error is 1e-10. With a larger value, a jump in the motion
/// begins to show in velocities.
inline constexpr double kFrameTimeTolerance = 1e-9;

/// Speed [m/s] beyond which a step counts as diverged: the largest speed that a scene file may request. With a larger
/// value, collisions are detected among meaningless positions, where everything meets everything.
inline constexpr double kDivergedSpeed = 1e6;

/// Factor by which the energy at the end of a step may exceed what its start, gravity, wind, scripts and collisions can
/// supply (sim/energy_bound.hpp) [1]. The bound is generous by itself: no step of a shipped scene reaches it. With a
/// larger value, cloth is flung farther before a step is taken again; with a smaller one, sound steps are
/// repeated.
inline constexpr double kMaxEnergyGrowth = 2.0;

/// The same for a step that can be shortened [1]: what is left is the error of the integrator, which is stable, in one
/// step. The first frames of eleven shipped scenes keep their bits under this bound. With a larger value, stiff bodies
/// that collide gain energy from step to step; with a smaller one, sound steps are shortened.
inline constexpr double kMaxStableEnergyGrowth = 1.1;

/// Ratio of the speed with which what is hit by a script leaves it to the speed of the script [1]: 2 in an elastic
/// collision. With a larger value, more energy passes as the work of scripts; with a smaller one, sound steps are
/// shortened and vertices slowed.
inline constexpr double kMaxDrivenSpeedGrowth = 2.0;

/// Largest strain up to which a step may stretch cloth as it likes [1], and growth of the largest stretch beyond which
/// it is otherwise taken again with half of its length [1]. Ordinary scenes stay below the first. With larger values,
/// cloth tears along with what hits it fast; with smaller ones, cloth that scripts stretch takes shorter steps than it
/// needs.
inline constexpr double kFreeStrain = 0.4;
inline constexpr double kMaxStrainGrowth = 0.05;

/// Number of times that a step that stretches cloth too far at once may be halved beyond `max_halvings` [1]: down to a
/// 64th with the default. With a larger value, cloth that must stretch takes more steps; with a smaller one, long steps
/// in strong wind stretch cloth to a multiple of its length.
inline constexpr int kStretchHalvings = 3;

/// Share of the size of the largest movable body by which obstacles near it, and movable vertices in several substeps,
/// may travel between two detections of collisions [1]. No obstacle of a shipped scene is so fast. With a larger value,
/// obstacles take along small cloth, and a step collides with all of it; with a smaller one, fast scenes take more
/// steps.
inline constexpr double kMaxTravelShare = 0.25;

/// Number of intervals of a frame in which the travel of obstacles is measured [1], and largest factor by which it
/// makes the steps of a frame shorter [1]. With larger values, short bursts of motion are noticed, and frames take
/// longer.
inline constexpr int kTravelSamples = 8;
inline constexpr double kMaxTravelRefinement = 64.0;

/// Factor between the largest speed before a step and the speed with which a collision may push vertices on average
/// [1], as in kMaxDisplacementGrowth: cloth that is hit whips. With a larger value, explosions pass; with a smaller
/// one, whips are repeated with shorter steps.
inline constexpr double kMaxPushedSpeedGrowth = 4.0;

/// Ratio of the step size to the recommended step size of an explicit integrator beyond which steps are divided within
/// a frame [1]. The recommendation has a safety factor (option `cfl`), of which this is a part. With a larger value,
/// steps may be unstable; with a smaller one, steps are divided without need.
inline constexpr double kMaxExplicitStepRatio = 1.5;

/// Growth of the largest stretch beyond which the recommended step size is determined anew within a frame [1]. With a
/// larger value, stiffening cloth may diverge first; with a smaller one, more time is spent on it.
inline constexpr double kExplicitStretchGrowth = 1.1;

/// Largest number of parts into which a shortest step of an explicit integrator is divided before it counts as
/// diverged [1], and factor by which this number grows with each attempt [1]. With larger values, hopeless scenes take
/// longer, and steps are divided more coarsely.
inline constexpr std::int64_t kMaxExplicitRefinement = 4096;
inline constexpr std::int64_t kExplicitRefinementFactor = 4;

/// Speed at which a scripted vertex returns to its script, in addition to the speed of the script itself: its lag
/// divided by one of two times [s], and at least this speed [m/s], so that it arrives. While something is in its way, a
/// shorter time makes bodies that pinch cloth press harder: an arm that sinks 30 mm into a torso takes 261 steps at 0.4
/// s and 504 at 0.1 s. When nothing is, a longer one leaves them off their scripts for longer.
inline constexpr double kReturnSpeed = 0.02;
inline constexpr double kObstructedReturnTime = 0.4;
inline constexpr double kReturnTime = 0.05;

/// Share of the room that a scripted vertex in a pinch takes for itself where its script comes to meet it [1]; the rest
/// is for the other side. With 1, the torso has no room until an arm that leaves is back on its script, and is then
/// farther off its own than the overlap demands; with 0, the arm is.
inline constexpr double kPinchRoomShare = 0.5;

/// Speed with which a rigid script that waits may jump to its true time, if that is near enough for one step [m/s].
/// With a larger value it is back sooner, and hits obstructing bodies harder.
inline constexpr double kClockJumpSpeed = 0.1;

/// Friction in excess of Coulomb's law, relative to all friction that it allows, beyond which a fine pass is repeated
/// with corrected friction [1], and how often at most. Each repetition brings the sliding speeds of pairs that were
/// stuck nearer by the ratio of the load to the friction. With a larger value, a table-cloth that is pulled away throws
/// the cups on it; with a smaller one, steps in which cloth only begins to slide cost a pass more.
inline constexpr double kMaxFrictionExcess = 2.0;
inline constexpr int kMaxFrictionRepeats = 4;

/// Factor on the tolerance of the solver in the coarse pass of a step, which determines only the signs and the friction
/// of contact springs [1]. With a larger value, springs are placed wrongly; a smaller one takes more iterations.
inline constexpr double kCoarsePassToleranceFactor = 10.0;

/// Error of the velocities of a step with contact springs, as a mean over the mass, relative to the speeds in it: those
/// with which springs separate pairs, of the start, and of gravity [1]. It matters where layers begin so close together
/// that the forces of springs exceed all others. With a larger value, such layers part faster than their thickness per
/// frame; a smaller one takes more iterations.
inline constexpr double kMaxVelocityErrorShare = 0.1;

/// Number of successive collision steps without failure after which the collision interval is doubled [1]. With a
/// larger value, intervals stay short for longer; with a smaller one, more long intervals fail.
inline constexpr std::int64_t kIntervalDoublingSuccesses = 4;

/// Rounding that is forgiven when a frame is divided into steps, relative to their number [1]. With a larger value,
/// steps may be longer than requested; with a smaller one, rounding gives one step too many.
inline constexpr double kStepCountRounding = 1e-12;

/// Rounding that is forgiven when the steps of a collision interval are counted, relative to their number [1]. It is
/// larger than kStepCountRounding, because the step is itself a rounded quotient. With a larger value, intervals may be
/// longer than requested; with a smaller one, rounding gives one step too few.
inline constexpr double kIntervalRounding = 1e-9;

/// Deviation from 1 of the sum of the weights of an attachment that a scene may have [1]. With a larger value, wrong
/// weights pass; with a smaller one, input with rounded weights is refused.
inline constexpr double kInputWeightSumTolerance = 1e-9;

/// Smallest ratio of the width of a footprint to its length [1], because an object could rotate freely about a line.
/// With a larger value, narrow footprints are refused; with a smaller one, objects may spin.
inline constexpr double kMinFootprintWidthRatio = 1e-3;

/// Largest deviation of an edge from warp or weft up to which it is a yarn of the stretch limit [rad]. It is larger
/// than that of kYarnAlignmentSine: an edge that is no yarn is not limited at all, whereas a triangle without yarns
/// still gets springs. With a larger value, the diagonals of flat cells count as yarns and lock shear; with a smaller
/// one, rough grids have no yarns.
inline constexpr double kYarnAngle = 0.09;

// io: scene files -----------------------------------------------------------------------------------------------------

/// Distance of pinned vertices from the start of their motion, relative to the size of the body, up to which a scene is
/// accepted [1]. With a larger value, pins jump visibly in the first step; with a smaller one, rounded animations are
/// refused.
inline constexpr double kMaxPinStartJumpRatio = 1e-3;

/// Rounding that is forgiven when a duration is converted to frames [frames]. With a larger value, the last frame may
/// be lost; with a smaller one, rounding gives one frame too many.
inline constexpr double kFrameCountRounding = 1e-6;

// The program `muslin` ------------------------------------------------------------------------------------------------

/// Displacement of a scripted vertex in one collision step [m] beyond which `muslin check` warns. (It also warns where
/// an obstacle moves by more than its own size.) Cloth in front of the vertex is carried that far at once, and collides
/// with everything in between. With a smaller value, ordinary motion causes warnings.
inline constexpr double kMaxScriptedDisplacement = 0.1;

/// Thickness relative to the mean edge length [1] beyond which `muslin check` warns. Layers that keep such a distance
/// cannot lie in the folds that the mesh can represent. With a smaller value, fine meshes of ordinary cloth cause
/// warnings.
inline constexpr double kMaxThicknessToEdgeRatio = 0.25;

// sim: untangling of meshes without a scene ---------------------------------------------------------------------------

/// Thickness of meshes of unknown fabric, as a share of their mean edge length [1]: 0.4 mm for cloth with edges of 1
/// cm. A larger value moves more vertices than the intersections ask for; a smaller one leaves layers that the rounding
/// of other programs may bring together.
inline constexpr double kUntangleThicknessShare = 0.04;

/// Mean edge lengths between which meshes are taken to be in metres [m]. Others are scaled while they are untangled,
/// because the values of the fabric are in SI units. A narrower range scales cloth that is in metres, which is
/// harmless; in a wider one the cloth is too stiff or too soft for its size.
inline constexpr double kUntangleFinestEdge = 1e-3;
inline constexpr double kUntangleCoarsestEdge = 0.2;

/// Distance between neighbouring floats at the largest coordinate of meshes that are untangled, in units of the mean
/// edge length, beyond which rounding to floats is no matter of untangling [1]. With a larger value, cloth far from the
/// origin would be torn apart because the floats cannot tell its vertices from each other.
inline constexpr double kUntangleFloatShare = 0.01;

/// Share of their length to which untangling may shrink the edges of a sheet, on average over the sheet [1]. Cloth that
/// is entangled everywhere, with nothing around it, may be smoothed to a point, which has fewer intersections. With a
/// larger value, sheets that are untangled into folds would be given up.
inline constexpr double kUntangleCollapse = 0.5;

/// Ratio of the mean edge lengths of a frame and its mesh beyond which the mesh is not the rest shape of the frame [1].
/// Cloth does not stretch that far; a mesh in another unit differs by more.
inline constexpr double kUntangleRestScale = 2.0;

/// A frame is slow if its computing time is more than this many times the median of its run [1], and longer than this
/// [s], and if the run has this many frames. The record of the run then says what the frame was spent on, for at most
/// so many frames. With a smaller ratio, ordinary frames in which cloth begins to touch something are listed; with a
/// shorter time, frames during which the processor was busy elsewhere.
inline constexpr double kSlowFrameRatio = 20.0;
inline constexpr double kSlowFrameSeconds = 0.05;
inline constexpr std::size_t kFewestFramesForMedian = 5;
inline constexpr std::size_t kMaxSlowFrames = 20;

// sim: untangling of a start that intersects --------------------------------------------------------------------------

/// Distance by which layers pass each other, in units of their thickness [1]. A larger value leaves them farther apart
/// than they rest on each other; a smaller one needs more rounds.
inline constexpr double kUntangleClearance = 1.1;

/// The same in units of the edge length of the cloth, if that is larger [1]: faces are flat between vertices, so that
/// coarse cloth needs more room.
inline constexpr double kUntangleEdgeShare = 0.05;

/// Largest number of layers of cloth between two obstacles through which a pinch is recognised [1]. More layers cost
/// time, and make it more likely that distant parts of a pile count as one pinch.
inline constexpr int kMaxPinchedLayers = 12;

/// Relative difference of squared distances below which two faces count as equally near to a point [1]. Faces that
/// share the nearest edge or corner differ by rounding only.
inline constexpr double kEquallyNear = 1e-9;

/// Sine of the angle below which two planes, or an edge and a plane, count as parallel in the minimisation of contours
/// [1]. Their contour has no usable direction.
inline constexpr double kParallelPlanes = 1e-6;

/// Largest size of a patch that is taken to be pushed through another sheet, in units of the size of its contour [1]. A
/// deep fold is longer than its contour is wide; a whole panel whose border crosses another one is much larger.
inline constexpr double kMaxPatchPerContour = 4.0;

/// Distance from a contour up to which two layers are compared where the contour separates nothing, in units of the
/// edge length [1]. With a larger value, other folds count as well; with a smaller one, there is too little to count.
inline constexpr double kLocalReach = 3.0;

/// Mean cosine of the angle between the normals of two layers below which they cross rather than lie on each other [1].
/// Then no side is the right one, and the contour is shortened instead.
inline constexpr double kLayerAlignment = 0.4;

/// Distance from a contour, in units of its length, up to which sheets slide off each other along it [1]; kLocalReach
/// is added. Each slides by half of that length, less and less with the distance, so that the sheets are compressed by
/// a third. With a smaller value they are compressed more; with a larger one, more of the garment is disturbed.
inline constexpr double kSlideReach = 1.5;

/// Weight of the height above the other layer in the choice of a side [1]. It is small: it decides only between equal
/// numbers of vertices.
inline constexpr double kHeightVotes = 0.01;

/// Number of movable vertices that a scripted vertex outweighs in the choice of a side [1]. Its place is given, so
/// cloth goes to its side whatever the others say; only a sheet with more vertices than this could outvote it.
inline constexpr double kScriptedVotes = 1e6;

/// Largest number of rounds that separate layers of cloth, and of rounds without progress after which they end. More
/// rounds cost time where nothing can be done.
inline constexpr int kUntangleRounds = 80;
inline constexpr int kUntanglePatience = 8;

/// Largest number of times that displacements are taken back where they push cloth into an obstacle. Each may push a
/// neighbour into it; with fewer, more is left to later rounds.
inline constexpr int kObstacleRounds = 8;

/// Number of times that the separation of layers is begun, each after a relaxation. More cost time where nothing helps.
inline constexpr int kUntangleCycles = 24;

/// Number of intersections by which one of these attempts may be worse than twice the best one, so that the next goes
/// on from there. With a larger value, the search strays; with a smaller one, it repeats itself.
inline constexpr std::size_t kUntangleSetback = 10;

/// Rings of neighbours around a tangle up to which the cloth relaxes without collisions: from 2 to less than 2 more
/// than this, in turn. With a larger value, more of the garment is disturbed; with a smaller one, larger folds stay.
inline constexpr int kUntangleMaxRings = 8;

/// Every so many attempts the cloth is smoothed as well, and the number of sweeps by which this grows each time. More
/// sweeps shrink the cloth; fewer leave what is crumpled.
inline constexpr int kFairingPeriod = 3;
inline constexpr int kFairingSweeps = 5;

/// Sum of the angles of its triangles up to which a vertex with a border is smoothed along the border [rad]: between
/// half a turn on a straight border and a whole one at the end of a slit. With a larger value, slits at welded seams
/// are drawn into folds; with a smaller one, borders are drawn inwards.
inline constexpr double kMaxBorderAngle = 4.7;

/// Share of the edges of an obstacle that may be borders if the obstacle is to have an inside [1]. Characters have
/// holes at eyes and neck; a funnel has rims of several per cent.
inline constexpr double kMaxBorderShare = 0.01;

/// Size of the certified steps that untangle a start [s]. Velocities are discarded after each, so it sets only the
/// balance of inertia and stiffness: with a larger value, the cloth around a tangle yields over a wider region.
inline constexpr double kUntangleStep = 0.01;

/// Displacement below which a vertex counts as not moved by untangling, in units of the edge length [1].
inline constexpr double kUntangleStillness = 0.02;

/// Number of steps in which displaced cloth relaxes at the end. With fewer, folds of the tangle remain.
inline constexpr int kUntangleRelaxSteps = 8;

/// Distance from an intersection up to which cloth may move, in units of the edge length or of the depth to which an
/// obstacle is drawn back there [1]. With a smaller value, cloth that is pushed out has no room; a larger one moves
/// more of the garment.
inline constexpr double kUntangleReach = 5.0;

/// Change of the depth of a retraction per distance along the obstacle [1]. A larger value dents the obstacle more
/// locally and more steeply.
inline constexpr double kRetractionSlope = 0.4;

/// Largest depth of a retraction, as a share of the thickness of the obstacle there [1]. Below 0.5, so that opposite
/// sides never pass each other.
inline constexpr double kRetractionShare = 0.45;

/// Largest number of depths that a retraction tries; each is half as deep again as the one before. 16 rounds reach 440
/// times the first depth.
inline constexpr int kRetractionRounds = 16;

}  // namespace muslin::tolerance
