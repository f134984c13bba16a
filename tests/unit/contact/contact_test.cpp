#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/contact/contact.hpp>
#include <vector>

namespace muslin::contact_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array kAllKinds = {StencilKind::vertex_triangle, StencilKind::edge_edge, StencilKind::vertex_edge};

using Positions = std::array<Vec3, 4>;
using Weights = std::array<double, 4>;

Contact contact_of(StencilKind kind, const Positions& x, double time = 0) {
  return make_contact(kind, {VertexId(0), VertexId(1), VertexId(2), VertexId(3)}, x, time);
}

/// What holds for every contact.
void expect_invariants(const Contact& contact) {
  EXPECT_NEAR(contact.weight[0] + contact.weight[1] + contact.weight[2] + contact.weight[3], 0, 1e-15);
  EXPECT_NEAR(contact.normal.norm(), 1, 1e-15);
  for (const VertexId v : contact.vertex) EXPECT_TRUE(v.valid());
}

TEST(Contact, VertexAboveTriangle) {
  const Positions x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, 3)};
  const Contact contact = contact_of(StencilKind::vertex_triangle, x, 0.25);
  EXPECT_EQ(contact.kind, StencilKind::vertex_triangle);
  EXPECT_EQ(contact.time, 0.25);
  EXPECT_EQ(contact.weight, (Weights{-0.25, -0.25, -0.5, 1}));
  EXPECT_EQ(contact.normal, Vec3(0, 0, 1));
  EXPECT_EQ(gap_vector(contact, x), Vec3(0, 0, 3));
  EXPECT_EQ(normal_gap(contact, x), 3);
}

// The gap points from the triangle to the vertex, also beneath it.
TEST(Contact, VertexBelowTriangle) {
  const Positions x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, -3)};
  const Contact contact = contact_of(StencilKind::vertex_triangle, x);
  EXPECT_EQ(contact.normal, Vec3(0, 0, -1));
  EXPECT_EQ(normal_gap(contact, x), 3);
}

TEST(Contact, EdgesThatCross) {
  const Positions x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, -1, -2), Vec3(1, 3, -2)};
  const Contact contact = contact_of(StencilKind::edge_edge, x);
  EXPECT_EQ(contact.weight, (Weights{-0.75, -0.25, 0.75, 0.25}));
  EXPECT_EQ(contact.normal, Vec3(0, 0, -1));  // from edge 0-1 to edge 2-3
  EXPECT_EQ(normal_gap(contact, x), 2);
}

TEST(Contact, VertexBesideCableEdge) {
  const Positions x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(kNan, kNan, kNan), Vec3(1, 0, 2)};
  const Contact contact =
      make_contact(StencilKind::vertex_edge, {VertexId(5), VertexId(6), VertexId(), VertexId(2)}, x, 0);
  EXPECT_EQ(contact.vertex, (std::array{VertexId(5), VertexId(6), VertexId(5), VertexId(2)}));
  EXPECT_EQ(contact.weight, (Weights{-0.75, -0.25, 0, 1}));
  EXPECT_EQ(contact.normal, Vec3(0, 0, 1));
  const std::vector<Vec3> all = {{9, 9, 9}, {9, 9, 9}, {1, 0, 2}, {9, 9, 9}, {9, 9, 9}, {0, 0, 0}, {4, 0, 0}};
  EXPECT_EQ(normal_gap(contact, all), 2);
}

TEST(Contact, VelocitiesByHand) {
  const Positions x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, 3)};
  const Contact contact = contact_of(StencilKind::vertex_triangle, x);
  const Positions v = {Vec3(0, 0, 1), Vec3(0, 0, 1), Vec3(0, 2, 2), Vec3(5, 0, -1)};
  EXPECT_EQ(relative_velocity(contact, v), Vec3(5, -1, -2.5));  // its own, less ¼ + ¼ + ½ of the corners'
  EXPECT_EQ(normal_velocity(contact, v), -2.5);
  // What all share is no relative motion, to the last bit, even with weights that do not sum to zero exactly.
  const Contact uneven =
      contact_of(StencilKind::vertex_triangle, {Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(0, 7, 0), Vec3(1, 1, 1)});
  const Vec3 fast(1e9, -1e9 / 3, 1e9 / 7);
  EXPECT_EQ(normal_velocity(uneven, Positions{fast, fast, fast, fast}), 0);
}

TEST(Contact, InverseMassByHand) {
  const Positions x = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, 3)};
  const Contact contact = contact_of(StencilKind::vertex_triangle, x);
  const std::vector<double> inverse_masses = {16, 32, 8, 5};
  EXPECT_EQ(inverse_mass(contact, inverse_masses), 16 * 0.0625 + 32 * 0.0625 + 8 * 0.25 + 5);
  EXPECT_EQ(inverse_mass(contact, std::vector<double>(4, 0.0)), 0);
}

