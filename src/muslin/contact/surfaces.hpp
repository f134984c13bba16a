#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/model/material.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

/// The thickness and friction between any two vertices of the world. Unless a pair of bodies overrides it, thickness is
/// the arithmetic mean of the two bodies (half a layer of each lies between them), and friction is the geometric mean
/// (a smooth body slides on any other).
class Surfaces {
 public:
  /// `vertex_body` holds the body of each vertex. If two pairs have the same bodies, the later one applies. `carrier`
  /// holds for each body the body that carries it, or the body itself; if empty, no body is carried.
  Surfaces(std::vector<std::int32_t> vertex_body, std::vector<Surface> bodies, std::span<const SurfacePair> pairs = {},
           std::vector<std::int32_t> carrier = {});

  [[nodiscard]] std::int32_t body(VertexId vertex) const { return vertex_body_[vertex.index()]; }
  [[nodiscard]] double thickness(VertexId a, VertexId b) const { return between(body(a), body(b)).thickness; }
  [[nodiscard]] double friction(VertexId a, VertexId b) const { return between(body(a), body(b)).friction; }
  [[nodiscard]] Surface between(std::int32_t a, std::int32_t b) const;
  /// Returns whether the bodies are the same or belong together, as a shirt and its buttons do. Their elements may then
  /// stay as near each other as they are at rest.
  [[nodiscard]] bool have_same_carrier(std::int32_t a, std::int32_t b) const {
    return a == b ||
           (!carrier_.empty() && carrier_[static_cast<std::size_t>(a)] == carrier_[static_cast<std::size_t>(b)]);
  }
  /// Returns the largest thickness between any two vertices [m].
  [[nodiscard]] double largest_thickness() const { return largest_thickness_; }

 private:
  std::vector<std::int32_t> vertex_body_;
  std::vector<Surface> bodies_;
  std::vector<std::int32_t> carrier_;
  /// Sorted by bodies, with the lower body of each pair first.
  std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, Surface>> pair_surfaces_;
  double largest_thickness_ = 0.0;
};

}  // namespace muslin
