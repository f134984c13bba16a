#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <optional>
#include <utility>

namespace muslin::test {

/// Continuous collision decided in whole numbers of any size: slow, and the judge of everything that is fast. Shares no
/// code with the library. Coordinates must be finite; a non-finite one throws std::invalid_argument.
///
/// Do the closed elements meet at any t in [0, 1], both included, every vertex moving on a straight line from start to
/// end? Exact for the doubles given, degenerate elements and motions included.
[[nodiscard]] bool vertex_triangle_collide(const std::array<Vec3, 4>& start,
                                           const std::array<Vec3, 4>& end);  ///< vertex 3 against triangle 0-1-2
[[nodiscard]] bool edge_edge_collide(const std::array<Vec3, 4>& start,
                                     const std::array<Vec3, 4>& end);  ///< edge 0-1 against edge 2-3
[[nodiscard]] bool vertex_edge_collide(const std::array<Vec3, 3>& start,
                                       const std::array<Vec3, 3>& end);  ///< vertex 2 against edge 0-1

/// {low, high} with low <= first time of contact <= high and high - low <= 2^-52.
using TimeBracket = std::pair<double, double>;

/// The first time of contact, bracketed; nothing if the elements do not meet in [0, 1].
[[nodiscard]] std::optional<TimeBracket> vertex_triangle_first_time(const std::array<Vec3, 4>& start,
                                                                    const std::array<Vec3, 4>& end);
[[nodiscard]] std::optional<TimeBracket> edge_edge_first_time(const std::array<Vec3, 4>& start,
                                                              const std::array<Vec3, 4>& end);
[[nodiscard]] std::optional<TimeBracket> vertex_edge_first_time(const std::array<Vec3, 3>& start,
                                                                const std::array<Vec3, 3>& end);

}  // namespace muslin::test
