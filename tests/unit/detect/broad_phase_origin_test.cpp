#include <gtest/gtest.h>

#include <muslin/detect/broad_phase.hpp>
#include <muslin/geometry/shapes.hpp>
#include <tests/support/random.hpp>

namespace muslin::broad_phase_origin_test {
namespace {

/// Two layers whose boxes overlap or not by their last bits as floats.
Mesh layers(double inflation) {
  test::Random random(7);
  Mesh mesh;
  for (const double height : {0.0, 2 * inflation}) {
    Mesh layer = make_grid({.vertices = {20, 20}}).value();
    for (Vec3& x : layer.positions) x += Vec3(0.1, height * (1 + random.uniform(-1e-4, 1e-4)), 0.3);
    append(mesh, layer);
  }
  return mesh;
}

std::size_t count(BroadPhase& broad_phase, std::span<const Vec3> position, double inflation) {
  broad_phase.refit(position, position, inflation);
  BroadPhasePairs pairs;
  broad_phase.find(pairs);
  return pairs.count();
}

// A run that is resumed has another history than one that was not interrupted, and the same counters.
TEST(BroadPhase, FindsTheSamePairsWhateverItFoundBefore) {
  constexpr double kInflation = 0.001;
  const Mesh mesh = layers(kInflation);
  BroadPhase fresh(make_collision_mesh(mesh));
  const std::size_t expected = count(fresh, mesh.positions, kInflation);
  EXPECT_LT(expected, count(fresh, mesh.positions, 1.001 * kInflation));  // some boxes just miss each other
  for (int k = 1; k <= 8; ++k) {
    std::vector<Vec3> elsewhere = mesh.positions;
    for (Vec3& x : elsewhere) x += k * Vec3(0.7, 1.3, -0.9);
    BroadPhase used(make_collision_mesh(mesh));
    static_cast<void>(count(used, elsewhere, kInflation));
    EXPECT_EQ(count(used, mesh.positions, kInflation), expected) << k;
  }
}

}  // namespace
}  // namespace muslin::broad_phase_origin_test
