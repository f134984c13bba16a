#pragma once
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <muslin/detect/far_pair_filter.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/detect/start_direction.hpp>
#include <muslin/detect/stencil_order.hpp>
#include <muslin/detect/thickness.hpp>
#include <span>
#include <vector>

namespace muslin::detail {

/// The few pairs of a step that can collide at all, found once and kept while velocities change.
///
/// Each vertex has a place where it is expected to end, and a slack: as long as it ends within that of the place, the
/// list is complete. Left out are pairs whose boxes, wide enough for all such ends, are apart; and pairs that start
/// further apart, along a direction found from the start, than they can move along it (start_direction.hpp): in a cloth
/// that moves as a whole, or whose layers slide on each other, these are nearly all. A vertex that ends elsewhere gets
/// a new place there, and only its pairs are looked for again.
///
/// The order of the list depends on the history of the tree. Reuse one object.
class NearPairs {
 public:
  explicit NearPairs(CollisionMesh mesh) : broad_phase_(std::move(mesh)) {}

  /// Begins a step. All spans must last and stay as they are to its end.
  void begin(std::span<const Vec3> start, std::span<const Vec3> likely_end, const ThicknessRule& thickness);
  /// Pairs nearer than their thickness at the start, or where the likely ends lead, sorted by compare_stencils.
  [[nodiscard]] const std::vector<Proximity>& proximities() const { return proximities_; }

  /// Makes the list complete for these ends. A pair that is not in it is one that is_apart_from_start() proves apart
  /// for them, or one whose boxes do.
  void cover(std::span<const Vec3> end);

  [[nodiscard]] std::size_t size() const { return vertices_.size(); }
  [[nodiscard]] StencilKind kind(std::size_t i) const { return kinds_[i]; }
  [[nodiscard]] const StencilVertices& vertices(std::size_t i) const { return vertices_[i]; }
  /// Along the gap of its closest points at the start. It depends on the start alone.
  [[nodiscard]] const StartDirection& direction(std::size_t i) const { return directions_[i]; }

  [[nodiscard]] const CollisionMesh& mesh() const { return broad_phase_.mesh(); }
  /// Pairs whose boxes overlapped, over all searches of this step.
  [[nodiscard]] std::size_t broad_phase_pair_count() const { return broad_phase_pair_count_; }

 private:
  /// What a test of a pair asks of a vertex, in one line of the cache.
  struct alignas(64) PredictedVertex {
    Vec3 start;         ///< [m]
    Vec3 motion;        ///< place - start
    double slack;       ///< how far from its place it may end [m]
    double separation;  ///< the largest s for such ends [m]
  };
  struct Near {
    StencilVertices vertices;
    StartDirection direction;
    StencilKind kind;
  };
  struct Part {
    std::vector<Proximity> found;
    std::vector<Near> near;
  };

  void predict_end(std::size_t vertex, const Vec3& end, double slack);
  void choose_frame();
  void refit_boxes();
  void drop_far_pairs();
  void examine_pairs(bool with_proximities);
  [[nodiscard]] static double reach_of(StencilKind kind, const std::array<const PredictedVertex*, 4>& vertex);
  void drop_pairs_of_stray_vertices();
  void append_parts();

  BroadPhase broad_phase_;
  std::span<const Vec3> start_;
  ThicknessRule thickness_;
  Vec3 frame_ = Vec3::Zero();  ///< motion of the frame in which boxes are swept [m]

  // One per vertex.
  std::vector<Vec3> predicted_end_;  ///< where it is expected to end [m]
  std::vector<Vec3> predicted_end_in_frame_;
  std::vector<double> motions_;  ///< along one axis [m]
  std::vector<PredictedVertex> predicted_;
  std::vector<double> inflation_;       ///< of its box [m]
  std::vector<std::uint8_t> is_stray_;  ///< it ended elsewhere
  std::vector<std::uint8_t> has_stray_in_chunk_;

  // One per pair.
  std::vector<StencilVertices> vertices_;
  std::vector<StartDirection> directions_;
  std::vector<StencilKind> kinds_;

  std::vector<Proximity> proximities_;
  StencilOrder<Proximity> order_;
  BroadPhasePairs broad_phase_pairs_;
  FarPairFilter far_pair_filter_;
  std::vector<Part> parts_;
  std::vector<std::size_t> part_offsets_;
  std::size_t broad_phase_pair_count_ = 0;
};

}  // namespace muslin::detail
