#pragma once
#include <muslin/detect/broad_phase_pairs.hpp>
#include <muslin/detect/broad_phase_tree.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Finds the pairs that might collide: all vertex-triangle and edge-edge pairs, and vertex-edge pairs of neighbouring
/// cable edges, whose swept and inflated boxes overlap; within a body and between bodies, each pair once. Left out are
/// only pairs that share a vertex, and pairs of two bodies that are scripted as a whole.
class BroadPhase {
 public:
  explicit BroadPhase(CollisionMesh mesh);

  /// Takes the motion of a step: each vertex from `start` to `end` on a straight line. Boxes are inflated by
  /// `inflation` [m]: half the distance under which pairs are wanted. The tree is kept while it is good, and rebuilt
  /// when its cost has grown by half. A vertex that is not finite overlaps everything: it hides no pair.
  void refit(std::span<const Vec3> start, std::span<const Vec3> end, double inflation);
  /// The same with an inflation for each vertex.
  void refit(std::span<const Vec3> start, std::span<const Vec3> end, std::span<const double> inflation);

  /// All pairs of the motion last given. Their order depends on how the tree came to be, not on the threads.
  void find(BroadPhasePairs& broad_phase_pairs) const;
  /// Those of them with a marked vertex; `marked` has one per vertex. Looks only into the parts of the tree that have
  /// such vertices, and at what their boxes overlap.
  void find_around(std::span<const std::uint8_t> marked, BroadPhasePairs& broad_phase_pairs);

  [[nodiscard]] const CollisionMesh& mesh() const { return mesh_; }
  [[nodiscard]] int rebuild_count() const { return rebuild_count_; }

 private:
  void choose_origin(std::span<const Vec3> start);
  void refit_tree();
  template <class Wanted>
  void search(const Wanted& wanted, BroadPhasePairs& broad_phase_pairs) const;

  CollisionMesh mesh_;
  std::vector<VertexEdgePair> cable_neighbours_;
  std::vector<FloatBox> vertex_boxes_;
  Vec3 origin_ = Vec3::Zero();  ///< of the boxes: near the scene, where floats are fine
  detail::BroadPhaseTree tree_;
  double cost_when_built_ = 0;
  int rebuild_count_ = 0;
};

}  // namespace muslin
