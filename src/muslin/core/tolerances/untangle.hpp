#pragma once
#include <cstddef>

// Untangling of a start, or of meshes without a scene.
namespace muslin::tolerance {

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

/// Distance by which layers pass each other, in units of their thickness [1]. A larger value leaves them farther apart
/// than they rest on each other; a smaller one needs more rounds.
inline constexpr double kUntangleClearance = 1.1;

/// The same in units of the edge length of the cloth, if that is larger [1]: faces are flat between vertices, so that
/// coarse cloth needs more room.
inline constexpr double kUntangleEdgeShare = 0.05;

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
