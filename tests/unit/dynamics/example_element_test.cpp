#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <string>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>
#include <tests/support/scenes.hpp>

// The worked example of docs/adding-an-element.md, which quotes the code between the marks.
namespace muslin::example_element_test {
namespace {

// [example: element]
/// Springs of zero rest length between vertices and fixed points: E = ½ k |x - p|², f = -k (x - p) - c v.
class PointSprings {
 public:
  static constexpr int kCorners = 1;
  static constexpr NetForce kNetForce = NetForce::other;  // the fixed points take up momentum

  struct Spring {
    VertexId vertex;
    Vec3 point = Vec3::Zero();
    double stiffness = 0.0;  ///< k [N/m] ≥ 0
    double damping = 0.0;    ///< c [kg/s] ≥ 0
  };
  void add(const Spring& spring) { springs_.push_back(spring); }

  [[nodiscard]] std::size_t size() const { return springs_.size(); }
  [[nodiscard]] std::array<VertexId, 1> vertices(std::size_t e) const { return {springs_[e].vertex}; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
    now_.resize(springs_.size());
    parallel_for(springs_.size(), kElementsPerChunk, [&](std::size_t e) {
      const Spring& spring = springs_[e];
      now_[e] = {.extension = x[spring.vertex.index()] - spring.point, .velocity = v[spring.vertex.index()]};
    });
  }

  [[nodiscard]] double energy(std::size_t e) const {
    return 0.5 * springs_[e].stiffness * now_[e].extension.squaredNorm();
  }
  [[nodiscard]] Vec3 force(std::size_t e, int a) const {
    return implicit_force(e, a) - springs_[e].damping * now_[e].velocity;
  }
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int /*corner*/) const {
    return -springs_[e].stiffness * now_[e].extension;
  }
  [[nodiscard]] Mat3 block(std::size_t e, int /*a*/, int /*b*/, MatrixWeights weights) const {
    const double value = weights.stiffness * springs_[e].stiffness + weights.velocity * springs_[e].damping;
    return value * Mat3::Identity();
  }

 private:
  struct Now {
    Vec3 extension, velocity;
  };
  std::vector<Spring> springs_;
  std::vector<Now> now_;
};
static_assert(ElementKind<PointSprings>);
// [end]

/// A sheet that nothing holds but, in some tests, springs at two of its corners.
class ExampleElement : public testing::Test {
 protected:
  void SetUp() override {
    body_ = test::sheet(kSide, 0.2).body;
    const WorldBody part{.body = &body_, .scripted = {}};
    world_ = make_world(std::span(&part, 1), {}, Loads{}).value();
    position_ = body_.mesh.positions;
    for (const std::size_t corner : {std::size_t{0}, std::size_t{kSide - 1}})
      springs_.add({VertexId(corner), position_[corner], 50.0, 0.2});
  }
  [[nodiscard]] std::vector<std::unique_ptr<ElementGroup>> extra() {
    std::vector<std::unique_ptr<ElementGroup>> groups;
    groups.push_back(std::make_unique<GatheredElements<PointSprings>>(springs_));
    return groups;
  }
  /// Random states, large enough that the terms of the springs are not lost.
  [[nodiscard]] std::vector<Vec3> disturbed(const std::vector<Vec3>& x, double by, std::uint64_t seed) const {
    test::Random random(seed);
    std::vector<Vec3> result = x;
    for (Vec3& p : result) p += random.in_box(by);
    return result;
  }

