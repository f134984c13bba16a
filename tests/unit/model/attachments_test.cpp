#include <gtest/gtest.h>

#include <muslin/model/attachments.hpp>

#include "tests/support/element_checks.hpp"

namespace muslin::attachments_test {
namespace {

using test::ElementState;
using test::Random;

VertexId v(int i) { return VertexId(i); }

Attachments one(Attachment attachment, double stiffness, double rest_length = 0.0, double damping = 0.0) {
  attachment.stiffness = stiffness;
  attachment.rest_length = rest_length;
  attachment.damping = damping;
  Attachments attachments;
  attachments.add(attachment);
  return attachments;
}

TEST(Attachments, HandComputedVertexOnTriangle) {
  // The point (1, 1, 0) = ½ (0,0,0) + ¼ (4,0,0) + ¼ (0,4,0), a vertex 2 above it, k = 3: 6 N.
  Attachments attachments = one(vertex_to_triangle(v(3), {v(0), v(1), v(2)}, Vec3(0.5, 0.25, 0.25)), 3.0);
  const std::vector<Vec3> x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, 2)};
  attachments.prepare(x, std::vector<Vec3>(4, Vec3::Zero()));
  EXPECT_DOUBLE_EQ(attachments.energy(0), 6.0);
  EXPECT_NEAR((attachments.force(0, 3) - Vec3(0, 0, -6)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((attachments.force(0, 0) - Vec3(0, 0, 3)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((attachments.block(0, 0, 3, {.stiffness = 1.0}) + 1.5 * Mat3::Identity()).norm(), 0.0, 1e-14);
}

TEST(Attachments, EdgesAndVerticesLeaveCornersOut) {
  Attachments attachments = one(vertex_to_edge(v(2), {v(0), v(1)}, 0.25), 2.0);
  EXPECT_FALSE(attachments.vertices(0)[2].valid());
  const std::vector<Vec3> x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 3, 0)};
  attachments.prepare(x, std::vector<Vec3>(3, Vec3::Zero()));
  EXPECT_NEAR((attachments.force(0, 1) - Vec3(0, 1.5, 0)).norm(), 0.0, 1e-14);

  Attachments rope = one(vertex_to_vertex(v(1), v(0)), 2.0, 3.0);
  rope.prepare(x, std::vector<Vec3>(3, Vec3::Zero()));
  EXPECT_DOUBLE_EQ(rope.energy(0), 1.0);
  EXPECT_NEAR((rope.force(0, 0) - Vec3(2, 0, 0)).norm(), 0.0, 1e-14);
}

TEST(Attachments, ObeyTheLawsOfElasticElementsAtAnyState) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const double second = random.unit(), third = random.uniform(0.0, 1.0 - second);
    const double rest_length = random.chance(0.5) ? 0.0 : random.uniform(0.0, 2.0);
    for (const Attachment& attachment :
         {vertex_to_vertex(v(3), v(0)), vertex_to_edge(v(3), {v(1), v(2)}, second),
          vertex_to_triangle(v(3), {v(0), v(1), v(2)}, Vec3(1.0 - second - third, second, third))}) {
      Attachments attachments = one(attachment, 20.0, rest_length, 0.1);
      const ElementState state = test::random_state(random, 4, 1.0, 1.0);
      test::expect_elastic_laws(attachments, state, 1e-6);
      if (rest_length > 0.0) continue;
      test::expect_exact_stiffness(attachments, state, 1e-6, [&](std::size_t e, int a, int b) {
        return attachments.block(e, a, b, {.stiffness = 1.0});
      });
    }
  }
}

TEST(Attachments, RestsWhereThePointsMeet) {
  for (const double rest_length : {0.0, 0.5}) {
    Attachments attachments = one(vertex_to_triangle(v(3), {v(0), v(1), v(2)}, Vec3(0, 0, 1)), 20.0, rest_length, 0.1);
    const ElementState state = {.x = std::vector<Vec3>(4, Vec3::Ones()), .v = std::vector<Vec3>(4, Vec3::Ones())};
    test::expect_finite(attachments, state);
    EXPECT_EQ(attachments.force(0, 3), Vec3::Zero());
  }
}

}  // namespace
}  // namespace muslin::attachments_test
