#include <gtest/gtest.h>

#include <muslin/filter/stretch_rows.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <tests/support/piles.hpp>

namespace muslin::qp_collide_test {
namespace {

using Status = ResponseReport::Status;
using test::CollisionCase;

constexpr double kThickness = 1e-3;

/// A triangle whose lowest corner, vertex 3 of the world, is `height` above a floor at rest.
CollisionCase tip_over_floor(double height, double friction = 0.0) {
  CollisionCase pair;
  const Surface surface{.thickness = kThickness, .friction = friction};
  pair.add(test::triangle({-1, 0, -1}, {1, 0, -1}, {0, 0, 1}), 0.0, surface);
  pair.add(test::triangle({0, height, 0}, {0.1, height + 0.1, 0}, {-0.1, height + 0.1, 0}), 1.0, surface);
  return pair;
}

void move(CollisionCase& pair, const Vec3& velocity) {
  std::vector<Vec3> all(6, Vec3::Zero());
  for (std::size_t i = 3; i < 6; ++i) all[i] = velocity;
  pair.move(all);
}

/// Masses of 1 kg at the corners of the second triangle, every two of them joined by a spring of this Δt² stiffness.
BlockMatrix joined_masses(double stiffness) {
  std::vector<VertexPair> pairs;
  for (int a = 3; a < 6; ++a)
    for (int b = a + 1; b < 6; ++b) pairs.push_back({VertexId(a), VertexId(b)});
  BlockMatrix matrix(BlockPattern(6, pairs), BlockPattern(6, {}));
  const BlockPattern& pattern = matrix.block_pattern();
  for (const auto& [a, b] : pairs) matrix.block(pattern.slot(a, b)) = -stiffness * Mat3::Identity();
  for (int a = 3; a < 6; ++a)
    matrix.block(pattern.diagonal_slot(VertexId(a))) = (1.0 + 2.0 * stiffness) * Mat3::Identity();
  return matrix;
}

ResponseReport resolve(CollisionStep& step, const QpCollideOptions& options = {}) {
  step.begin_response();
  return make_qp_collide(options)->resolve(step);
}

TEST(QpCollide, EndsAtTheThickness) {
  CollisionCase pair = tip_over_floor(0.01);
  move(pair, {0, -2, 0});  // to 1 cm below the floor
  CollisionStep& step = pair.begin();
  const ResponseReport report = resolve(step);
  EXPECT_EQ(report.status, Status::resolved);
  EXPECT_NEAR(step.ends()[3].y(), kThickness, 1e-9);
  EXPECT_EQ(step.velocity()[4], step.candidate_velocity()[4]);  // masses on their own: the others do not know
  EXPECT_EQ(report.counters.get<QpCounts>().rows, 1);
  EXPECT_EQ(report.counters.get<QpCounts>().active, 1);
  EXPECT_GE(report.counters.get<QpCounts>().additions, 1);
}

TEST(QpCollide, LeavesAloneWhatKeepsItsThickness) {
  CollisionCase pair = tip_over_floor(0.01);
  move(pair, {0, -0.85, 0});
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step).status, Status::resolved);
  EXPECT_EQ(step.velocity()[3], step.candidate_velocity()[3]);
}

// Where only the thickness is missing, nothing collides and no other response would have work.
TEST(QpCollide, KeepsTheThicknessWhereNothingCollides) {
  CollisionCase pair = tip_over_floor(0.01);
  move(pair, {0, -0.95, 0});  // to half a millimetre
  CollisionStep& step = pair.begin();
  step.begin_response();
  EXPECT_TRUE(step.contacts().empty());
  EXPECT_EQ(make_qp_collide({})->resolve(step).status, Status::resolved);
  EXPECT_NEAR(step.ends()[3].y(), kThickness, 1e-9);
}

TEST(QpCollide, RegainsAShareOfItsThickness) {
  CollisionCase pair = tip_over_floor(0.5 * kThickness);
  move(pair, Vec3::Zero());
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step, {.recovery = 0.2}).status, Status::resolved);
  EXPECT_NEAR(step.ends()[3].y(), 0.6 * kThickness, 1e-9);
}

// K = M + k L, with L the Laplacian of three corners. An impulse at the first changes its velocity by a, that of the
// others by b: (1 + 2k) a - 2 k b = λ and (1 + k) b - k a = 0, so b/a = k/(1 + k). Both paths of the paper.
TEST(QpCollide, MovesWhatIsStiffAsAWhole) {
  for (const double k : {0.0, 1.0, 1e3, 1e6})
    for (const QpSolver solver : {QpSolver::schur, QpSolver::minres}) {
      SCOPED_TRACE(k);
      CollisionCase pair = tip_over_floor(0.01);
      move(pair, {0, -2, 0});
      CollisionStep& step = pair.begin();
      const BlockMatrix matrix = joined_masses(k);
      const ImplicitContext implicit{.matrix = &matrix};
      step.set_candidate(pair.end, &implicit);
      EXPECT_EQ(resolve(step, {.solver = solver, .tolerance = 1e-9}).status, Status::resolved);
      const double change = step.velocity()[3].y() + 2.0;
      EXPECT_NEAR(change, 1.1, 1e-6);  // from 10 mm to 1 mm in 10 ms: -0.9 m/s
      EXPECT_NEAR(step.velocity()[4].y() + 2.0, change * k / (1.0 + k), 1e-6);
      EXPECT_NEAR(step.velocity()[5].y() + 2.0, change * k / (1.0 + k), 1e-6);
    }
}

