#pragma once
#include <Eigen/Core>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace muslin {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;

/// An index that cannot be confused with an index of another kind. It is stored in 32 bits; -1 means "none".
template <class Tag>
struct Id {
  std::int32_t value = -1;

  constexpr Id() = default;
  constexpr explicit Id(std::int32_t v) : value(v) {}
  constexpr explicit Id(std::size_t v) : value(static_cast<std::int32_t>(v)) {}

  [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
  [[nodiscard]] constexpr bool valid() const { return value >= 0; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using VertexId = Id<struct VertexTag>;
using EdgeId = Id<struct EdgeTag>;
using TriangleId = Id<struct TriangleTag>;

/// Largest number of elements of one kind that an Id can count.
inline constexpr std::size_t kMaxElements = 0x7fff'ffff;

/// Collects the options of a struct. An options struct that scenes can set declares, next to itself,
///   void describe(Description<RepulsionOptions>& options);
/// and defines it in a source file of its own folder with the functions of core/option.hpp.
template <class S>
class Description;

}  // namespace muslin
