#pragma once
#include <muslin/filter/shape_matching.hpp>
#include <muslin/model/body.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

/// Squares of a grid that keep their shape approximately: fast projection is mixed with progressive shape matching of
/// their outlines, and their interior is interpolated from the outline [Liu11, §5.2].
class HybridPatches {
 public:
  /// Adds a square of `patch.side` by `patch.side` vertices. `rest` and `mass` cover all vertices.
  void add(const Patch& patch, const HybridOptions& options, std::span<const Vec3> rest, std::span<const double> mass);

  [[nodiscard]] std::size_t size() const { return squares_.size(); }
  /// Returns whether a square asks for matching after the projection instead of in each of its iterations.
  [[nodiscard]] bool mixes_once() const { return mixes_once_; }

  /// `displacement` is the step of the projection from x. On the outlines it becomes a mixture of that step and the
  /// displacement towards their shape.
  void mix(std::span<const Vec3> x, std::span<Vec3> displacement);
  /// Interpolates the interiors from the outlines.
  void fill(std::span<Vec3> x) const;

  /// Distances of the vertices of all squares from the best fit of their square.
  struct Deviation {
    double largest = 0.0;  ///< [m]
    double squares = 0.0;  ///< sum of squared distances [m²]
    std::size_t vertices = 0;
  };
  [[nodiscard]] Deviation deviation(std::span<const Vec3> x) const;

  /// How often squares were mixed, and how often their shape matching was dropped, in whole or in part.
  struct Matchings {
    std::int64_t mixed = 0, dropped = 0;
  };
  [[nodiscard]] const Matchings& matchings() const { return matchings_; }
  /// Returns these counts and begins to count anew.
  [[nodiscard]] Matchings take_matchings() { return std::exchange(matchings_, {}); }

 private:
  struct Square {
    HybridOptions options;
    int side = 0;
    std::vector<VertexId> vertices;  ///< row by row
    std::vector<VertexId> outline;
    std::vector<Vec3> arm, outline_arm;  ///< at rest, from the centre of mass of all vertices or of the outline
    std::vector<double> mass, outline_mass;
    double size = 0.0;  ///< the diagonal at rest [m]
  };
  [[nodiscard]] static std::vector<Vec3> progress(const Square& square, std::span<const Vec3> x);

  std::vector<Square> squares_;
  Matchings matchings_;
  bool mixes_once_ = false;
};

/// Places a flat shape by principal components: a rotation in two dimensions between the planes that best fit the shape
/// and the points [Liu11, §5.2.2.2]. The sign of the plane, which the thesis leaves open, is the one that fits better.
[[nodiscard]] Placement match_flat_shape(std::span<const Vec3> arm, std::span<const double> mass,
                                         std::span<const Vec3> x);

}  // namespace muslin
