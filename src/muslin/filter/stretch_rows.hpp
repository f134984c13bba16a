#pragma once
#include <array>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/model/material_space.hpp>
#include <muslin/model/stretch_limit.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Lengths that are limited, as rows C(x) of a system: with s the stretch of an edge, or a principal one of a triangle,
///   C = ½ (s² - L²) / L,   L = 1 (LengthRule::keep), or a little below 1 + limit (LengthRule::limit)
/// which near L is s - L, and has a gradient wherever the vertices are.
class StretchRows {
 public:
  /// `min_stretch`: of its length at rest [1], that it keeps to; 0: it may be as short as it likes. The projection does
  /// not look at it.
  void add_edge(std::array<VertexId, 2> vertices, double rest_length, double limit, LengthRule rule,
                double min_stretch = 0.0);
  /// Two rows: one for each principal direction.
  void add_triangle(std::array<VertexId, 3> vertices, const MaterialCorners& corners, double limit, LengthRule rule);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::array<VertexId, 3>& vertices(std::size_t row) const { return rows_[row].vertices; }
  [[nodiscard]] bool is_equality(std::size_t row) const { return rows_[row].rule == LengthRule::keep; }
  [[nodiscard]] bool has_triangles() const { return !shape_gradient_.empty(); }
  /// Of edges, and of the square roots of the areas of triangles, at rest [m]; 1 where there are none.
  [[nodiscard]] double mean_length() const;
  [[nodiscard]] double limit(std::size_t row) const { return rows_[row].limit; }

  /// Takes over values and gradients at positions x.
  void evaluate(std::span<const Vec3> x);
  [[nodiscard]] double value(std::size_t row) const { return rows_[row].value; }  ///< C
  [[nodiscard]] const Vec3& gradient(std::size_t row, std::size_t corner) const { return rows_[row].gradient[corner]; }
  /// The gradient is this number times a vector that all corners share, D = Σ cₖ xₖ, over L; so ∇²C = cⱼ cₖ / L.
  [[nodiscard]] double coefficient(std::size_t row, std::size_t corner) const { return rows_[row].coefficient[corner]; }
  [[nodiscard]] double target_stretch(std::size_t row) const { return rows_[row].target_stretch; }  ///< L
  [[nodiscard]] double strain(std::size_t row) const { return rows_[row].strain; }                  ///< s - 1
  [[nodiscard]] bool exceeds_limit(std::size_t row) const { return rows_[row].strain > rows_[row].limit; }
  /// What must not become negative where a length has a minimum, with gradient() as its own: s/L times by how much
  /// the length along its direction exceeds a little more than the minimum. Being linear in that direction, it is kept
  /// for certain: no length is less than its projection.
  [[nodiscard]] double short_value(std::size_t row) const;
  [[nodiscard]] bool is_short(std::size_t row) const { return 1.0 + rows_[row].strain < rows_[row].min_stretch; }
  /// May it well become too short in the step that begins here?
  [[nodiscard]] bool is_nearly_short(std::size_t row) const;
  /// Is it about as long as it is made where it is limited? Then it may well pull in the step that begins here.
  [[nodiscard]] bool is_taut(std::size_t row) const;

 private:
  struct Row {
    std::array<VertexId, 3> vertices;  ///< an edge has two
    double rest_length = 0.0;          ///< of edges [m]; of triangles the root of the area
    std::int32_t triangle = -1;        ///< -1: an edge. A triangle has two rows, the larger stretch first
    LengthRule rule = LengthRule::limit;
    double limit = 0.0, target_stretch = 1.0;  ///< L
    double min_stretch = 0.0;
    double value = 0.0, strain = 0.0;
    std::array<Vec3, 3> gradient;
    std::array<double, 3> coefficient = {};
  };
  void evaluate_triangle(std::size_t first_row, std::span<const Vec3> x);

  std::vector<Row> rows_;
  std::vector<std::array<Vec2, 3>> shape_gradient_;  ///< per triangle: of its shape functions, in material space [1/m]
};

}  // namespace muslin
