#pragma once
#include <muslin/detect/broad_phase_pairs.hpp>
#include <muslin/detect/broad_phase_tree.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/detect/exemptions.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Finds the pairs that might collide: all vertex-triangle and edge-edge pairs, and the vertex-edge pairs of
/// neighbouring cable edges, whose swept and inflated boxes overlap. It covers pairs within a body and between bodies
/// and reports each pair once. It omits only pairs that share a vertex, and pairs of two bodies that are scripted as a
/// whole, and pairs that are exempt.
class BroadPhase {
 public:
  explicit BroadPhase(CollisionMesh mesh);

  /// Sets the pairs that are not reported.
  void set_exemptions(Exemptions exemptions) { exemptions_ = std::move(exemptions); }

  /// Sets the motion of a step, in which each vertex moves from `start` to `end` on a straight line. Boxes are inflated
  /// by `inflation` [m], which is half the distance below which pairs are reported. The tree is rebuilt only when its
  /// cost has grown by half since the last build. The box of a vertex that is not finite overlaps every other box, so
  /// no pair is missed.
  void refit(std::span<const Vec3> start, std::span<const Vec3> end, double inflation);
  /// Does the same with one inflation per vertex [m].
  void refit(std::span<const Vec3> start, std::span<const Vec3> end, std::span<const double> inflation);

  /// Divides the search for all pairs of the motion last set into tasks. The order of the pairs depends on the history
  /// of the tree, but not on the number of threads.
  void divide(BroadPhaseTasks& tasks) const;
  /// Does the same for the pairs with a marked vertex; `marked` has one entry per vertex and must stay valid until the
  /// search ends. It visits only the subtrees that contain marked vertices and the boxes that overlap theirs.
  void divide_around(std::span<const std::uint8_t> marked, BroadPhaseTasks& tasks);
  /// Replaces the contents of a chunk by the pairs of a task. Tasks can run in parallel.
  void find(const BroadPhaseTasks& tasks, std::size_t task, BroadPhaseChunk& chunk) const;
  /// Runs all tasks of the search for all pairs, and stores what they find.
  void find(BroadPhasePairs& broad_phase_pairs) const;

  [[nodiscard]] const CollisionMesh& mesh() const { return mesh_; }
  [[nodiscard]] int rebuild_count() const { return rebuild_count_; }

 private:
  void choose_origin(std::span<const Vec3> start);
  void refit_tree();
  void drop_exempt(BroadPhaseChunk& chunk) const;
  template <class Wanted>
  void divide_wanted(const Wanted& wanted, BroadPhaseTasks& tasks) const;
  template <class Wanted>
  void find_wanted(const Wanted& wanted, const BroadPhaseTasks& tasks, std::size_t task, BroadPhaseChunk& chunk) const;
  void find_cable_pairs(std::size_t begin, BroadPhaseChunk& chunk) const;

  CollisionMesh mesh_;
  std::vector<VertexEdgePair> cable_neighbours_;
  Exemptions exemptions_;
  std::vector<FloatBox> vertex_boxes_;
  Vec3 origin_ = Vec3::Zero();  ///< origin of the box coordinates, near the scene, where floats are precise
  detail::BroadPhaseTree tree_;
  double cost_when_built_ = 0;
  int rebuild_count_ = 0;
};

}  // namespace muslin
