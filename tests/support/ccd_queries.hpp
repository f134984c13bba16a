#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <ostream>
#include <string_view>
#include <vector>

namespace muslin::test {

/// Two elements whose vertices move on straight lines: edge 0-1 against edge 2-3, or vertex 3 against triangle 0-1-2.
struct CcdQuery {
  bool edge_edge = false;
  std::array<Vec3, 4> start, end;
};

/// Returns whether point i belongs to the second element: edge 2-3, or the vertex.
[[nodiscard]] bool in_second(const CcdQuery& query, std::size_t i);
void translate(CcdQuery& query, const Vec3& offset);

/// Families of queries. Unless noted, half are edge-edge, lengths are in metres, and some collide and some do not.
enum class Family {
  cloth,            ///< pairs of two wrinkled layers, elements of 1 cm, displacements of millimetres
  near,             ///< any pair within 1 cm, displacements as large as the element
  land,             ///< contact exactly at t = 1 or at another multiple of 1/16, scales 2^-13 to 2^13; all collide
  grid,             ///< whole coordinates from -3 to 3, often flat: all kinds of degeneracy
  rest,             ///< flat tilted layers sliding at a constant gap of 1e-3 to 1e-9; none collides
  nearly_coplanar,  ///< all four points within 1e-3 to 1e-17 of one plane, moving mostly in it
  nearly_parallel,  ///< edges (or the sides of sliver triangles) whose directions differ by 1e-2 to 1e-16
  large_offset,     ///< scene of size 1, translated by 1e4 or 1e6 along each axis
  tiny_features,    ///< elements of 1e-4 at a distance of 1e4 from the origin, or against an element of 1e2
  degenerate,       ///< zero-area triangles, zero-length edges, coincident points, vertices or pairs that do not move
  grazing,   ///< contact exactly at a corner, side or end point, or at a double root without crossing; all collide
  rotation,  ///< one element rotated by up to 360 degrees about a point near the other
};

/// A family with its name for messages.
struct NamedFamily {
  Family family;
  std::string_view name;
  friend std::ostream& operator<<(std::ostream& out, const NamedFamily& named) { return out << named.name; }
};
inline constexpr std::array<NamedFamily, 12> kFamilies = {{
    {Family::cloth, "cloth"},
    {Family::near, "near"},
    {Family::land, "land"},
    {Family::grid, "grid"},
    {Family::rest, "rest"},
    {Family::nearly_coplanar, "nearly_coplanar"},
    {Family::nearly_parallel, "nearly_parallel"},
    {Family::large_offset, "large_offset"},
    {Family::tiny_features, "tiny_features"},
    {Family::degenerate, "degenerate"},
    {Family::grazing, "grazing"},
    {Family::rotation, "rotation"},
}};
[[nodiscard]] std::string_view name(Family family);

/// Makes queries. Equal arguments give equal queries on one computer; `land`, `grid` and `grazing` are equal on every
/// computer.
[[nodiscard]] std::vector<CcdQuery> make_queries(Family family, int count, std::uint64_t seed);

/// Returns whether the elements meet in [0, 1] according to the exact oracle.
[[nodiscard]] bool exactly_collide(const CcdQuery& query);

}  // namespace muslin::test