// A triangle that repeats a corner is a segment. An impulse moves the repeated vertex once, by its whole weight, so
// only one of the two entries may have one: else Σ wᵢ cᵢ² would not be the change of u per impulse.
TEST(Contact, InverseMassOfTriangleWithRepeatedCorner) {
  const Vec3 a(0.1, 0.2, 0.3), b(1.7, 0.4, 0.9), p(0.8, 1.1, 0.2);
  const std::vector<double> w = {3, 5, 7};  // of a, b, p
  const VertexId va(0), vb(1), vp(2);
  const std::vector<std::array<VertexId, 4>> stencils = {
      {va, va, vb, vp}, {va, vb, va, vp}, {vb, va, va, vp}, {va, vb, vb, vp}, {va, va, va, vp}};
  const std::vector<Vec3> x = {a, b, p};
  for (const auto& stencil : stencils) {
    const Positions corners = {x[stencil[0].index()], x[stencil[1].index()], x[stencil[2].index()], p};
    const Contact contact = make_contact(StencilKind::vertex_triangle, stencil, corners, 0);
    std::vector<Vec3> v(3, Vec3::Zero());
    for (std::size_t i = 0; i < 4; ++i)
      v[stencil[i].index()] += w[stencil[i].index()] * contact.weight[i] * contact.normal;
    EXPECT_NEAR(normal_velocity(contact, v), inverse_mass(contact, w), 1e-14);
  }
}

// Where the elements meet there is no gap to point along: the plane they span.
TEST(Contact, NormalOfElementsThatMeet) {
  const Contact in_triangle =
      contact_of(StencilKind::vertex_triangle, {Vec3(0, 0, 0), Vec3(0, 4, 0), Vec3(0, 0, 4), Vec3(0, 1, 1)});
  EXPECT_EQ(in_triangle.normal.cwiseAbs(), Vec3(1, 0, 0));
  EXPECT_EQ(in_triangle.weight, (Weights{-0.5, -0.25, -0.25, 1}));
  const Contact crossing =
      contact_of(StencilKind::edge_edge, {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, -1), Vec3(0, 0, 3)});
  EXPECT_EQ(crossing.normal.cwiseAbs(), Vec3(0, 1, 0));
  expect_invariants(crossing);
  // A needle 1e-9 wide still has a plane.
  const Contact in_needle =
      contact_of(StencilKind::vertex_triangle, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1e-9, 0), Vec3(1, 0, 0)});
  EXPECT_EQ(in_needle.normal.cwiseAbs(), Vec3(0, 0, 1));
}

// No plane either: some direction across the longest edge.
TEST(Contact, NormalOfParallelElementsThatMeet) {
  const Vec3 along(1, 2, -2);
  const Vec3 from(0.5, 0.5, 0.5);
  const Contact overlapping =
      contact_of(StencilKind::edge_edge, {from, from + 4 * along, from + 2 * along, from + 8 * along});
  EXPECT_NEAR(overlapping.normal.dot(along), 0, 1e-15);
  const Contact on_edge = contact_of(StencilKind::vertex_edge, {from, from + 4 * along, from, from});
  EXPECT_NEAR(on_edge.normal.dot(along), 0, 1e-15);
  const Contact on_line = contact_of(StencilKind::vertex_triangle, {from, from, from + 2 * along, from});
  EXPECT_NEAR(on_line.normal.dot(along), 0, 1e-15);
  for (const Contact& contact : {overlapping, on_edge, on_line}) expect_invariants(contact);
}

TEST(Contact, NormalOfPointsInOnePlace) {
  const Vec3 x(3, 1, 4);
  for (const StencilKind kind : kAllKinds) {
    const Contact contact = contact_of(kind, {x, x, x, x});
    EXPECT_EQ(contact.normal, Vec3(0, 0, 1));
    expect_invariants(contact);
  }
}

// Squares of such gaps underflow; their directions do not.
TEST(Contact, NormalOfTheSmallestGaps) {
  for (const double gap : {1e-100, 1e-160, 1e-200, 1e-308, 5e-324}) {
    const Contact contact =
        contact_of(StencilKind::vertex_edge, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(0, -gap, 0)});
    EXPECT_EQ(contact.normal, Vec3(0, -1, 0)) << gap;
  }
}

// Nobody should ask, but whoever does gets numbers.
TEST(Contact, IsNeverNotANumber) {
  for (const StencilKind kind : kAllKinds) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (const double bad : {kNan, kInfinity, -kInfinity, 1e200, 1e308}) {
        Positions x = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 1)};
        x[i][1] = bad;
        const Contact contact = contact_of(kind, x);
        SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind) << " vertex " << i << " is " << bad);
        expect_invariants(contact);
      }
    }
  }
}

TEST(Contact, OrderIsByKindThenVertices) {
  const Contact base{.vertex = {VertexId(1), VertexId(2), VertexId(3), VertexId(4)}};
  EXPECT_TRUE(compare_stencils(base, base) == 0);
  for (std::size_t i = 0; i < 4; ++i) {
    Contact later = base, other_kind = base;
    later.vertex[i] = VertexId(9);
    EXPECT_TRUE(compare_stencils(base, later) < 0);
    other_kind.kind = StencilKind::edge_edge;
    EXPECT_TRUE(compare_stencils(later, other_kind) < 0);
    EXPECT_TRUE(compare_stencils(other_kind, later) > 0);
  }
}

}  // namespace
}  // namespace muslin::contact_test
