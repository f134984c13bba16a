#include <gtest/gtest.h>

#include <cmath>
#include <muslin/contact/tetrahedron.hpp>
#include <muslin/response/impulses/gauss_seidel.hpp>
#include <muslin/response/volume/volume_preserving.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <tests/support/piles.hpp>

namespace muslin::volume_preserving_test {
namespace {

using Status = ResponseReport::Status;
using test::CollisionCase;
using test::triangle;

/// Vertex 3 above triangle 0-1-2 with α = (1/2, 1/4, 1/4), falling with (sliding, -1, 0) m/s; reaches it at half of the
/// step.
CollisionCase vertex_on_triangle(double w_triangle, double w_tip, double step_size = 0.01, double sliding = 0.0) {
  const double gap = 0.5 * step_size;
  CollisionCase pair;
  pair.step_size = step_size;
  pair.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), w_triangle);
  pair.add(triangle({0.25, gap, 0.25}, {0.3, 1, 0.25}, {0.25, 1, 0.3}), w_tip);
  std::vector<Vec3> velocity(6, Vec3::Zero());
  velocity[3] = Vec3(sliding, -1, 0);
  pair.move(velocity);
  return pair;
}

ResponseReport resolve(CollisionStep& step, const VolumePreservingOptions& options) {
  step.begin_response();
  return make_volume_preserving(options)->resolve(step);
}

/// Six times, of vertex 3 and triangle 0-1-2.
double box(std::span<const Vec3> x) { return 6.0 * signed_volume({x[0], x[1], x[2], x[3]}); }

VolumePreservingOptions pushes(double approach) {
  return {.newton_steps = 8, .approach = approach, .tolerance = 1e-12, .max_iterations = 200};
}
VolumePreservingOptions papers(int passes, double damping) {
  return {.scheme = VolumeScheme::paper, .paper = {.passes = passes, .damping = damping, .tolerance = 1e-12}};
}

// The triangle cannot move: the vertex stays at its height.
TEST(VolumePreserving, StopsAVertexOverATriangle) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0);
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step, pushes(0.0)).status, Status::resolved);
  EXPECT_NEAR(step.ends()[3].y(), 0.005, 1e-12);
  EXPECT_TRUE(step.certify().empty());
}

TEST(VolumePreserving, LetsThemComeNearerByTheShareAskedFor) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0);
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step, pushes(0.5)).status, Status::resolved);
  EXPECT_NEAR(step.ends()[3].y(), 0.5 * (0.005 + 0.1e-3), 1e-9);  // down to a tenth of the thickness, half of the way
}

TEST(VolumePreserving, KeepsVolumeAndMomentumOfFreeElements) {
  for (const VolumePreservingOptions& options : {pushes(0.0), papers(20, 1.0)}) {
    CollisionCase pair = vertex_on_triangle(2.0, 3.0, 0.01, 0.7);
    CollisionStep& step = pair.begin();
    const double before = box(step.start());
    EXPECT_EQ(resolve(step, options).status, Status::resolved);
    EXPECT_NEAR(box(step.ends()) / before, 1.0, 1e-9);
    Vec3 momentum = Vec3::Zero();
    for (std::size_t v = 0; v < 6; ++v) momentum += step.velocity()[v] / pair.inverse_mass[v];
    EXPECT_LE((momentum - Vec3(0.7, -1, 0) / 3.0).norm(), 1e-15);
  }
}

// Over a triangle that is much too heavy to move the volume is linear, so each iteration leaves 1 - γ of what is
// missing.
TEST(VolumePreserving, OfThePaperConvergesAsItsDampingSays) {
  CollisionCase pair = vertex_on_triangle(1e-12, 3.0);
  CollisionStep& step = pair.begin();
  static_cast<void>(resolve(step, papers(1, 0.3)));
  EXPECT_NEAR(step.ends()[3].y(), 0.005 - std::pow(0.7, 5) * 0.01, 1e-12);
}

// What belongs to an obstacle is no tetrahedron of the paper, which would hold it as by glue: impulses stop it first.
TEST(VolumePreserving, OfThePaperCollidesWithObstaclesFirst) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0, 0.01, 0.7);
  CollisionStep& step = pair.begin();
  const ResponseReport report = resolve(step, papers(3, 0.3));
  EXPECT_EQ(report.status, Status::resolved);
  EXPECT_EQ(report.counters.get<ZoneCounts>().zones, 0);
  EXPECT_GT(step.ends()[3].y(), 0.0);
  EXPECT_NEAR(step.velocity()[3].x(), 0.7, 1e-12);  // and it slides
}