// Springs cancel in the sum of K Δv = Jᵀλ: between free bodies momentum is kept in this metric too.
TEST(QpCollide, KeepsMomentumInTheMetricOfTheImplicitStep) {
  CollisionCase pair = tip_over_floor(0.01);
  pair.inverse_mass.assign(6, 1.0);
  pair.scripted.assign(6, 0);
  move(pair, {0.3, -2, 0.1});
  CollisionStep& step = pair.begin();
  BlockMatrix matrix = joined_masses(50.0);
  for (int a = 0; a < 3; ++a) matrix.block(matrix.block_pattern().diagonal_slot(VertexId(a))) = Mat3::Identity();
  const ImplicitContext implicit{.matrix = &matrix};
  step.set_candidate(pair.end, &implicit);
  Vec3 before = Vec3::Zero(), after = Vec3::Zero();
  for (const Vec3& v : step.velocity()) before += v;
  EXPECT_EQ(resolve(step).status, Status::resolved);
  for (const Vec3& v : step.velocity()) after += v;
  EXPECT_LE((after - before).norm(), 1e-12);
  EXPECT_GT(step.velocity()[3].y(), -1.9);
}

// The push takes 1.1 m/s from the fall; friction takes μ times that from the sliding, or all of it.
TEST(QpCollide, RubsAsCoulombSays) {
  for (const double friction : {0.0, 0.3, 2.0}) {
    SCOPED_TRACE(friction);
    CollisionCase pair = tip_over_floor(0.01, friction);
    move(pair, {0.6, -2, 0.8});
    CollisionStep& step = pair.begin();
    EXPECT_EQ(resolve(step).status, Status::resolved);
    const Vec3& v = step.velocity()[3];
    EXPECT_NEAR(v.y(), -0.9, 1e-7);
    EXPECT_NEAR(v.x(), 0.6 * std::max(0.0, 1.0 - 1.1 * friction), 1e-6);
    EXPECT_NEAR(v.z(), 0.8 * std::max(0.0, 1.0 - 1.1 * friction), 1e-6);
  }
}

TEST(QpCollide, HoldsGuidesWhateverCollides) {
  CollisionCase pair = tip_over_floor(0.01);
  move(pair, {0, -2, 0});
  CollisionStep& plain = pair.begin();
  const std::vector<Guide> guides = {{.vertex = VertexId(3), .direction = Vec3::UnitX(), .speed = 0.25},
                                     {.vertex = VertexId(5), .direction = Vec3::UnitY(), .speed = 0.0}};
  const ImplicitContext implicit{.guides = guides};
  plain.set_candidate(pair.end, &implicit);
  EXPECT_EQ(resolve(plain).status, Status::resolved);
  EXPECT_NEAR(plain.velocity()[3].x(), 0.25, 1e-9);
  EXPECT_NEAR(plain.ends()[3].y(), kThickness, 1e-9);
  EXPECT_NEAR(plain.velocity()[5].y(), 0.0, 1e-9);
}

// An edge of the triangle keeps between 0.9 and 1.1 of its length while its end is pushed up by the floor.
TEST(QpCollide, KeepsLengthsAndThicknessTogether) {
  for (const double stretch : {0.1, 0.01}) {
    SCOPED_TRACE(stretch);
    CollisionCase pair = tip_over_floor(0.01);
    std::vector<Vec3> velocity(6, Vec3::Zero());
    for (std::size_t i = 3; i < 6; ++i) velocity[i] = Vec3(0, -2, 0);
    velocity[4] = Vec3(5, 5, 0);   // pulled out
    velocity[5] = Vec3(4, -6, 0);  // pushed in
    pair.move(velocity);
    CollisionStep& step = pair.begin();
    StretchRows rows;
    const double length = std::sqrt(0.02);
    rows.add_edge({VertexId(3), VertexId(4)}, length, stretch, LengthRule::limit, 1.0 - stretch);
    rows.add_edge({VertexId(3), VertexId(5)}, length, stretch, LengthRule::limit, 1.0 - stretch);
    const ImplicitContext implicit{.limits = &rows};
    step.set_candidate(pair.end, &implicit);
    EXPECT_EQ(resolve(step).status, Status::resolved);
    for (const std::size_t i : {4, 5}) {
      const double now = (step.ends()[i] - step.ends()[3]).norm() / length;
      EXPECT_LE(now, 1.0 + stretch);
      EXPECT_GE(now, 1.0 - stretch);
    }
    EXPECT_GE(step.ends()[3].y(), 0.98 * kThickness);
  }
}

}  // namespace
}  // namespace muslin::qp_collide_test
