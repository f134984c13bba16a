#include <gtest/gtest.h>

#include <limits>
#include <muslin/response/response.hpp>
#include <muslin/response/step/limit_projection.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <optional>
#include <tests/support/piles.hpp>

namespace muslin::stop_zones_test {
namespace {

using test::CollisionCase;
using test::triangle;

/// Counts its calls, and gives all movable vertices one velocity, if it has one.
class Counting final : public Response {
 public:
  explicit Counting(std::optional<Vec3> velocity = {}) : velocity_(velocity) {}
  [[nodiscard]] std::string_view name() const override { return "counting"; }
  ResponseReport resolve(CollisionView& step) override {
    ++calls;
    if (velocity_)
      for (std::size_t i = 0; i < step.velocity().size(); ++i)
        if (step.is_movable(VertexId(i))) step.velocity()[i] = *velocity_;
    return {.iterations = 7};
  }
  int calls = 0;

 private:
  std::optional<Vec3> velocity_;
};

/// Nothing is limited, nothing rigid.
struct NoLimits {
  StretchFilter filter{StretchRows(), RigidPatches(), {}, 1};
  LimitProjection keeper{filter};
};

/// Large, flat, at this height.
Mesh plate(double height) { return triangle({-1, height, -1}, {2, height, -1}, {-1, height, 2}); }
/// A corner at (x, height, 0), and the other two far above it.
Mesh spike(double height, double x = 0.0) {
  return triangle({x, height, 0}, {x + 0.1, height + 5, 0}, {x, height + 5, 0.1});
}

/// The last rung, on a case whose bodies move with these velocities; Δt = 0.01 s.
struct Stopped {
  Stopped(CollisionCase& bodies, const std::vector<Vec3>& body_velocity, const RigidGroups& groups, Response& response)
      : step(begin(bodies, body_velocity)),
        certificate(stop_zones(step, response, groups, limits.keeper, stopped, report)) {}

  static CollisionStep& begin(CollisionCase& bodies, const std::vector<Vec3>& body_velocity) {
    std::vector<Vec3> velocity;
    for (const std::int32_t body : bodies.body) velocity.push_back(body_velocity[static_cast<std::size_t>(body)]);
    bodies.move(velocity);
    CollisionStep& step = bodies.begin();
    step.begin_response();
    return step;
  }
  [[nodiscard]] std::vector<int> vertices() const {
    std::vector<int> result;
    for (std::size_t v = 0; v < stopped.stopped.size(); ++v)
      if (stopped.stopped[v] != 0) result.push_back(static_cast<int>(v));
    return result;
  }
  using Conflicts = std::vector<std::pair<std::int32_t, std::int32_t>>;

