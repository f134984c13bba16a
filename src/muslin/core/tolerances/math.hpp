#pragma once
#include <cstddef>

// Linear systems, complementarity problems and programmes.
namespace muslin::tolerance {

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

}  // namespace muslin::tolerance
