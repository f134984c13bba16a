#pragma once
#include <muslin/filter/shape_matching.hpp>
#include <muslin/model/patches.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Squares of a grid whose shape is kept approximately, by mixing fast projection with progressive shape matching of
/// their outlines; what is inside an outline is interpolated from it [Liu11, §5.2].
class HybridPatches {
 public:
  /// A square of `patch.side` by `patch.side` vertices of the world. `rest` and `mass`: of all vertices.
  void add(const Patch& patch, const HybridOptions& options, std::span<const Vec3> rest, std::span<const double> mass);

  [[nodiscard]] std::size_t size() const { return squares_.size(); }

  /// `displacement` is where an iteration of the projection would take the vertices from x. The outlines get a mixture
  /// of that and of the displacement to their shape.
  void mix(std::span<const Vec3> x, std::span<Vec3> displacement);
  /// Puts what is inside where the outlines say.
  void fill(std::span<Vec3> x) const;

  /// Of the vertices of all squares, how far they are from where the best fit of their square has them.
  struct Deviation {
    double largest = 0.0;  ///< [m]
    double squares = 0.0;  ///< Σ [m²]
    std::size_t vertices = 0;
  };
  [[nodiscard]] Deviation deviation(std::span<const Vec3> x) const;

  /// How often a square was mixed, and how often its shape matching was dropped, whole or in part.
  [[nodiscard]] std::int64_t mixed() const { return mixed_; }
  [[nodiscard]] std::int64_t dropped() const { return dropped_; }

 private:
  struct Square {
    HybridOptions options;
    int side = 0;
    std::vector<VertexId> vertices;  ///< row by row
    std::vector<VertexId> outline;
    std::vector<Vec3> arm, outline_arm;  ///< at rest, from the centre of mass of all, or of the outline
    std::vector<double> mass, outline_mass;
    double size = 0.0;  ///< the diagonal at rest [m]
  };
  [[nodiscard]] static std::vector<Vec3> progress(const Square& square, std::span<const Vec3> x);

  std::vector<Square> squares_;
  std::int64_t mixed_ = 0, dropped_ = 0;
};

/// The placement of a shape by principal components: in the planes that fit the shape and the points best, by a
/// rotation in two dimensions [Liu11, §5.2.2.2]. Of the two sides that such a plane has, that which fits better.
[[nodiscard]] Placement match_flat_shape(std::span<const Vec3> arm, std::span<const double> mass,
                                         std::span<const Vec3> x);

}  // namespace muslin
