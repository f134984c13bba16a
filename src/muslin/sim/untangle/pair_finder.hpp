#pragma once
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/detect/intersection_tracker.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Finds what untangling has to separate: the pairs that intersect in the doubles or, if there are none, in the floats
/// of the files.
class PairFinder {
 public:
  /// The mesh must outlive the finder.
  explicit PairFinder(const TangleMesh& mesh) : doubles_(mesh), floats_(mesh) {}

  [[nodiscard]] std::vector<IntersectingPair> find(std::span<const Vec3> position) {
    std::vector<IntersectingPair> pairs = doubles_.update(position);
    if (pairs.empty()) pairs = floats_.update(rounded_to_float(position));
    return pairs;
  }
  [[nodiscard]] IntersectionTracker& doubles() { return doubles_; }

 private:
  IntersectionTracker doubles_, floats_;
};

}  // namespace muslin
