#pragma once
#include <cstddef>

// Stretch limits and rigid patches.
namespace muslin::tolerance {

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

}  // namespace muslin::tolerance