  static constexpr int kSide = 4;
  Body body_;
  World world_;
  std::vector<Vec3> position_;
  PointSprings springs_;
};

TEST_F(ExampleElement, ForceIsMinusTheGradientOfTheEnergy) {
  const std::vector<Vec3> rest(position_.size(), Vec3::Zero());
  const std::vector<Vec3> x = disturbed(position_, 0.1, 1);
  springs_.prepare(x, rest);
  const double h = 1e-6;
  std::vector<Vec3> force;
  for (std::size_t e = 0; e < springs_.size(); ++e) force.push_back(springs_.force(e, 0));
  for (std::size_t e = 0; e < springs_.size(); ++e)
    for (int k = 0; k < 3; ++k) {
      const auto energy_at = [&](double shift) {
        std::vector<Vec3> moved = x;
        moved[springs_.vertices(e)[0].index()][k] += shift;
        springs_.prepare(moved, rest);
        return springs_.energy(e);
      };
      const double slope = (energy_at(h) - energy_at(-h)) / (2.0 * h);
      EXPECT_NEAR(force[e][k], -slope, 1e-7) << e << " " << k;
      EXPECT_GT(std::abs(slope), 1e-3) << "the difference must measure something";
    }
}

TEST_F(ExampleElement, BlockIsTheDerivativeOfTheForce) {
  const std::vector<Vec3> x = disturbed(position_, 0.1, 2), v = disturbed(x, 1.0, 3);
  const double h = 1e-6;
  const std::size_t vertex = springs_.vertices(1)[0].index();
  for (int k = 0; k < 3; ++k) {
    const auto force_at = [&](double position_shift, double velocity_shift) {
      std::vector<Vec3> moved = x, faster = v;
      moved[vertex][k] += position_shift;
      faster[vertex][k] += velocity_shift;
      springs_.prepare(moved, faster);
      return springs_.force(1, 0);
    };
    const Vec3 stiffness = -(force_at(h, 0) - force_at(-h, 0)) / (2.0 * h);
    const Vec3 damping = -(force_at(0, h) - force_at(0, -h)) / (2.0 * h);
    EXPECT_LE((springs_.block(1, 0, 0, {.stiffness = 1.0}).col(k) - stiffness).norm(), 1e-6);
    EXPECT_LE((springs_.block(1, 0, 0, {.velocity = 1.0}).col(k) - damping).norm(), 1e-6);
  }
}

TEST_F(ExampleElement, IsPartOfForcesMatrixEnergyAndRates) {
  System with(world_, extra());
  const std::vector<Vec3> x = disturbed(position_, 0.01, 4);
  const std::vector<Vec3> v = disturbed(std::vector<Vec3>(x.size(), Vec3::Zero()), 1.0, 5);
  with.evaluate(x, v, 0.0);
  std::vector<Vec3> force(x.size()), implicit_force(x.size());
  with.force(force);
  with.implicit_force(implicit_force);
  const double energy = with.elastic_energy();
  const System::Rates rates = with.max_rates();
  const std::size_t slot = with.matrix().block_pattern().slot(VertexId(0), VertexId(0));
  const Mat3 diagonal = with.assemble({.stiffness = 1.0}).block(slot);

  System without(world_);
  without.evaluate(x, v, 0.0);
  std::vector<Vec3> bare(x.size()), bare_implicit(x.size());
  without.force(bare);
  without.implicit_force(bare_implicit);
  EXPECT_LE((force[0] - bare[0] - springs_.force(0, 0)).norm(), 1e-12);
  EXPECT_LE((with.force_on(0) - force[0]).norm(), 1e-12);
  EXPECT_LE((implicit_force[0] - bare_implicit[0] - springs_.implicit_force(0, 0)).norm(), 1e-12);
  EXPECT_NEAR(energy - without.elastic_energy(), springs_.energy(0) + springs_.energy(1), 1e-12);
  EXPECT_GE(rates.stiffness, without.max_rates().stiffness);
  EXPECT_LE((diagonal - without.assemble({.stiffness = 1.0}).block(slot) - 50.0 * Mat3::Identity()).norm(), 1e-9);
}

// A part with unknown external forces has no known momentum: the balance must leave it alone.
TEST_F(ExampleElement, HoldsItsPart) {
  EXPECT_FALSE(System(world_, extra()).has_free_parts());
  EXPECT_TRUE(System(world_).has_free_parts());
}

TEST_F(ExampleElement, SpringsCarryTheSheet) {
  // [example: use]
  PointSprings springs;
  for (const std::size_t corner : {std::size_t{0}, std::size_t{kSide - 1}})
    springs.add({.vertex = VertexId(corner), .point = position_[corner], .stiffness = 50.0, .damping = 0.2});
  std::vector<std::unique_ptr<ElementGroup>> extra;
  extra.push_back(std::make_unique<GatheredElements<PointSprings>>(springs));
  System system(world_, std::move(extra));

  Kinematics state{.position = position_,
                   .velocity = std::vector<Vec3>(position_.size(), Vec3::Zero()),
                   .acceleration = std::vector<Vec3>(position_.size(), Vec3::Zero())};
  const std::unique_ptr<Integrator> integrator = make_backward_euler({.tolerance = 1e-9});
  for (int step = 0; step < 1000; ++step) {
    const double time = 0.02 * step;
    system.evaluate(state.position, state.velocity, time);
    const IntegrationReport report =
        integrator->step(system, {.start = time, .size = 0.02, .scripted_position = position_}, state);
    ASSERT_TRUE(report.solver_converged);
  }
  // [end]
  // At rest the two springs carry the weight: 2 k sag = m g.
  double mass = 0.0;
  for (const double m : world_.mass) mass += m;
  const double weight = mass * world_.loads.gravity.norm();
  Vec3 carried = Vec3::Zero();
  for (const std::size_t corner : {std::size_t{0}, std::size_t{kSide - 1}})
    carried += 50.0 * (position_[corner] - state.position[corner]);
  EXPECT_NEAR(carried.dot(-world_.loads.gravity.normalized()), weight, 1e-3 * weight);
}

std::string text_of(const std::string& path) {
  std::ifstream file(test::source_path(path));
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The lines between a mark and the next end mark, without their common indentation.
std::string marked_code(const std::string& source, const std::string& name) {
  const std::size_t mark = source.find("// [example: " + name + "]\n");
  if (mark == std::string::npos) return "no mark";
  std::size_t line = source.rfind('\n', mark) + 1;
  const std::size_t indentation = mark - line;
  std::string code;
  for (;;) {
    line = source.find('\n', line) + 1;
    const std::size_t end = source.find('\n', line);
    const std::string text = source.substr(line, end - line);
    if (text.find("// [end]") != std::string::npos) return code;
    code += (text.empty() ? text : text.substr(indentation)) + "\n";
  }
}

TEST(ExampleElementDocs, QuoteThisTest) {
  const std::string source = text_of("tests/unit/dynamics/example_element_test.cpp");
  const std::string page = text_of("docs/adding-an-element.md");
  for (const char* name : {"element", "use"}) {
    const std::string code = marked_code(source, name);
    EXPECT_GT(code.size(), 400U) << name;
    EXPECT_NE(page.find("```cpp\n" + code + "```\n"), std::string::npos) << "docs/adding-an-element.md must quote:\n"
                                                                         << code;
  }
}

}  // namespace
}  // namespace muslin::example_element_test
