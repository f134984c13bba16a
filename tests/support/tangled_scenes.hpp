#pragma once
#include <muslin/sim/scene.hpp>
#include <string>
#include <tests/support/random.hpp>
#include <vector>

namespace muslin::test {

/// A square cotton sheet of side × side vertices, flat, centred at the origin.
[[nodiscard]] SceneBody sheet_body(std::string name, int side, double size);
/// A ball that stands still.
[[nodiscard]] SceneBody ball_body(double radius, const Vec3& centre);

/// A way to make starts that intersect.
struct TangleKind {
  const char* name;
  Scene (*make)(Random& random);
};
/// All kinds: folds pushed through, offset layers, crossing sleeves, a sheet through a ball, equal sheets that cross
/// over both borders, a folded sheet through itself, a fold with pins, layers on a body, and equal sheets that cross
/// over both borders at 70° to 90°.
[[nodiscard]] const std::vector<TangleKind>& tangle_kinds();

/// Counts intersections in the doubles and in the floats.
[[nodiscard]] std::size_t count_intersections(const Scene& scene, std::span<const Vec3> position);

/// What became of many tangles.
struct TangleTally {
  int tangled = 0;                     ///< starts that intersected
  int clean = 0;                       ///< those without an intersection afterwards
  std::vector<std::string> left = {};  ///< descriptions of the others
};
/// Untangles `each` starts of every kind, and expects of each that it is not worse than before and that what is left is
/// counted, named and labelled.
[[nodiscard]] TangleTally untangle_many(int each, std::uint64_t seed);

}  // namespace muslin::test
