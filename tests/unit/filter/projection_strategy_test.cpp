#include <gtest/gtest.h>

#include <array>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/projection_strategy.hpp>
#include <string>

namespace muslin::projection_strategy_test {
namespace {

constexpr int kEdges = 10;

/// A yarn of unit edges along x, between two pins if asked for.
struct Yarn {
  explicit Yarn(bool is_pinned) : inverse_mass(kEdges + 1, 1.0) {
    for (int i = 0; i <= kEdges; ++i) start.emplace_back(i, 0.0, 0.0);
    if (is_pinned) inverse_mass.front() = inverse_mass.back() = 0.0;
  }
  [[nodiscard]] ProjectionProblem problem(double limit, LengthRule rule) const {
    StretchRows rows;
    for (int i = 0; i < kEdges; ++i) rows.add_edge({VertexId(i), VertexId(i + 1)}, 1.0, limit, rule);
    return {std::move(rows), {}, inverse_mass, 40, {}};
  }
  std::vector<Vec3> start;
  std::vector<double> inverse_mass;
};

struct NamedStrategy {
  std::string name;
  std::unique_ptr<ProjectionStrategy> strategy;
};
std::vector<NamedStrategy> all_strategies() {
  std::vector<NamedStrategy> list;
  list.push_back({"hybrid", make_hybrid_projection()});
  list.push_back({"triangle", make_triangle_projection(tolerance::kTriangleRowShift)});
  list.push_back({"warm_start", make_warm_start_projection()});
  list.push_back({"mass", make_mass_projection()});
  list.push_back({"damped", make_damped_projection()});
  return list;
}
std::vector<std::string> applicable(ProjectionProblem& problem, std::vector<Vec3> x) {
  const std::vector<Vec3> start = x;
  problem.begin(start, x, {});
  std::vector<std::string> names;
  for (const NamedStrategy& entry : all_strategies())
    if (entry.strategy->is_applicable(problem)) names.push_back(entry.name);
  return names;
}

TEST(ProjectionStrategy, EdgesTakeTheMassMetricAndThenDamping) {
  const Yarn yarn(false);
  ProjectionProblem problem = yarn.problem(0.01, LengthRule::limit);
  EXPECT_EQ(applicable(problem, yarn.start), (std::vector<std::string>{"mass", "damped"}));
  problem.set_warm_start(std::vector<double>(kEdges, 1e-3), 1.0);  // too small to matter
  EXPECT_EQ(applicable(problem, yarn.start), (std::vector<std::string>{"mass", "damped"}));
}

TEST(ProjectionStrategy, LargeTensionTakesTheWarmStartFirst) {
  const Yarn yarn(true);
  ProjectionProblem problem = yarn.problem(0.01, LengthRule::limit);
  problem.set_warm_start(std::vector<double>(kEdges, 10.0), 1.0);
  EXPECT_EQ(applicable(problem, yarn.start), (std::vector<std::string>{"warm_start", "mass", "damped"}));
}

TEST(ProjectionStrategy, TrianglesAndHybridPatchesHaveTheirOwn) {
  const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  const std::vector<double> ones(4, 1.0);
  StretchRows rows;
  rows.add_triangle({VertexId(0), VertexId(1), VertexId(2)}, {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, 0.01,
                    LengthRule::limit);
  ProjectionProblem triangles(rows, {}, ones, 40, {});
  EXPECT_EQ(applicable(triangles, square), (std::vector<std::string>{"triangle"}));

  HybridPatches hybrid;
  hybrid.add({.vertices = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)}, .side = 2}, {}, square, ones);
  ProjectionProblem patches(rows, {}, ones, 40, hybrid);
  EXPECT_EQ(applicable(patches, square), (std::vector<std::string>{"hybrid"}));
}

// Each strategy for edges solves a slack problem by itself, and conserves momentum.
TEST(ProjectionStrategy, EachForEdgesSolvesAndConservesMomentum) {
  for (const LengthRule rule : {LengthRule::keep, LengthRule::limit})
    for (const NamedStrategy& entry : all_strategies()) {
      if (entry.name == "hybrid" || entry.name == "triangle") continue;
      SCOPED_TRACE(entry.name);
      const Yarn yarn(false);
      ProjectionProblem problem = yarn.problem(1e-3, rule);
      if (entry.name == "warm_start") problem.set_warm_start(std::vector<double>(kEdges, 0.2), 1.0);
      StepSolver solver(problem);
      std::vector<Vec3> x = yarn.start;
      x.back() += Vec3(0.05, 0.02, 0.0);
      Vec3 before = Vec3::Zero(), after = Vec3::Zero();
      for (const Vec3& p : x) before += p;
      problem.begin(yarn.start, x, {});
      EXPECT_FALSE(problem.is_converged());
      ASSERT_TRUE(entry.strategy->is_applicable(problem));
      const int iterations = entry.strategy->project(problem, solver, problem.max_iterations());
      EXPECT_TRUE(problem.is_converged());
      EXPECT_GE(iterations, 1);
      EXPECT_LE(iterations, 10);
      for (const Vec3& p : x) after += p;
      EXPECT_LE((after - before).norm(), 1e-12 * before.norm());
    }
}

// A yarn straight between its pins, moved sideways: the mass metric makes ripples grow, damping in the tension metric
// does not.
TEST(ProjectionStrategy, DampedSolvesWhatTheMassMetricCannot) {
  const Yarn yarn(true);
  std::vector<Vec3> moved = yarn.start;
  for (std::size_t v = 1; v < kEdges; ++v) moved[v].y() = v % 2 == 0 ? 0.4 : 0.1;
  for (const bool is_damped : {false, true}) {
    ProjectionProblem problem = yarn.problem(1e-6, LengthRule::limit);
    StepSolver solver(problem);
    std::vector<Vec3> x = moved;
    problem.begin(yarn.start, x, {});
    const auto strategy = is_damped ? make_damped_projection() : make_mass_projection();
    static_cast<void>(strategy->project(problem, solver, problem.max_iterations()));
    EXPECT_EQ(problem.is_converged(), is_damped);
  }
}

// Starting again gives the same bits as starting.
TEST(ProjectionProblem, RestartsWhereItBegan) {
  const Yarn yarn(false);
  ProjectionProblem problem = yarn.problem(1e-3, LengthRule::limit);
  StepSolver solver(problem);
  std::vector<Vec3> x = yarn.start;
  x.back() += Vec3(0.05, 0.02, 0.0);
  const std::vector<Vec3> requested = x;
  problem.begin(yarn.start, x, {});
  const double defect = problem.defect();
  static_cast<void>(make_mass_projection()->project(problem, solver, 40));
  EXPECT_NE(x, requested);
  problem.restart();
  EXPECT_EQ(x, requested);
  EXPECT_EQ(problem.defect(), defect);
  for (const double multiplier : problem.total_multipliers()) EXPECT_EQ(multiplier, 0.0);
}

}  // namespace
}  // namespace muslin::projection_strategy_test
