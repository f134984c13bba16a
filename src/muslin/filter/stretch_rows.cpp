#include <Eigen/LU>
#include <cmath>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/stretch_rows.hpp>

namespace muslin {
namespace {

double target_stretch_of(double limit, LengthRule rule) {
  return rule == LengthRule::keep ? 1.0 : 1.0 + tolerance::kTargetStretchShare * limit;
}

}  // namespace

void StretchRows::add_edge(std::array<VertexId, 2> vertices, double rest_length, double limit, LengthRule rule,
                           double min_stretch, double rate) {
  Row row;
  row.vertices = {vertices[0], vertices[1], VertexId()};
  row.rest_length = rest_length;
  row.rule = rule;
  row.limit = limit;
  row.target_stretch = target_stretch_of(limit, rule);
  row.min_stretch = min_stretch;
  row.rate = rate;
  has_rates_ |= rate > 0.0;
  row.gradient.fill(Vec3::Zero());
  rows_.push_back(row);
}

void StretchRows::add_triangle(std::array<VertexId, 3> vertices, const MaterialCorners& corners, double limit,
                               LengthRule rule) {
  Mat2 sides;
  sides << corners[1] - corners[0], corners[2] - corners[0];
  const Mat2 inverse = sides.inverse();  // its rows are the gradients of shape functions 1 and 2
  const Vec2 second = inverse.row(0), third = inverse.row(1);
  for (int k = 0; k < 2; ++k) {
    Row row;
    row.vertices = vertices;
    row.triangle = static_cast<std::int32_t>(shape_gradient_.size());
    row.rest_length = std::sqrt(0.5 * std::abs(sides.determinant()));
    row.rule = rule;
    row.limit = limit;
    row.target_stretch = target_stretch_of(limit, rule);
    row.gradient.fill(Vec3::Zero());
    rows_.push_back(row);
  }
  shape_gradient_.push_back({-second - third, second, third});
}

void StretchRows::evaluate(std::span<const Vec3> x) {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    Row& row = rows_[r];
    if (row.triangle >= 0) {
      evaluate_triangle(r, x);
      ++r;
      continue;
    }
    const Vec3 edge = x[row.vertices[0].index()] - x[row.vertices[1].index()];
    const double inverse = 1.0 / (row.rest_length * row.rest_length);
    const double squared = edge.squaredNorm() * inverse;
    row.strain = std::sqrt(squared) - 1.0;
    row.value = 0.5 * (squared - row.target_stretch * row.target_stretch) / row.target_stretch;
    row.gradient[0] = (inverse / row.target_stretch) * edge;
    row.gradient[1] = -row.gradient[0];
    row.coefficient = {1.0 / row.rest_length, -1.0 / row.rest_length, 0.0};
  }
}

/// The squared stretches s² are the eigenvalues of FᵀF, with F the deformation gradient. Along an eigenvector d the
/// material behaves like an edge: ½ s² = ½ |F d|², with the gradient F d (∇Nᵢ · d).
void StretchRows::evaluate_triangle(std::size_t first_row, std::span<const Vec3> x) {
  const auto& shape = shape_gradient_[static_cast<std::size_t>(rows_[first_row].triangle)];
  Eigen::Matrix<double, 3, 2> f = Eigen::Matrix<double, 3, 2>::Zero();
  for (std::size_t i = 0; i < 3; ++i) f += x[rows_[first_row].vertices[i].index()] * shape[i].transpose();
  const double a = f.col(0).squaredNorm(), b = f.col(0).dot(f.col(1)), c = f.col(1).squaredNorm();
  const double half_difference = 0.5 * (a - c), radius = std::hypot(half_difference, b);
  // Half the angle of the double-angle vector: the eigenvector of the larger one, without cancellation.
  const double angle = 0.5 * std::atan2(b, half_difference);
  const std::array<double, 2> squared = {0.5 * (a + c) + radius, std::max(0.0, 0.5 * (a + c) - radius)};
  const std::array<Vec2, 2> direction = {Vec2(std::cos(angle), std::sin(angle)),
                                         Vec2(-std::sin(angle), std::cos(angle))};
  for (std::size_t k = 0; k < 2; ++k) {
    Row& row = rows_[first_row + k];
    row.strain = std::sqrt(squared[k]) - 1.0;
    row.value = 0.5 * (squared[k] - row.target_stretch * row.target_stretch) / row.target_stretch;
    const Vec3 stretched = f * direction[k] / row.target_stretch;
    for (std::size_t i = 0; i < 3; ++i) {
      row.coefficient[i] = shape[i].dot(direction[k]);
      row.gradient[i] = row.coefficient[i] * stretched;
    }
  }
}

double StretchRows::mean_length() const {
  double sum = 0.0;
  for (const Row& row : rows_) sum += row.rest_length;
  return rows_.empty() ? 1.0 : sum / static_cast<double>(rows_.size());
}

double StretchRows::short_value(std::size_t row) const {
  return value_above(row, 1.0 - tolerance::kTargetStretchShare * (1.0 - rows_[row].min_stretch));
}

double StretchRows::value_below(std::size_t row, double stretch) const {
  const double s = 1.0 + rows_[row].strain;
  return 0.5 * (s * s - stretch * stretch) / rows_[row].target_stretch;
}

double StretchRows::value_above(std::size_t row, double stretch) const {
  const double s = 1.0 + rows_[row].strain;
  return (s - stretch) * s / rows_[row].target_stretch;
}

bool StretchRows::is_nearly_short(std::size_t row) const {
  const double min_stretch = rows_[row].min_stretch;
  return min_stretch > 0.0 && 1.0 + rows_[row].strain <= 1.0 - tolerance::kTautShare * (1.0 - min_stretch);
}

bool StretchRows::is_taut(std::size_t row) const {
  return rows_[row].strain >= tolerance::kTautShare * rows_[row].limit;
}

}  // namespace muslin
