#pragma once
#include <array>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>

namespace muslin {

/// These functions make the meshes that scenes name, from a few numbers. Lengths are in metres, and y is up.
///
/// Every mesh made here is consistently oriented; each vertex is used and none is duplicated; no triangle is without
/// area. Closed shapes face outwards. Options come from the user, so an option out of range is an Error that names it,
/// "grid/size: 0 m; must be from 1e-06 to 1e+06 m".

/// Range of every length that an option gives [m], and the largest number of triangles (or segments) of one shape: a
/// slipped digit should cause a message, not exhaust the memory of the machine.
inline constexpr double kMinShapeLength = 1e-6;
inline constexpr double kMaxShapeLength = 1e6;
inline constexpr std::int64_t kMaxShapeElements = 50'000'000;

enum class Axis { x, y, z };

/// Direction of the diagonals that cut the squares of a grid, seen from above with x to the right: all "/", all "\", or
/// alternating, so that the cloth has no preferred diagonal.
enum class Diagonals { forward, backward, alternating };

// Cloth is flat in the plane y = 0, centred, and faces up. Material coordinates are the flat coordinates (x, -z) in
// metres, which is the sheet seen from above, measured from its corner (grid, ribbon) or its centre (disc).

/// A grid of columns × rows vertices and 2 (columns - 1) (rows - 1) triangles. Vertex row·columns + column is at x =
/// -size.x/2 + column·spacing, z = size.y/2 - row·spacing.
struct GridOptions {
  std::array<int, 2> vertices = {21, 21};  ///< columns along x, rows along -z; at least 2
  Vec2 size = Vec2(1.0, 1.0);
  Diagonals diagonals = Diagonals::alternating;
};
[[nodiscard]] Result<Mesh> make_grid(const GridOptions& options = {});

/// A long narrow grid along x: (along + 1) (across + 1) vertices, 2 along·across triangles.
struct RibbonOptions {
  double length = 1.0;
  double width = 0.05;
  int along = 40;  ///< number of squares
  int across = 2;
  Diagonals diagonals = Diagonals::alternating;
};
[[nodiscard]] Result<Mesh> make_ribbon(const RibbonOptions& options = {});

/// A disc of concentric rings. Ring k has 6k vertices, so that all triangles are of about one size: 1 + 3 rings (rings
/// + 1) vertices, 6 rings² triangles.
struct DiscOptions {
  double radius = 0.5;
  int rings = 10;
};
[[nodiscard]] Result<Mesh> make_disc(const DiscOptions& options = {});

/// A polyline of segments + 1 vertices and no triangles.
struct CableOptions {
  Vec3 from = Vec3(-0.5, 0.0, 0.0);
  Vec3 to = Vec3(0.5, 0.0, 0.0);
  int segments = 50;
};
[[nodiscard]] Result<Mesh> make_cable(const CableOptions& options = {});

// Closed solids, centred at the origin.

/// An icosahedron with each triangle cut in four `subdivisions` times: 10·4ⁿ + 2 vertices, on the sphere; 20·4ⁿ
/// triangles.
struct SphereOptions {
  double radius = 0.5;
  int subdivisions = 3;  ///< 642 vertices; 0 is the icosahedron itself
};
[[nodiscard]] Result<Mesh> make_sphere(const SphereOptions& options = {});

/// A box whose faces are divided into squares, each cut by one diagonal. With divisions a, b, c it has 2 (ab + bc + ca)
/// + 2 vertices and 4 (ab + bc + ca) triangles.
struct BoxOptions {
  Vec3 size = Vec3(1.0, 1.0, 1.0);
  std::array<int, 3> divisions = {1, 1, 1};
};
[[nodiscard]] Result<Mesh> make_box(const BoxOptions& options = {});

enum class CylinderEnds { open, capped };

/// A cylinder. The side has 2 sides·divisions triangles, and each cap has `sides` more, around a vertex on the axis.
struct CylinderOptions {
  double radius = 0.5;
  double height = 1.0;
  int sides = 32;  ///< at least 3
  int divisions = 8;
  CylinderEnds ends = CylinderEnds::capped;
  Axis axis = Axis::y;
};
[[nodiscard]] Result<Mesh> make_cylinder(const CylinderOptions& options = {});

enum class RodEnds { flat, round };

/// A thin closed cylinder. Round ends are half-spheres beyond `length`, each of 2·sides·end_rings - sides triangles.
struct RodOptions {
  double radius = 0.05;
  double length = 1.0;  ///< length of the straight part
  int sides = 16;       ///< at least 3
  int divisions = 10;   ///< divisions of the straight part
  int end_rings = 4;    ///< rings of each round end
  RodEnds ends = RodEnds::round;
  Axis axis = Axis::x;
};
[[nodiscard]] Result<Mesh> make_rod(const RodOptions& options = {});

// Open obstacles. Contact acts on both sides of each, regardless of the side that it faces.

/// The ground: a grid in the plane y = 0 that faces up, with 2·divisions² triangles and without material coordinates.
struct PlaneOptions {
  Vec2 size = Vec2(10.0, 10.0);
  std::array<int, 2> divisions = {10, 10};
};
[[nodiscard]] Result<Mesh> make_plane(const PlaneOptions& options = {});

/// A cone that opens upwards above a tube, about the y axis, centred in height, facing away from the axis. It has 2
/// sides (cone_divisions + neck_divisions) triangles.
struct FunnelOptions {
  double mouth_radius = 0.5;
  double neck_radius = 0.1;  ///< less than mouth_radius
  double cone_height = 0.4;
  double neck_height = 0.2;
  int sides = 48;  ///< at least 3
  int cone_divisions = 12;
  int neck_divisions = 6;
};
[[nodiscard]] Result<Mesh> make_funnel(const FunnelOptions& options = {});

enum class TroughSection { u, v };

/// A channel along x, open above and at both ends, centred, facing up and inwards. A U is half an ellipse, and a V has
/// straight walls. It has 2 along·across triangles.
struct TroughOptions {
  double length = 1.0;
  double width = 0.4;  ///< between the upper rims, along z
  double height = 0.3;
  int along = 20;
  int across = 16;  ///< from rim to rim; even, so that the lowest line consists of vertices
  TroughSection section = TroughSection::u;
};
[[nodiscard]] Result<Mesh> make_trough(const TroughOptions& options = {});

/// Describe the options that scenes may set (core/option.hpp).
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

}  // namespace muslin
