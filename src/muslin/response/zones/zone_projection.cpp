#include <algorithm>
#include <cmath>
#include <memory>
#include <muslin/math/direct/minimum_norm.hpp>
#include <muslin/response/zones/zone_projection.hpp>
#include <optional>

namespace muslin {

/// Factors of a small zone, made on first use.
struct ZoneProjection::Dense {
  std::optional<MinimumNorm> normal, full;
};

ZoneProjection::ZoneProjection(const ZoneProblem& problem, double tolerance)
    : problem_(problem), tolerance_(tolerance) {
  if (problem.size() <= kSmallZone) dense_ = std::make_unique<Dense>();
  impulse_.resize(problem.size());
  relative_.resize(problem.size());
  vertices_.resize(problem.rows.vertex_count());
  scalar_vertices_.resize(problem.rows.vertex_count());
}

ZoneProjection::~ZoneProjection() = default;

double ZoneProjection::solve_normal(std::span<const double> b, std::span<double> r, double scale) {
  const ContactRows& rows = problem_.rows;
  const auto size = static_cast<Eigen::Index>(problem_.size());
  const auto multiply = [&](std::span<const double> x, std::span<double> y) {
    for (std::size_t i = 0; i < x.size(); ++i) impulse_[i] = x[i] * problem_.normal[i];
    rows.multiply_transposed<Vec3>(impulse_, vertices_);
    rows.multiply<Vec3>(vertices_, relative_);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = problem_.normal[i].dot(relative_[i]);
  };
  if (dense_) {
    if (!dense_->normal) {
      Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, 3 * static_cast<Eigen::Index>(rows.vertex_count()));
      rows.for_each_entry([&](std::size_t contact, std::size_t vertex, double c) {
        matrix.block<1, 3>(static_cast<Eigen::Index>(contact), 3 * static_cast<Eigen::Index>(vertex)) +=
            c * problem_.normal[contact].transpose();
      });
      dense_->normal.emplace().factorise(matrix);
    }
    Eigen::Map<Eigen::VectorXd>(r.data(), size) =
        dense_->normal->solve(Eigen::Map<const Eigen::VectorXd>(b.data(), size));
  } else {
    minres_.solve(multiply, b, r, {.tolerance = tolerance_, .absolute_tolerance = tolerance_ * scale});
  }
  b_.resize(b.size());
  multiply(r, b_);
  double left = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) left = std::max(left, std::abs(b[i] - b_[i]));
  return left;
}

void ZoneProjection::solve_full(std::span<const Vec3> b, std::span<Vec3> q) {
  const ContactRows& rows = problem_.rows;
  const auto size = static_cast<Eigen::Index>(problem_.size());
  if (dense_ && !dense_->full) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, static_cast<Eigen::Index>(rows.vertex_count()));
    rows.for_each_entry([&](std::size_t contact, std::size_t vertex, double c) {
      matrix(static_cast<Eigen::Index>(contact), static_cast<Eigen::Index>(vertex)) += c;
    });
    dense_->full.emplace().factorise(matrix);
  }
  // The coordinates are solved one after the other, because B acts on all three alike.
  b_.resize(b.size());
  x_.resize(b.size());
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < b.size(); ++i) b_[i] = b[i][axis];
    if (dense_) {
      Eigen::Map<Eigen::VectorXd>(x_.data(), size) =
          dense_->full->solve(Eigen::Map<const Eigen::VectorXd>(b_.data(), size));
    } else {
      minres_.solve(
          [&](std::span<const double> x, std::span<double> y) {
            rows.multiply_transposed<double>(x, scalar_vertices_);
            rows.multiply<double>(scalar_vertices_, y);
          },
          b_, x_, {.tolerance = tolerance_});
    }
    for (std::size_t i = 0; i < b.size(); ++i) q[i][axis] = x_[i];
  }
}

}  // namespace muslin
