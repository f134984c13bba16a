#pragma once
#include <array>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>

namespace muslin {

/// @file
/// These functions make the meshes that scenes name, from a few numbers. Lengths are in metres, and y is up.
///
/// Every mesh made here is consistently oriented; each vertex is used and none is duplicated; no triangle is without
/// area. Closed shapes face outwards. Options come from the user, so an option out of range is an Error that names it,
/// "grid/size: 0 m; must be from 1e-06 to 1e+06 m".

/// Range of every length that an option gives [m], and the largest number of triangles (or segments) of one shape: a
/// slipped digit should cause a message, not exhaust the memory of the machine.
inline constexpr double kMinShapeLength = 1e-6;                ///< smallest length [m]
inline constexpr double kMaxShapeLength = 1e6;                 ///< largest length [m]
inline constexpr std::int64_t kMaxShapeElements = 50'000'000;  ///< largest number of triangles or segments

/// An axis of the coordinate system.
enum class Axis { x, y, z };

/// Direction of the diagonals that cut the squares of a grid, seen from above with x to the right: all "/", all "\", or
/// alternating, so that the cloth has no preferred diagonal.
enum class Diagonals { forward, backward, alternating };

// Cloth is flat in the plane y = 0, centred, and faces up. Material coordinates are the flat coordinates (x, -z) in
// metres, which is the sheet seen from above, measured from its corner (grid, ribbon) or its centre (disc).

/// A grid of columns × rows vertices and 2 (columns - 1) (rows - 1) triangles. Vertex row·columns + column is at x =
/// -size.x/2 + column·spacing, z = size.y/2 - row·spacing.
struct GridOptions {
  std::array<int, 2> vertices = {21, 21};        ///< columns along x, rows along -z; at least 2
  Vec2 size = Vec2(1.0, 1.0);                    ///< lengths along x and z [m]
  Diagonals diagonals = Diagonals::alternating;  ///< how the squares are cut
};
/// Makes a rectangular cloth of any proportions, with material coordinates.
[[nodiscard]] Result<Mesh> make_grid(const GridOptions& options = {});

/// A long narrow grid along x: (along + 1) (across + 1) vertices, 2 along·across triangles.
struct RibbonOptions {
  double length = 1.0;                           ///< along x [m]
  double width = 0.05;                           ///< along z [m]
  int along = 40;                                ///< number of squares along x; at least 1
  int across = 2;                                ///< number of squares along z; at least 1
  Diagonals diagonals = Diagonals::alternating;  ///< how the squares are cut
};
/// Makes a long narrow cloth, with material coordinates.
[[nodiscard]] Result<Mesh> make_ribbon(const RibbonOptions& options = {});

/// A disc of concentric rings. Ring k has 6k vertices, so that all triangles are of about one size: 1 + 3 rings (rings
/// + 1) vertices, 6 rings² triangles.
struct DiscOptions {
  double radius = 0.5;  ///< of the rim [m]
  int rings = 10;       ///< number of rings of triangles around the centre; at least 1
};
/// Makes a round cloth, with material coordinates.
[[nodiscard]] Result<Mesh> make_disc(const DiscOptions& options = {});

/// A polyline of segments + 1 vertices and no triangles.
struct CableOptions {
  Vec3 from = Vec3(-0.5, 0.0, 0.0);  ///< position of the first vertex [m]
  Vec3 to = Vec3(0.5, 0.0, 0.0);     ///< position of the last vertex [m]; not that of the first
  int segments = 50;                 ///< number of segments of equal length; at least 1
};
/// Makes a straight cable between two points.
[[nodiscard]] Result<Mesh> make_cable(const CableOptions& options = {});

// Closed solids, centred at the origin.

/// An icosahedron with each triangle cut in four `subdivisions` times: 10·4ⁿ + 2 vertices, on the sphere; 20·4ⁿ
/// triangles.
struct SphereOptions {
  double radius = 0.5;   ///< distance of all vertices from the centre [m]
  int subdivisions = 3;  ///< 642 vertices; 0 is the icosahedron itself
};
/// Makes a sphere whose triangles are of about one size.
[[nodiscard]] Result<Mesh> make_sphere(const SphereOptions& options = {});

/// A box whose faces are divided into squares, each cut by one diagonal. With divisions a, b, c it has 2 (ab + bc + ca)
/// + 2 vertices and 4 (ab + bc + ca) triangles.
struct BoxOptions {
  Vec3 size = Vec3(1.0, 1.0, 1.0);           ///< lengths along x, y and z [m]
  std::array<int, 3> divisions = {1, 1, 1};  ///< numbers of squares along x, y and z; at least 1
};
/// Makes a box along the axes.
[[nodiscard]] Result<Mesh> make_box(const BoxOptions& options = {});

/// Whether the ends of a cylinder are open or closed by flat caps.
enum class CylinderEnds { open, capped };

/// A cylinder. The side has 2 sides·divisions triangles, and each cap has `sides` more, around a vertex on the axis.
struct CylinderOptions {
  double radius = 0.5;                       ///< distance of the vertices of the side from the axis [m]
  double height = 1.0;                       ///< length along the axis [m]
  int sides = 32;                            ///< number of squares around the axis; at least 3
  int divisions = 8;                         ///< number of squares along the axis; at least 1
  CylinderEnds ends = CylinderEnds::capped;  ///< open or capped
  Axis axis = Axis::y;                       ///< axis along which the cylinder stands
};
/// Makes a cylinder, which is closed only if its ends are capped.
[[nodiscard]] Result<Mesh> make_cylinder(const CylinderOptions& options = {});

/// Whether the ends of a rod are flat caps or half-spheres.
enum class RodEnds { flat, round };

/// A thin closed cylinder. Round ends are half-spheres beyond `length`, each of 2·sides·end_rings - sides triangles.
struct RodOptions {
  double radius = 0.05;           ///< of the straight part and of round ends [m]
  double length = 1.0;            ///< length of the straight part [m]
  int sides = 16;                 ///< number of squares around the axis; at least 3
  int divisions = 10;             ///< number of squares along the straight part; at least 1
  int end_rings = 4;              ///< number of rings of each round end; at least 1
  RodEnds ends = RodEnds::round;  ///< flat or round
  Axis axis = Axis::x;            ///< axis along which the rod lies
};
/// Makes a rod with flat or round ends.
[[nodiscard]] Result<Mesh> make_rod(const RodOptions& options = {});

// Open obstacles. Contact acts on both sides of each, regardless of the side that it faces.

/// The ground: a grid in the plane y = 0 that faces up, with 2·divisions² triangles and without material coordinates.
struct PlaneOptions {
  Vec2 size = Vec2(10.0, 10.0);             ///< lengths along x and z [m]
  std::array<int, 2> divisions = {10, 10};  ///< numbers of squares along x and z; at least 1
};
/// Makes a flat rectangle for the ground.
[[nodiscard]] Result<Mesh> make_plane(const PlaneOptions& options = {});

/// A cone that opens upwards above a tube, about the y axis, centred in height, facing away from the axis. It has 2
/// sides (cone_divisions + neck_divisions) triangles.
struct FunnelOptions {
  double mouth_radius = 0.5;  ///< radius of the upper rim [m]
  double neck_radius = 0.1;   ///< radius of the tube [m]; less than mouth_radius
  double cone_height = 0.4;   ///< height of the cone [m]
  double neck_height = 0.2;   ///< height of the tube [m]
  int sides = 48;             ///< number of squares around the axis; at least 3
  int cone_divisions = 12;    ///< number of squares along the cone; at least 1
  int neck_divisions = 6;     ///< number of squares along the tube; at least 1
};
/// Makes a funnel, which is open at both ends.
[[nodiscard]] Result<Mesh> make_funnel(const FunnelOptions& options = {});

/// The cross-section of a trough: half an ellipse (u), or two straight walls (v).
enum class TroughSection { u, v };

/// A channel along x, open above and at both ends, centred, facing up and inwards. A U is half an ellipse, and a V has
/// straight walls. It has 2 along·across triangles.
struct TroughOptions {
  double length = 1.0;  ///< along x [m]
  double width = 0.4;   ///< between the upper rims, along z [m]
  double height = 0.3;  ///< of the rims above the lowest line [m]
  int along = 20;       ///< number of squares along x; at least 1
  int across = 16;      ///< number of squares from rim to rim; even, so that the lowest line consists of vertices
  TroughSection section = TroughSection::u;  ///< shape of the cross-section
};
/// Makes a trough whose lowest line lies along x.
[[nodiscard]] Result<Mesh> make_trough(const TroughOptions& options = {});

/// Describe the options that scenes may set (core/option.hpp).
/// @{
void describe(Description<GridOptions>& options);
void describe(Description<RibbonOptions>& options);
void describe(Description<DiscOptions>& options);
void describe(Description<CableOptions>& options);
void describe(Description<SphereOptions>& options);
void describe(Description<BoxOptions>& options);
void describe(Description<CylinderOptions>& options);
void describe(Description<RodOptions>& options);
void describe(Description<PlaneOptions>& options);
void describe(Description<FunnelOptions>& options);
void describe(Description<TroughOptions>& options);
/// @}

}  // namespace muslin
