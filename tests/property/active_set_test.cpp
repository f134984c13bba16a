#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/math/qp/active_set.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random_matrix.hpp>
#include <tests/support/reference_qp.hpp>

namespace muslin::active_set_test {
namespace {

using test::Random;
using test::ReferenceQp;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Path { schur, minres, condensed };

std::unique_ptr<SaddleSolver> solver_of(Path path) {
  return path == Path::schur    ? make_schur_solver()
         : path == Path::minres ? make_kkt_solver(2000)
                                : make_condensed_solver(4000);
}

struct Programme {
  BlockMatrix matrix;
  std::vector<std::uint8_t> fixed;
  std::vector<Vec3> start;
  std::vector<QpRow> rows;
};

/// Rows like those of contacts: four weights that sum to zero, along one direction. There is a point that satisfies
/// them all, but it is far from v₀.
Programme random_programme(std::size_t vertices, int inequalities, Random& random) {
  Programme qp{
      test::random_matrix(vertices, static_cast<int>(3 * vertices), static_cast<int>(vertices), random), {}, {}, {}};
  qp.fixed.assign(vertices, 0);
  for (std::uint8_t& fixed : qp.fixed) fixed = random.chance(0.1) ? 1 : 0;
  qp.start = test::random_vectors(vertices, random);
  std::vector<Vec3> inside = test::random_vectors(vertices, random);
  for (std::size_t i = 0; i < vertices; ++i)
    if (qp.fixed[i] != 0) inside[i] = qp.start[i];
  for (int r = 0; r < inequalities; ++r) {
    QpRow row;
    const Vec3 n = random.direction();
    const double a = random.unit(), b = random.unit();
    const std::array<double, 4> weight = {-a, a - 1.0, b, 1.0 - b};
    bool moves = false;
    for (std::size_t k = 0; k < 4; ++k) {
      row.vertex[k] = VertexId(random.integer(0, static_cast<int>(vertices) - 1));
      row.gradient[k] = weight[k] * n;
      moves = moves || qp.fixed[row.vertex[k].index()] == 0;
    }
    if (!moves) continue;
    row.target = row_value(row, inside) - random.uniform(0.0, 0.2);
    qp.rows.push_back(row);
  }
  return qp;
}

struct Answer {
  std::vector<Vec3> v;
  std::vector<double> lambda;
  ActiveSetReport report;
  SaddleSolver::Counts counts;
};

Answer solve(const Programme& qp, Path path, double tolerance = 1e-11) {
  Answer answer;
  const auto solver = solver_of(path);
  ActiveSet set;
  answer.v = qp.start;
  solver->begin(qp.matrix, qp.fixed, {});
  solver->set_rows(qp.rows, 0);
  answer.report = set.minimise(*solver, qp.rows, qp.start,
                               {.tolerance = tolerance, .refinements = path == Path::condensed ? 1000 : 8},
                               answer.lambda, answer.v);
  answer.counts = solver->counts();
  return answer;
}

class ActiveSetPath : public testing::TestWithParam<Path> {
 protected:
  /// MINRES has a preconditioner of single precision; conjugate gradients are for rough answers.
  [[nodiscard]] static double tolerance() {
    return GetParam() == Path::schur ? 1e-11 : GetParam() == Path::minres ? 1e-9 : 2e-8;
  }
  /// What is left of the conditions, and how far the answer is from the true one.
  [[nodiscard]] static double kkt_error() { return GetParam() == Path::condensed ? 5e-4 : 1e-8; }
  [[nodiscard]] static double distance() { return GetParam() == Path::condensed ? 1e-3 : 1e-6; }

  enum class Compare { minima, conditions };
  /// Solves three random programmes, judges the answers, and returns how many rows hold in all of them.
  static int rows_that_hold(int rows, Compare compare) {
    int held = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(testing::Message() << rows << " rows, seed " << seed);
      Random random(seed * 1000 + static_cast<std::uint64_t>(rows));
      const Programme qp = random_programme(120, rows, random);
      const Answer answer = solve(qp, GetParam(), tolerance());
      EXPECT_TRUE(answer.report.converged);
      EXPECT_EQ(answer.report.dropped, 0);
      const ReferenceQp slow(qp.matrix, qp.fixed, qp.rows, qp.start);
      EXPECT_LE(slow.kkt_error(answer.v, answer.lambda), kkt_error());
      for (const double lambda : answer.lambda) held += lambda > 1e-6 ? 1 : 0;
      if (compare == Compare::minima) {
        EXPECT_LE((test::flat(answer.v) - slow.minimise()).norm(), distance());
      }
    }
    return held;
  }
};

TEST_P(ActiveSetPath, FindsWhatEnumerationFinds) {
  int given_up = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Programme qp = random_programme(8, random.integer(1, 9), random);
    const Answer answer = solve(qp, GetParam(), tolerance());
    if (!answer.report.converged) {  // and says so
      ++given_up;
      continue;
    }
    const ReferenceQp slow(qp.matrix, qp.fixed, qp.rows, qp.start);
    EXPECT_LE((test::flat(answer.v) - slow.minimise_by_enumeration()).norm(), distance());
    EXPECT_LE(slow.kkt_error(answer.v, answer.lambda), kkt_error());
  }
  EXPECT_LE(given_up, GetParam() == Path::condensed ? 1 : 0);
}

TEST_P(ActiveSetPath, SatisfiesKktConditionsOnRandomProgrammes) {
  int held = 0;
  for (const int rows : {5, 20, 60, 150}) held += rows_that_hold(rows, Compare::minima);
  EXPECT_GT(held, 100);  // it was not for nothing
}

