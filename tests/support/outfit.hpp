#pragma once
#include <muslin/sim/scene.hpp>
#include <tests/support/figure.hpp>
#include <tests/support/garments.hpp>
#include <tests/support/random.hpp>
#include <vector>

namespace muslin::test {

/// Options of make_outfit().
struct OutfitOptions {
  std::vector<Garment> garments = {Garment::shirt};  ///< from the inside to the outside
  double edge_length = 0.03;                         ///< of the garments [m]
  double figure_edge_length = 0.03;                  ///< [m]
  FigureMotion motion = FigureMotion::walk;
  double seconds = 1.0;  ///< of the animation

  int dents = 0;                 ///< places of each garment that are pushed into the body
  double min_dent = 0.001;       ///< depth of dents in the body [m]
  double max_dent = 0.040;       ///< the same; limited to 0.6 radii of the limb
  int layer_dents = 0;           ///< places of each outer garment that are pushed through the one below it
  double max_layer_dent = 0.02;  ///< depth below the inner garment [m]
  int folds = 0;                 ///< places of each garment that are folded through themselves
  std::uint64_t seed = 1;
};

/// Numbers of intersecting pairs of a scene.
struct TangleCounts {
  std::size_t with_figure = 0;    ///< of a garment and an obstacle
  std::size_t of_layers = 0;      ///< of two garments
  std::size_t of_themselves = 0;  ///< within one garment

  [[nodiscard]] std::size_t total() const { return with_figure + of_layers + of_themselves; }
};

/// Makes a figure in garments whose starts intersect as asked for. Their rest shapes do not.
[[nodiscard]] Scene make_outfit(const OutfitOptions& options);

/// Counts the intersections of a scene at these positions of all its bodies.
[[nodiscard]] TangleCounts count_tangles(const Scene& scene, std::span<const Vec3> positions);
/// Returns the positions at the start, of all bodies one after the other.
[[nodiscard]] std::vector<Vec3> start_of(const Scene& scene);

}  // namespace muslin::test
