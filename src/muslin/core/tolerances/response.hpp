#pragma once

// What a step does about collisions.
namespace muslin::tolerance {

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

/// Friction in excess of Coulomb's law, relative to all friction that it allows, beyond which a fine pass is repeated
/// with corrected friction [1], and how often at most. Each repetition brings the sliding speeds of pairs that were
/// stuck nearer by the ratio of the load to the friction. With a larger value, a table-cloth that is pulled away throws
/// the cups on it; with a smaller one, steps in which cloth only begins to slide cost a pass more.
inline constexpr double kMaxFrictionExcess = 2.0;
inline constexpr int kMaxFrictionRepeats = 4;

/// Largest number of layers of cloth between two obstacles through which a pinch is recognised [1]. More layers cost
/// time, and make it more likely that distant parts of a pile count as one pinch.
inline constexpr int kMaxPinchedLayers = 12;

/// Factor by which prescribed vertices are lighter when they yield to overstretched cloth than in a pinch [1]: a tenth
/// of what touches them. With a larger value, obstacles are thrown aside by what touches them; with a smaller one, they
/// go on stretching cloth.
inline constexpr double kYieldingEase = 100.0;

}  // namespace muslin::tolerance
