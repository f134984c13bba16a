#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>
#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/math/qp/linear_programme.hpp>
#include <vector>

namespace muslin {
namespace {

double one_if_zero(double value) { return value > 0.0 ? value : 1.0; }

}  // namespace

std::optional<Eigen::VectorXd> solve(const LinearProgramme& programme) {
  const auto rows = static_cast<int>(programme.rows.rows()), columns = static_cast<int>(programme.rows.cols());
  MUSLIN_ASSERT(programme.cost.size() == columns && programme.lower_bound.size() == rows);
  if (columns == 0) {
    if ((programme.lower_bound.array() > 0.0).any()) return std::nullopt;
    return Eigen::VectorXd();
  }
  // The solver's tolerances are absolute: rows and bounds are scaled to 1.
  const Eigen::VectorXd row_scale = programme.rows.rowwise().lpNorm<Eigen::Infinity>().unaryExpr(&one_if_zero);
  const Eigen::MatrixXd a = row_scale.cwiseInverse().asDiagonal() * programme.rows;
  Eigen::VectorXd b = programme.lower_bound.cwiseQuotient(row_scale);
  const double scale = one_if_zero(b.lpNorm<Eigen::Infinity>());
  b /= scale;

  CoinPackedMatrix matrix(true, 0, 0);
  matrix.setDimensions(rows, 0);
  std::vector<int> indices(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i) indices[static_cast<std::size_t>(i)] = i;
  for (int j = 0; j < columns; ++j) matrix.appendCol(rows, indices.data(), a.col(j).data());

  ClpSimplex model;
  model.setLogLevel(0);
  model.setPrimalTolerance(tolerance::kLinearProgrammeTolerance);
  model.setDualTolerance(tolerance::kLinearProgrammeTolerance);
  const std::vector<double> zero(static_cast<std::size_t>(columns), 0.0);
  model.loadProblem(matrix, zero.data(), nullptr, programme.cost.data(), b.data(), nullptr);
  model.setPerturbation(100);  // no random shifts of the bounds: the same programme, the same bits
  if (model.primal() != 0 || !model.isProvenOptimal()) return std::nullopt;
  const double* const values = model.primalColumnSolution();
  Eigen::VectorXd x(columns);
  for (int j = 0; j < columns; ++j) x[j] = scale * std::max(0.0, values[j]);
  return x;
}

}  // namespace muslin
