#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <tests/support/mesh_measures.hpp>
#include <tests/support/random.hpp>

namespace muslin::shapes_test {
namespace {

using test::Random;

/// What a generator promises of its mesh.
struct Promise {
  const char* name;
  Mesh mesh;
  int euler_characteristic;
  bool closed;
  bool cloth;
};

double length(Random& random) { return random.uniform(0.05, 5.0); }
Diagonals diagonals(Random& random) { return static_cast<Diagonals>(random.integer(0, 2)); }
Axis axis(Random& random) { return static_cast<Axis>(random.integer(0, 2)); }

std::vector<Promise> every_sheet(Random& random) {
  const auto count = [&](int smallest) { return random.integer(smallest, 12); };
  const auto size = [&] {
    const double x = length(random);
    return Vec2(x, length(random));
  };
  std::vector<Promise> all;
  all.push_back({"grid",
                 make_grid({.vertices = {count(2), count(2)}, .size = size(), .diagonals = diagonals(random)}).value(),
                 1, false, true});
  all.push_back({"ribbon",
                 make_ribbon({.length = length(random),
                              .width = length(random),
                              .along = count(1),
                              .across = count(1),
                              .diagonals = diagonals(random)})
                     .value(),
                 1, false, true});
  all.push_back({"disc", make_disc({.radius = length(random), .rings = count(1)}).value(), 1, false, true});
  all.push_back({"plane", make_plane({.size = size(), .divisions = {count(1), count(1)}}).value(), 1, false, false});
  all.push_back({"trough",
                 make_trough({.length = length(random),
                              .width = length(random),
                              .height = length(random),
                              .along = count(1),
                              .across = 2 * count(1),
                              .section = random.chance(0.5) ? TroughSection::u : TroughSection::v})
                     .value(),
                 1, false, false});
  return all;
}

std::vector<Promise> every_solid(Random& random) {
  const auto count = [&](int smallest) { return random.integer(smallest, 12); };
  const Vec3 size = Vec3::Constant(5.1) + random.in_box(5.0);
  std::vector<Promise> all;
  all.push_back({"sphere", make_sphere({.radius = length(random), .subdivisions = random.integer(0, 3)}).value(), 2,
                 true, false});
  all.push_back({"box", make_box({.size = size, .divisions = {count(1), count(1), count(1)}}).value(), 2, true, false});
  all.push_back({"cylinder",
                 make_cylinder({.radius = length(random),
                                .height = length(random),
                                .sides = count(3),
                                .divisions = count(1),
                                .axis = axis(random)})
                     .value(),
                 2, true, false});
  all.push_back({"open cylinder",
                 make_cylinder({.radius = length(random),
                                .height = length(random),
                                .sides = count(3),
                                .divisions = count(1),
                                .ends = CylinderEnds::open,
                                .axis = axis(random)})
                     .value(),
                 0, false, false});
  all.push_back({"rod",
                 make_rod({.radius = length(random),
                           .length = length(random),
                           .sides = count(3),
                           .divisions = count(1),
                           .end_rings = count(1),
                           .ends = random.chance(0.5) ? RodEnds::flat : RodEnds::round,
                           .axis = axis(random)})
                     .value(),
                 2, true, false});
  const double neck = length(random);
  all.push_back({"funnel",
                 make_funnel({.mouth_radius = neck + length(random),
                              .neck_radius = neck,
                              .cone_height = length(random),
                              .neck_height = length(random),
                              .sides = count(3),
                              .cone_divisions = count(1),
                              .neck_divisions = count(1)})
                     .value(),
                 0, false, false});
  return all;
}

template <class Check>
void for_every_shape(std::uint64_t seeds, Check check) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    for (const auto& promises : {every_sheet(random), every_solid(random)})
      for (const Promise& promise : promises) {
        SCOPED_TRACE(testing::Message() << promise.name << ", seed " << seed);
        check(promise);
        if (testing::Test::HasFailure()) return;
      }
  }
}

TEST(EveryShape, IsWellFormed) {
  for_every_shape(60, [](const Promise& promise) {
    EXPECT_EQ(test::mesh_defect(promise.mesh), "");
    EXPECT_EQ(test::euler_characteristic(promise.mesh), promise.euler_characteristic);
  });
}

TEST(EveryShape, IsClosedAndFacesOutwardsIfItIsASolid) {
  for_every_shape(100, [](const Promise& promise) {
    EXPECT_EQ(test::boundary_edges(promise.mesh) == 0, promise.closed);
    if (promise.closed) {
      EXPECT_GT(test::signed_volume(promise.mesh), 0.0);
    }
  });
}

TEST(EveryShape, IsCentredAtTheOrigin) {
  for_every_shape(100, [](const Promise& promise) {
    const std::string name = promise.name;
    if (name.find("cylinder") != std::string::npos || name == "rod" || name == "funnel")
      return;  // odd numbers of sides
    Vec3 low = Vec3::Constant(1e9), high = -low;
    for (const Vec3& x : promise.mesh.positions) low = low.cwiseMin(x), high = high.cwiseMax(x);
    EXPECT_LE((low + high).norm(), 1e-12 * (high - low).norm());
  });
}

/// Cloth is not stretched, nor mirrored, by its material coordinates: sides are as long, triangles turn the same way.
TEST(EveryShape, IsAtRestInItsMaterialCoordinatesIfItIsCloth) {
  for_every_shape(100, [](const Promise& promise) {
    const Mesh& mesh = promise.mesh;
    ASSERT_EQ(mesh.material_corners.size(), promise.cloth ? mesh.triangles.size() : 0U);
    for (std::size_t t = 0; t < mesh.material_corners.size(); ++t) {
      std::array<Vec2, 3> u;
      for (std::size_t k = 0; k < 3; ++k) {
        u[k] = mesh.material[static_cast<std::size_t>(mesh.material_corners[t][k])];
        const std::size_t next = (k + 1) % 3;
        const Vec3 side =
            mesh.positions[mesh.triangles[t][next].index()] - mesh.positions[mesh.triangles[t][k].index()];
        const Vec2 flat = mesh.material[static_cast<std::size_t>(mesh.material_corners[t][next])] - u[k];
        EXPECT_NEAR(flat.norm(), side.norm(), 1e-14);
      }
      const Vec2 a = u[1] - u[0], b = u[2] - u[0];
      EXPECT_GT(a.x() * b.y() - a.y() * b.x(), 0.0);
    }
  });
}

TEST(EveryShape, FacesUpIfItIsASheet) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const Promise& promise : every_sheet(random))
      for (const auto& [a, b, c] : promise.mesh.triangles) {
        const auto at = [&](VertexId i) { return promise.mesh.positions[i.index()]; };
        const Vec3 d1 = at(b) - at(a), d2 = at(c) - at(a);
        EXPECT_GT(d1.z() * d2.x() - d1.x() * d2.z(), 0.0) << promise.name;  // y of the normal
      }
  }
}

}  // namespace
}  // namespace muslin::shapes_test