// Nothing is divided in forming the system: a triangle that is next to nothing has hardly a voice, and does no harm.
TEST(VolumePreserving, OfThePaperTakesTetrahedraOfAnyShape) {
  for (const double width : {1e-3, 1e-9, 1e-150, 0.0}) {
    SCOPED_TRACE(width);
    CollisionCase pair = vertex_on_triangle(2.0, 3.0);
    CollisionCase sliver;
    sliver.add(triangle({5, 0, 0}, {6, 0, 0}, {5, 0, width}), 2.0);
    sliver.add(triangle({5.25, 0.005, 0.25 * width}, {5.3, 1, 0}, {5.25, 1, 0.05}), 3.0);
    pair.add(sliver.mesh, 2.0);
    std::vector<Vec3> velocity(12, Vec3::Zero());
    velocity[3] = velocity[9] = Vec3(0, -1, 0);
    pair.move(velocity);
    CollisionStep& step = pair.begin();
    static_cast<void>(resolve(step, {.scheme = VolumeScheme::paper}));
    for (const Vec3& v : step.velocity()) EXPECT_TRUE(v.allFinite());
    EXPECT_GT(box({step.ends().data(), 4}) / box({step.start().data(), 4}), 0.6);  // the other pair is resolved
  }
}

// Its defaults: 15 iterations leave 0.5 % of what is missing.
TEST(VolumePreserving, OfThePaperResolvesASinglePair) {
  CollisionCase pair = vertex_on_triangle(1.0, 1.0);
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step, {.scheme = VolumeScheme::paper}).status, Status::resolved);
  EXPECT_TRUE(step.certify().empty());
}

// Two pairs that have nothing to do with each other, at once or one by one.
TEST(VolumePreserving, OfThePaperIsTheSameGloballyAndByZones) {
  std::vector<std::vector<Vec3>> velocities;
  for (const VolumeCoupling coupling : {VolumeCoupling::zones, VolumeCoupling::global}) {
    CollisionCase pairs = vertex_on_triangle(2.0, 3.0);
    CollisionCase other = vertex_on_triangle(1.0, 0.5, 0.01, 0.4);
    for (Vec3& x : other.mesh.positions) x.x() += 5.0;
    const std::vector<Vec3> first_end = pairs.end, second_end = other.end;
    Mesh low, high;
    low.positions.assign(other.mesh.positions.begin(), other.mesh.positions.begin() + 3);
    high.positions.assign(other.mesh.positions.begin() + 3, other.mesh.positions.end());
    low.triangles = high.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
    pairs.add(low, 1.0);
    pairs.add(high, 0.5);
    std::vector<Vec3> velocity(12, Vec3::Zero());
    velocity[3] = Vec3(0, -1, 0);
    velocity[9] = Vec3(0.4, -1, 0);
    pairs.move(velocity);
    CollisionStep& step = pairs.begin();
    VolumePreservingOptions options = papers(3, 0.3);
    options.paper.coupling = coupling;
    EXPECT_EQ(resolve(step, options).status, Status::resolved);
    velocities.emplace_back(step.velocity().begin(), step.velocity().end());
  }
  for (std::size_t v = 0; v < 12; ++v) EXPECT_LE((velocities[0][v] - velocities[1][v]).norm(), 1e-10) << v;
}

// For short steps it is the inelastic impulse along the normal; what differs falls with the step [Sifakis08 §4].
TEST(VolumePreserving, IsTheInelasticNormalImpulseForShortSteps) {
  const auto difference = [](double step_size) {
    std::vector<std::vector<Vec3>> velocities;
    for (const bool by_volume : {true, false}) {
      CollisionCase pair = vertex_on_triangle(2.0, 3.0, step_size, 0.7);
      std::vector<Vec3> velocity(6, Vec3::Zero());
      velocity[3] = Vec3(0.7, -1, 0);
      velocity[1] = Vec3(0, 0.2, 0.1);  // the triangle turns
      pair.move(velocity);
      CollisionStep& step = pair.begin();
      step.begin_response();
      const auto response = by_volume ? make_volume_preserving(pushes(0.0)) : make_gauss_seidel({.approach = 0.0});
      EXPECT_EQ(response->resolve(step).status, Status::resolved);
      velocities.emplace_back(step.velocity().begin(), step.velocity().end());
    }
    double most = 0.0;
    for (std::size_t v = 0; v < 6; ++v) most = std::max(most, (velocities[0][v] - velocities[1][v]).norm());
    return most;
  };
  const double coarse = difference(4e-3), middle = difference(2e-3), fine = difference(1e-3);
  EXPECT_GT(coarse, 1e-5);
  EXPECT_NEAR(coarse / middle, 2.0, 0.15);
  EXPECT_NEAR(middle / fine, 2.0, 0.1);
}

// Where the step starts flat, no side is known: nothing happens, and the ladder is told.
TEST(VolumePreserving, LeavesWhatStartsFlatToTheLadder) {
  for (const VolumePreservingOptions& options : {pushes(0.0), papers(3, 0.3)}) {
    CollisionCase pair;
    pair.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 1.0);
    pair.add(triangle({-0.01, 0, 0.4}, {-1, 0, 0.3}, {-1, 0, 0.6}), 1.0);
    std::vector<Vec3> velocity(6, Vec3::Zero());
    velocity[3] = Vec3(5, 0, 0);
    pair.move(velocity);
    CollisionStep& step = pair.begin();
    EXPECT_NE(resolve(step, options).status, Status::resolved);
    for (const Vec3& v : step.velocity()) EXPECT_TRUE(v.allFinite());
  }
}

}  // namespace
}  // namespace muslin::volume_preserving_test