TEST_P(ActiveSetPath, SatisfiesKktConditionsOnLargeProgrammes) {
  int held = 0;
  for (const int rows : {300, 500}) held += rows_that_hold(rows, Compare::conditions);
  EXPECT_GT(held, 400);
}

// With rows that are always active, rows that push either way within a bound, and rows that say the same twice.
TEST_P(ActiveSetPath, TakesEqualitiesFrictionAndCopies) {
  int at_bound = 0, inside = 0, right = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Programme qp = random_programme(40, 40, random);
    const std::size_t pushes = qp.rows.size();
    for (std::size_t r = 0; r < pushes; ++r) {
      QpRow row = qp.rows[r];
      if (r % 4 == 0) row.lower_bound = -kInfinity;
      if (r % 4 == 1) row.upper_bound = random.uniform(0.1, 20.0), row.lower_bound = -row.upper_bound;
      if (r % 4 == 2) qp.rows.push_back(row);
      qp.rows[r] = row;
    }
    const Answer answer = solve(qp, GetParam(), tolerance());
    if (!answer.report.converged) continue;
    ++right;
    const ReferenceQp slow(qp.matrix, qp.fixed, qp.rows, qp.start);
    EXPECT_LE(slow.kkt_error(answer.v, answer.lambda), kkt_error());
    EXPECT_LE((test::flat(answer.v) - slow.minimise()).norm(), distance());
    for (std::size_t r = 1; r < pushes; r += 4)
      ++(std::abs(answer.lambda[r]) < qp.rows[r].upper_bound ? inside : at_bound);
  }
  EXPECT_GE(right, GetParam() == Path::condensed ? 38 : 40);
  EXPECT_GT(at_bound, 20);
  EXPECT_GT(inside, 20);
}

// Many rows on few vertices: exchanging all wrong ones at once goes round in circles. The answer is right nevertheless,
// or a removal is counted.
TEST(ActiveSetToggling, EndsRightOrSaysWhatItDropped) {
  int watched = 0, dropped = 0, right = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Programme qp = random_programme(3, 30, random);
    qp.fixed.assign(3, 0);
    const ReferenceQp slow(qp.matrix, qp.fixed, qp.rows, qp.start);
    for (const bool is_hasty : {false, true}) {
      const auto solver = make_schur_solver();
      ActiveSet set;
      std::vector<Vec3> v = qp.start;
      std::vector<double> lambda;
      solver->begin(qp.matrix, qp.fixed, {});
      solver->set_rows(qp.rows, 0);
      const ActiveSetReport report = set.minimise(
          *solver, qp.rows, qp.start,
          {.tolerance = 1e-11, .max_iterations = is_hasty ? 3 : 200, .max_toggles = is_hasty ? 0 : 2}, lambda, v);
      if (!is_hasty) watched += report.watched;
      dropped += report.dropped;
      if (!is_hasty && report.converged && report.dropped == 0) ++right;
      if (!report.converged && report.dropped == 0) {
        EXPECT_GT(report.violation, 1e-11);  // rows too alike for the rounds that there are
      }
      if (report.converged && report.dropped == 0) {
        EXPECT_LE(slow.kkt_error(v, lambda), report.softened == 0 ? 1e-8 : 1e-7);
      }
    }
  }
  EXPECT_GE(right, 295);
  EXPECT_GT(watched, 0);
  EXPECT_GT(dropped, 0);
}

// Rows that come later begin from the active set there is.
TEST_P(ActiveSetPath, GoesOnWhereRowsAreAdded) {
  Random random(3);
  const Programme qp = random_programme(60, 100, random);
  const Answer at_once = solve(qp, GetParam(), tolerance());
  const auto solver = solver_of(GetParam());
  ActiveSet set;
  std::vector<Vec3> v = qp.start;
  std::vector<double> lambda;
  solver->begin(qp.matrix, qp.fixed, {});
  std::size_t known = 0;
  for (const std::size_t size : {std::size_t{30}, std::size_t{70}, qp.rows.size()}) {
    const std::span<const QpRow> rows(qp.rows.data(), size);
    solver->set_rows(rows, known);
    EXPECT_TRUE(
        set.minimise(*solver, rows, qp.start, {.tolerance = tolerance(), .refinements = 60}, lambda, v).converged);
    known = size;
  }
  EXPECT_LE((test::flat(v) - test::flat(at_once.v)).norm(), distance());
  EXPECT_EQ(solver->counts().factorisations, GetParam() == Path::schur ? 1 : 0);
}

TEST_P(ActiveSetPath, HasTheSameBitsOnAnyNumberOfThreads) {
  Random random(11);
  const Programme qp = random_programme(200, 150, random);
  Answer one;
  with_threads(1, [&] { one = solve(qp, GetParam()); });
  for (const int threads : {2, 4})
    with_threads(threads, [&] {
      const Answer other = solve(qp, GetParam());
      EXPECT_TRUE(std::equal(one.v.begin(), one.v.end(), other.v.begin()));
      EXPECT_EQ(one.lambda, other.lambda);
    });
}

INSTANTIATE_TEST_SUITE_P(All, ActiveSetPath, testing::Values(Path::schur, Path::minres, Path::condensed),
                         [](const auto& path) {
                           return path.param == Path::schur    ? "schur"
                                  : path.param == Path::minres ? "minres"
                                                               : "condensed";
                         });

}  // namespace
}  // namespace muslin::active_set_test
