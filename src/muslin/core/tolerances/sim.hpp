#pragma once
#include <cstddef>
#include <cstdint>

// Scenes and steps.
namespace muslin::tolerance {

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

/// Strain beyond which cloth counts as overstretched [1], and growth of the largest stretch in a step beyond which
/// something else then gives way [1]. Rubber bears a strain of five to seven before it tears. With larger values, cloth
/// that an obstacle pulls off its pins is drawn out farther before the obstacle waits; with smaller ones, obstacles
/// wait for rubber, and for waves of strain that no contact causes.
inline constexpr double kMaxPulledStrain = 4.0;
inline constexpr double kPulledStrainGrowth = 1e-3;

/// Number of steps of a frame that may take such a way, after which whatever collides stands still for two steps, then
/// for four, and so on, with this many doublings, until the end of the frame [1]. With larger values, frames in which
/// an obstacle cannot go on take longer; with smaller ones, cloth that could slide off it stands still.
inline constexpr int kMaxOverstretchedSteps = 8;
inline constexpr int kMaxStandingDoublings = 10;

/// Number of times that a step that stretches cloth too far at once may be halved beyond `max_halvings` [1]: down to a
/// 64th with the default. With a larger value, cloth that must stretch takes more steps; with a smaller one, long steps
/// in strong wind stretch cloth to a multiple of its length.
inline constexpr int kStretchHalvings = 3;

/// Share of the size of the largest movable body by which obstacles near it, pins, bodies that meet an obstacle, and
/// movable vertices in several substeps may travel between two detections of collisions [1]. No obstacle or pin of a
/// shipped scene is so fast. With a larger value, obstacles take along small cloth, and a step collides with all of it;
/// with a smaller one, fast scenes take more steps.
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

/// The same ratio [1] above which cloth and cables are refused. A disc with a ratio of 6e4 falls on a ball with a
/// strain of 0.7 in its smallest triangles; one of 5e5 with a strain of 640, and a grid of 7e5 with 1e6, since impulses
/// of ordinary speeds carry vertices many edges far in one step.
inline constexpr double kRefusedEdgeRatio = 1e5;

/// Ratio of the sizes of two bodies of a scene [1] above which a warning asks for their units: a button on a ship's
/// sail is 1,000 times smaller.
inline constexpr double kMaxBodySizeRatio = 1e4;

/// Mass of a prescribed vertex that yields in a pinch, relative to the mean mass of the movable vertices [1]. With a
/// smaller value, obstacles are dented more (two balls that overlap by 12 mm with three sheets between them: 19 mm at
/// 1, 15 mm at 10). With a larger one, responses no longer converge against them (at 100, every other step ends with
/// stopped zones).
inline constexpr double kYieldingMassRatio = 10.0;

/// A frame is slow if its computing time is more than this many times the median of its run [1], and longer than this
/// [s], and if the run has this many frames. The record of the run then says what the frame was spent on, for at most
/// so many frames. With a smaller ratio, ordinary frames in which cloth begins to touch something are listed; with a
/// shorter time, frames during which the processor was busy elsewhere.
inline constexpr double kSlowFrameRatio = 20.0;
inline constexpr double kSlowFrameSeconds = 0.05;
inline constexpr std::size_t kFewestFramesForMedian = 5;
inline constexpr std::size_t kMaxSlowFrames = 20;

}  // namespace muslin::tolerance