  NoLimits limits;
  StoppedVertices stopped;
  CollisionReport report;
  CollisionStep& step;
  Certificate certificate;
};

RigidGroups no_groups(std::size_t vertices) {
  return {.of_vertex = std::vector<std::int32_t>(vertices, -1), .members = {}};
}
/// One group: all vertices of the first body, a triangle.
RigidGroups first_is_rigid(std::size_t vertices) {
  RigidGroups groups = no_groups(vertices);
  for (std::size_t v = 0; v < 3; ++v) groups.of_vertex[v] = 0;
  groups.members = {{VertexId(0), VertexId(1), VertexId(2)}};
  return groups;
}

TEST(StopZones, StopsNothingThatDoesNotCollide) {
  CollisionCase bodies;
  bodies.add(plate(0.0), 0.0);
  bodies.add(spike(1.0), 1.0);
  Counting response;
  const Stopped result(bodies, {Vec3(0, 1, 0), Vec3(0, -1, 0)}, no_groups(6), response);
  EXPECT_TRUE(result.vertices().empty());
  EXPECT_TRUE(std::equal(bodies.end.begin(), bodies.end.end(), result.certificate.ends().begin()));
  EXPECT_EQ(result.report.rungs.stops, 1);
  EXPECT_EQ(response.calls, 0);
}

// The spike's corner meets a plate at rest: it stops, and what is in no collision goes on.
TEST(StopZones, StopsWhatIsMovableWhereItWas) {
  CollisionCase bodies;
  bodies.add(plate(0.0), 0.0);
  bodies.add(spike(1e-3), 1.0);
  bodies.add(spike(1.0, 0.3), 1.0);
  Counting response;
  const Stopped result(bodies, {Vec3::Zero(), Vec3(0.5, -1, 0), Vec3(0.5, -1, 0)}, no_groups(9), response);
  EXPECT_EQ(result.vertices(), (std::vector<int>{3}));
  EXPECT_EQ(result.report.stopped_vertices, 1);
  EXPECT_EQ(result.certificate.ends()[3], bodies.mesh.positions[3]);
  EXPECT_EQ(result.step.velocity()[3], Vec3::Zero());
  for (const std::size_t v : {4, 5, 6, 7, 8}) EXPECT_EQ(result.certificate.ends()[v], bodies.end[v]) << v;
  EXPECT_TRUE(result.stopped.conflicts.empty());  // nothing prescribed lags
  EXPECT_EQ(response.calls, 0);
}

// A prescribed plate comes down on a prescribed spike, which stands. Nothing movable could help: the plate waits.
TEST(StopZones, StopsWhatIsPrescribedIfItMust) {
  for (const bool rigid : {false, true}) {
    SCOPED_TRACE(rigid);
    CollisionCase bodies;
    bodies.add(plate(0.0), 0.0);
    bodies.add(spike(1e-3), 1.0);
    for (std::size_t v = 3; v < 6; ++v) bodies.inverse_mass[v] = 0.0;  // pins of a cloth, so the pair is tested
    Counting response;
    const Stopped result(bodies, {Vec3(0, 1, 0), Vec3::Zero()}, rigid ? first_is_rigid(6) : no_groups(6), response);
    EXPECT_EQ(result.vertices(), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(result.report.stopped_vertices, 0);  // counts movable ones
    EXPECT_EQ(result.stopped.conflicts, (Stopped::Conflicts{{0, 1}}));
    EXPECT_TRUE(
        std::equal(bodies.mesh.positions.begin(), bodies.mesh.positions.end(), result.certificate.ends().begin()));
    EXPECT_EQ(response.calls, 1);  // others may have room now
    EXPECT_EQ(result.report.iterations, 7);
  }
}

// Two triangles of one obstacle, and only the first collides: a rigid one waits as a whole, another only there.
TEST(StopZones, KeepsTheShapeOfARigidObstacle) {
  for (const bool rigid : {false, true}) {
    SCOPED_TRACE(rigid);
    CollisionCase bodies;
    Mesh both = plate(0.0);
    append(both, triangle({10, 0, 0}, {11, 0, 0}, {10, 0, 1}));
    bodies.add(both, 0.0);
    bodies.add(spike(1e-3), 1.0);
    for (std::size_t v = 6; v < 9; ++v) bodies.inverse_mass[v] = 0.0;
    RigidGroups groups = no_groups(9);
    if (rigid) {
      groups.members.emplace_back();
      for (std::size_t v = 0; v < 6; ++v) {
        groups.of_vertex[v] = 0;
        groups.members[0].emplace_back(v);
      }
    }
    Counting response;
    const Stopped result(bodies, {Vec3(0, 1, 0), Vec3::Zero()}, groups, response);
    EXPECT_EQ(result.vertices(), (rigid ? std::vector<int>{0, 1, 2, 3, 4, 5} : std::vector<int>{0, 1, 2}));
  }
}

// A plate comes down on a free triangle above a plate at rest. The triangle stops first; the plate still comes, and
// waits.
TEST(StopZones, APinchHoldsUpTheObstacleThatMoves) {
  CollisionCase bodies;
  bodies.add(plate(2e-3), 0.0);  // comes down
  bodies.add(triangle({0, 1e-3, 0}, {0.1, 1e-3, 0}, {0, 1e-3, 0.1}), 1.0);
  bodies.add(plate(0.0), 0.0);
  Counting response;
  const Stopped result(bodies, {Vec3(0, -1, 0), Vec3::Zero(), Vec3::Zero()}, first_is_rigid(9), response);
  EXPECT_EQ(result.vertices(), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(result.report.stopped_vertices, 3);
  EXPECT_EQ(result.stopped.conflicts, (Stopped::Conflicts{{0, 1}}));
  EXPECT_EQ(response.calls, 1);
}

// Whatever the response does when it is asked again, the rung ends with a certificate.
TEST(StopZones, EndsWhateverTheResponseDoes) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const Vec3& velocity : {Vec3(0, -1e3, 0), Vec3(0, 1e3, 0), Vec3(kNan, 0, 0), Vec3(0, -1e300, 0)}) {
    SCOPED_TRACE(velocity.transpose());
    CollisionCase bodies;
    bodies.add(plate(2e-3), 0.0);
    bodies.add(triangle({0, 1e-3, 0}, {0.1, 1e-3, 0}, {0, 1e-3, 0.1}), 1.0);
    bodies.add(plate(0.0), 0.0);
    bodies.add(spike(4e-3, 0.3), 1.0);
    Counting response(velocity);
    const Stopped result(bodies, {Vec3(0, -1, 0), Vec3::Zero(), Vec3::Zero(), Vec3(0, -0.2, 0)}, first_is_rigid(12),
                         response);
    for (std::size_t v = 0; v < 9; ++v) EXPECT_EQ(result.certificate.ends()[v], bodies.mesh.positions[v]) << v;
    for (const Vec3& end : result.certificate.ends()) EXPECT_TRUE(end.allFinite());
    EXPECT_GE(response.calls, 1);
    EXPECT_TRUE(result.step.certify().empty());
  }
}

// Many layers, everything in violent motion, pins among it.
TEST(StopZones, CertifiesAnyPile) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    CollisionCase pile = test::random_pile({.sheets = 4, .vertices = 5, .floor = true, .pinned = 0.2, .seed = seed});
    CollisionStep& step = pile.begin();
    step.begin_response();
    ASSERT_FALSE(step.contacts().empty());
    Counting response;
    StoppedVertices stopped;
    CollisionReport report;
    NoLimits limits;
    const Certificate certificate =
        stop_zones(step, response, no_groups(pile.end.size()), limits.keeper, stopped, report);
    EXPECT_GT(report.stopped_vertices, 0);
    for (std::size_t v = 0; v < pile.end.size(); ++v)
      EXPECT_EQ(certificate.ends()[v], stopped.stopped[v] != 0 ? pile.mesh.positions[v] : pile.end[v]);
  }
}

}  // namespace
}  // namespace muslin::stop_zones_test
