#pragma once
#include <cstdint>
#include <muslin/core/described.hpp>
#include <muslin/core/types.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

/// The outside of one body.
struct Surface {
  double thickness = 0.0;  ///< [m] distance that two layers of it keep
  double friction = 0.0;   ///< [1] coefficient against itself
};

/// What holds between two bodies (or within one) instead of what follows from their surfaces.
struct SurfacePair {
  std::int32_t first = 0, second = 0;  ///< indices of the bodies, in any order
  std::optional<double> thickness;
  std::optional<double> friction;
};

/// Thickness and friction between any two vertices of the world. Where a pair of bodies says nothing else, thickness is
/// the arithmetic mean of the two (half a layer of each lies between them), friction the geometric one (what is smooth
/// slides on anything).
class Surfaces {
 public:
  /// `vertex_body`: the body of each vertex. Of two pairs with the same bodies the later one counts. `carrier`: of each
  /// body, the one that it sits on, or itself; empty: themselves.
  Surfaces(std::vector<std::int32_t> vertex_body, std::vector<Surface> bodies, std::span<const SurfacePair> pairs = {},
           std::vector<std::int32_t> carrier = {});

  [[nodiscard]] std::int32_t body(VertexId vertex) const { return vertex_body_[vertex.index()]; }
  [[nodiscard]] double thickness(VertexId a, VertexId b) const { return between(body(a), body(b)).thickness; }
  [[nodiscard]] double friction(VertexId a, VertexId b) const { return between(body(a), body(b)).friction; }
  [[nodiscard]] Surface between(std::int32_t a, std::int32_t b) const;
  /// Are both of one body, or of two that belong together, as a shirt and its buttons do? Then what is near at rest may
  /// stay so.
  [[nodiscard]] bool have_same_carrier(std::int32_t a, std::int32_t b) const {
    return a == b ||
           (!carrier_.empty() && carrier_[static_cast<std::size_t>(a)] == carrier_[static_cast<std::size_t>(b)]);
  }
  /// No two vertices have more [m].
  [[nodiscard]] double largest_thickness() const { return largest_thickness_; }

 private:
  std::vector<std::int32_t> vertex_body_;
  std::vector<Surface> bodies_;
  std::vector<std::int32_t> carrier_;
  /// Sorted by bodies, the lower first.
  std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, Surface>> pair_surfaces_;
  double largest_thickness_ = 0.0;
};

/// What scenes may set (core/option.hpp).
void describe(Description<SurfacePair>& options);

}  // namespace muslin
