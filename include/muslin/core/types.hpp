#pragma once
#include <Eigen/Core>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace muslin {

using Vec2 = Eigen::Vector2d;  ///< two coordinates, for example of the material space [m]
using Vec3 = Eigen::Vector3d;  ///< three coordinates: a position [m], a velocity [m/s], a force [N], …
using Mat2 = Eigen::Matrix2d;  ///< 2 × 2 matrix of doubles, stored by columns
using Mat3 = Eigen::Matrix3d;  ///< 3 × 3 matrix of doubles, stored by columns

/// An index that cannot be confused with an index of another kind. It is stored in 32 bits; -1 means "none".
template <class Tag>
struct Id {
  std::int32_t value = -1;  ///< the index, from 0; -1 means "none"

  /// Makes the id that means "none".
  constexpr Id() = default;
  /// Makes the id of an index, which must be less than kMaxElements.
  /// @{
  constexpr explicit Id(std::int32_t v) : value(v) {}
  constexpr explicit Id(std::size_t v) : value(static_cast<std::int32_t>(v)) {}
  /// @}

  /// Returns the index for use in an array. The id must be valid.
  [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
  /// Returns false if the id means "none".
  [[nodiscard]] constexpr bool valid() const { return value >= 0; }
  /// Compares the indices; "none" is less than any of them.
  friend constexpr auto operator<=>(Id, Id) = default;
};

using VertexId = Id<struct VertexTag>;      ///< index of a vertex, of one body or over all bodies
using EdgeId = Id<struct EdgeTag>;          ///< index of an edge
using TriangleId = Id<struct TriangleTag>;  ///< index of a triangle

/// Largest number of elements of one kind that an Id can count.
inline constexpr std::size_t kMaxElements = 0x7fff'ffff;

/// Collects the options of a struct. An options struct that scenes can set declares, next to itself,
///   void describe(Description<RepulsionOptions>& options);
/// and defines it in a source file of its own folder with the functions of core/option.hpp.
template <class S>
class Description;

}  // namespace muslin
