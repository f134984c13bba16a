#pragma once
#include <muslin/detect/tangles.hpp>
#include <muslin/geometry/box.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The intersecting pairs of a mesh whose vertices move a few at a time. A call costs in proportion to the elements
/// that have moved since the last one, and a little for each of the others.
class IntersectionTracker {
 public:
  /// The mesh must outlive the tracker.
  explicit IntersectionTracker(const TangleMesh& mesh) : mesh_(&mesh) {}

  /// Returns all intersecting pairs at these positions, without those of two obstacles: the pairs, and their order, are
  /// those of find_intersections().
  const std::vector<IntersectingPair>& update(std::span<const Vec3> position);

 private:
  [[nodiscard]] std::size_t size() const { return mesh_->triangles.size() + mesh_->segments.size(); }
  [[nodiscard]] AuditElement element(std::size_t e) const;
  [[nodiscard]] std::size_t number(const AuditElement& element) const;
  /// Takes over the positions, marks the elements with a vertex that has moved, and returns them, ascending.
  std::vector<std::size_t> move(std::span<const Vec3> position);
  void find_pairs_of(std::span<const std::size_t> moved);

  const TangleMesh* mesh_;
  std::vector<Vec3> position_;          ///< of the last call
  std::vector<Box> box_;                ///< of each element: triangles, then segments
  std::vector<std::uint8_t> is_moved_;  ///< per element, in this call
  std::vector<std::uint8_t> is_obstacle_;
  std::vector<IntersectingPair> pairs_;
};

}  // namespace muslin
