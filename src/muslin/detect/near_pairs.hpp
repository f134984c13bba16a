#pragma once
#include <muslin/core/block_list.hpp>
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

/// The few pairs that can collide at all in a step. They are found once and kept while velocities change.
///
/// Each vertex has a predicted end and a slack. The list is complete as long as every vertex ends within its slack of
/// the predicted end. Two kinds of pairs are left out: pairs whose boxes, inflated for all such ends, are disjoint; and
/// pairs that start further apart, along a direction found from the start, than they can move along it
/// (start_direction.hpp). In a cloth that moves as a whole, or whose layers slide on each other, nearly all pairs are
/// of the second kind. A vertex that ends elsewhere gets a new predicted end there, and only its pairs are searched
/// again.
///
/// The order of the list depends on the history of the tree. Reuse one object.
class NearPairs {
 public:
  explicit NearPairs(CollisionMesh mesh) : broad_phase_(std::move(mesh)) {}

  /// Sets the pairs to be ignored from the next step on.
  void set_exemptions(Exemptions exemptions) { broad_phase_.set_exemptions(std::move(exemptions)); }
  /// Begins a step. All spans must stay valid and unchanged until its end.
  void begin(std::span<const Vec3> start, std::span<const Vec3> likely_end, const ThicknessRule& thickness);
  /// Returns the pairs that are nearer than their thickness at the start or at the likely ends, sorted by
  /// compare_stencils().
  [[nodiscard]] const std::vector<Proximity>& proximities() const { return proximities_; }

  /// Completes the list for these ends. A pair that is not in the list is proved apart for them by
  /// is_apart_from_start() or by disjoint boxes.
  void cover(std::span<const Vec3> end);

  [[nodiscard]] std::size_t size() const { return vertices_.size(); }
  [[nodiscard]] StencilKind kind(std::size_t i) const { return kinds_[i]; }
  [[nodiscard]] const StencilVertices& vertices(std::size_t i) const { return vertices_[i]; }
  /// Returns the direction along the gap of the pair's closest points at the start. It depends on the start alone.
  [[nodiscard]] const StartDirection& direction(std::size_t i) const { return directions_[i]; }

  [[nodiscard]] const CollisionMesh& mesh() const { return broad_phase_.mesh(); }
  /// Returns the number of pairs whose boxes overlapped, over all searches of this step.
  [[nodiscard]] std::size_t broad_phase_pair_count() const { return broad_phase_pair_count_; }

 private:
  /// The data of a vertex that the test of a pair reads, in one cache line.
  struct alignas(64) PredictedVertex {
    Vec3 start;         ///< [m]
    Vec3 motion;        ///< predicted end - start [m]
    double slack;       ///< how far from its predicted end it may end [m]
    double separation;  ///< largest separation s for such ends [m]
  };
  struct Near {
    StencilVertices vertices;
    StartDirection direction;
    StencilKind kind;
  };
  /// A pair in proximity, in a fifth of the memory of its contact.
  struct NearStencil {
    StencilVertices vertex;
    StencilKind kind;
  };
  /// What one task of the search finds.
  struct Part {
    BroadPhaseChunk broad_phase_pairs;
    std::size_t broad_phase_pair_count = 0;  ///< before far pairs were dropped
    std::vector<NearStencil> in_proximity;
    std::vector<Near> near;
  };

  void predict_end(std::size_t vertex, const Vec3& end, double slack);
  void choose_frame();
  void refit_boxes();
  void prepare_far_pair_filter();
  void search(bool with_proximities);
  void examine_pairs(Part& part, bool with_proximities) const;
  [[nodiscard]] static double reach_of(StencilKind kind, const std::array<const PredictedVertex*, 4>& vertex);
  void drop_pairs_of_stray_vertices();
  void append(std::span<const Part> parts);
  void make_proximities();

  BroadPhase broad_phase_;
  std::span<const Vec3> start_;
  ThicknessRule thickness_;
  Vec3 frame_ = Vec3::Zero();  ///< translation of the frame in which boxes are swept [m]

  // One entry per vertex:
  std::vector<Vec3> predicted_end_;  ///< where it is expected to end [m]
  std::vector<Vec3> predicted_end_in_frame_;
  std::vector<double> motions_;  ///< components along one axis [m]
  std::vector<PredictedVertex> predicted_;
  std::vector<double> inflation_;       ///< inflation of its box [m]
  std::vector<std::uint8_t> is_stray_;  ///< whether it ended farther from its predicted end than its slack
  std::vector<std::uint8_t> has_stray_in_chunk_;

  // One entry per pair:
  BlockList<StencilVertices> vertices_;
  BlockList<StartDirection> directions_;
  BlockList<StencilKind> kinds_;

  std::vector<Proximity> proximities_;
  std::vector<std::vector<NearStencil>> found_;  ///< the same by rounds of the search; empty outside of begin()
  StencilOrder<NearStencil> order_;
  BroadPhaseTasks tasks_;
  FarPairFilter far_pair_filter_;
  std::size_t broad_phase_pair_count_ = 0;
};

}  // namespace muslin::detail
