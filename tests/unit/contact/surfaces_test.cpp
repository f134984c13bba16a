#include <gtest/gtest.h>

#include <muslin/contact/surfaces.hpp>

namespace muslin::surfaces_test {
namespace {

const std::vector<Surface> kBodies = {{.thickness = 1e-3, .friction = 0.4}, {.thickness = 3e-3, .friction = 0.1}, {}};

TEST(Surfaces, AreTheBodysOwnWithinIt) {
  const Surfaces surfaces({0, 0, 1, 2}, kBodies);
  EXPECT_EQ(surfaces.thickness(VertexId(0), VertexId(1)), 1e-3);
  EXPECT_EQ(surfaces.friction(VertexId(0), VertexId(1)), 0.4);
  EXPECT_EQ(surfaces.body(VertexId(2)), 1);
  EXPECT_EQ(surfaces.largest_thickness(), 3e-3);
}

TEST(Surfaces, AreAMeanBetweenTwo) {
  const Surfaces surfaces({0, 1, 2}, kBodies);
  EXPECT_DOUBLE_EQ(surfaces.thickness(VertexId(0), VertexId(1)), 2e-3);
  EXPECT_DOUBLE_EQ(surfaces.friction(VertexId(1), VertexId(0)), 0.2);
  EXPECT_EQ(surfaces.friction(VertexId(0), VertexId(2)), 0.0);  // what is smooth slides on anything
}

TEST(Surfaces, ArePairsOwnWhereTheyAreNamed) {
  const SurfacePair pairs[] = {{.first = 1, .second = 0, .thickness = 9e-3, .friction = {}},
                               {.first = 0, .second = 1, .thickness = {}, .friction = 0.7},
                               {.first = 2, .second = 2, .thickness = 5e-3, .friction = {}}};
  const Surfaces surfaces({0, 1, 2, 2}, kBodies, pairs);
  EXPECT_EQ(surfaces.thickness(VertexId(0), VertexId(1)), 9e-3);
  EXPECT_EQ(surfaces.friction(VertexId(1), VertexId(0)), 0.7);
  EXPECT_EQ(surfaces.thickness(VertexId(2), VertexId(3)), 5e-3);
  EXPECT_EQ(surfaces.thickness(VertexId(0), VertexId(0)), 1e-3);
  EXPECT_EQ(surfaces.largest_thickness(), 9e-3);
}

}  // namespace
}  // namespace muslin::surfaces_test
