#pragma once
#include <array>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/model/body.hpp>
#include <muslin/model/material_space.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Limited lengths as constraint rows C(x). With s the stretch of an edge, or a principal stretch of a triangle,
///   C = ½ (s² - L²) / L,   L = 1 (LengthRule::keep), or a little below 1 + limit (LengthRule::limit)
/// Near L this is s - L, and its gradient exists everywhere.
class StretchRows {
 public:
  /// `min_stretch` is the smallest allowed share of the rest length [1]; 0 if there is none. The projection reports
  /// violations of it but does not correct them. `rate` is the largest change of the stretch per second [1/s], which
  /// the projection ignores; 0 if there is none.
  void add_edge(std::array<VertexId, 2> vertices, double rest_length, double limit, LengthRule rule,
                double min_stretch = 0.0, double rate = 0.0);
  /// Adds two rows, one for each principal direction.
  void add_triangle(std::array<VertexId, 3> vertices, const MaterialCorners& corners, double limit, LengthRule rule);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::array<VertexId, 3>& vertices(std::size_t row) const { return rows_[row].vertices; }
  [[nodiscard]] bool is_equality(std::size_t row) const { return rows_[row].rule == LengthRule::keep; }
  [[nodiscard]] bool has_rates() const { return has_rates_; }
  [[nodiscard]] bool has_triangles() const { return !shape_gradient_.empty(); }
  /// Mean over the rest lengths of edges and the square roots of the rest areas of triangles [m]; 1 without rows.
  [[nodiscard]] double mean_length() const;
  [[nodiscard]] double limit(std::size_t row) const { return rows_[row].limit; }
  [[nodiscard]] double rate(std::size_t row) const { return rows_[row].rate; }  ///< [1/s]; 0: not limited

  /// Computes values and gradients at positions x.
  void evaluate(std::span<const Vec3> x);
  [[nodiscard]] double value(std::size_t row) const { return rows_[row].value; }  ///< C
  [[nodiscard]] const Vec3& gradient(std::size_t row, std::size_t corner) const { return rows_[row].gradient[corner]; }
  /// The coefficients cₖ of the vector D = Σ cₖ xₖ whose length is s: the gradient is cₖ D / L, and ∇²C = cⱼ cₖ / L.
  [[nodiscard]] double coefficient(std::size_t row, std::size_t corner) const { return rows_[row].coefficient[corner]; }
  [[nodiscard]] double target_stretch(std::size_t row) const { return rows_[row].target_stretch; }  ///< L
  [[nodiscard]] double strain(std::size_t row) const { return rows_[row].strain; }                  ///< s - 1
  [[nodiscard]] bool exceeds_limit(std::size_t row) const { return rows_[row].strain > rows_[row].limit; }
  /// The value of the constraint `≥ 0` of a row with a minimum length: s/L times the excess of the length along its
  /// direction over slightly more than the minimum. Its gradient is gradient(). The constraint is linear in that
  /// direction, so satisfying it suffices: no length is less than its projection.
  [[nodiscard]] double short_value(std::size_t row) const;
  /// The values of the constraints `≤ 0` and `≥ 0` that keep the stretch below and above another one than that of the
  /// limits. Their gradient is gradient().
  [[nodiscard]] double value_below(std::size_t row, double stretch) const;
  [[nodiscard]] double value_above(std::size_t row, double stretch) const;
  [[nodiscard]] bool is_short(std::size_t row) const { return 1.0 + rows_[row].strain < rows_[row].min_stretch; }
  /// True if the row may become too short in a step that begins here.
  [[nodiscard]] bool is_nearly_short(std::size_t row) const;
  /// True if the row is near its limit: it is then likely to be active in a step that begins here.
  [[nodiscard]] bool is_taut(std::size_t row) const;

 private:
  struct Row {
    std::array<VertexId, 3> vertices;  ///< edges have two
    double rest_length = 0.0;          ///< of an edge, or the square root of the area of a triangle [m]
    std::int32_t triangle = -1;        ///< -1 for edges. A triangle has two rows, the larger stretch first
    LengthRule rule = LengthRule::limit;
    double limit = 0.0, target_stretch = 1.0;  ///< L
    double min_stretch = 0.0, rate = 0.0;
    double value = 0.0, strain = 0.0;
    std::array<Vec3, 3> gradient;
    std::array<double, 3> coefficient = {};
  };
  void evaluate_triangle(std::size_t first_row, std::span<const Vec3> x);

  std::vector<Row> rows_;
  bool has_rates_ = false;
  std::vector<std::array<Vec2, 3>> shape_gradient_;  ///< per triangle, in material space [1/m]
};

}  // namespace muslin
