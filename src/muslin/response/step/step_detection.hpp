#pragma once
#include <muslin/contact/zones.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/response/collision_view.hpp>
#include <optional>
#include <utility>

namespace muslin {

/// The data with which a collision step detects. It is not part of collision_view.hpp, so that responses do not include
/// the broad phase.
struct CollisionView::Detection {
  explicit Detection(CollisionMesh mesh) : detector(std::move(mesh)) {}

  Detector detector;
  ThicknessRule thickness;
  Zones zones;  ///< zones of contacts(), unless they are stale
  bool zones_are_stale = true;
  std::optional<BroadPhase> end_broad_phase;  ///< broad phase of find_end_proximities()
  Proximities end_proximities;
  double seconds = 0.0;  ///< see CollisionStep::take_detection_seconds()
};

}  // namespace muslin
