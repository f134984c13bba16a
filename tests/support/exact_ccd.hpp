#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <optional>
#include <utility>

namespace muslin::test {

/// Exact continuous collision detection in integers of arbitrary size: slow, and the reference for all fast code. It
/// shares no code with the library. Coordinates must be finite; a non-finite one throws std::invalid_argument.
///
/// The functions return whether the closed elements meet at any t in [0, 1], both ends included, while every vertex
/// moves on a straight line from start to end. The answers are exact for the given doubles, including degenerate
/// elements and motions.
[[nodiscard]] bool vertex_triangle_collide(const std::array<Vec3, 4>& start,
                                           const std::array<Vec3, 4>& end);  ///< vertex 3 against triangle 0-1-2
[[nodiscard]] bool edge_edge_collide(const std::array<Vec3, 4>& start,
                                     const std::array<Vec3, 4>& end);  ///< edge 0-1 against edge 2-3
[[nodiscard]] bool vertex_edge_collide(const std::array<Vec3, 3>& start,
                                       const std::array<Vec3, 3>& end);  ///< vertex 2 against edge 0-1

/// Bounds {low, high} with low <= first time of contact <= high and high - low <= 2^-52.
using TimeBracket = std::pair<double, double>;

/// Returns bounds on the first time of contact, or no value if the elements do not meet in [0, 1].
[[nodiscard]] std::optional<TimeBracket> vertex_triangle_first_time(const std::array<Vec3, 4>& start,
                                                                    const std::array<Vec3, 4>& end);
[[nodiscard]] std::optional<TimeBracket> edge_edge_first_time(const std::array<Vec3, 4>& start,
                                                              const std::array<Vec3, 4>& end);
[[nodiscard]] std::optional<TimeBracket> vertex_edge_first_time(const std::array<Vec3, 3>& start,
                                                                const std::array<Vec3, 3>& end);

}  // namespace muslin::test
