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
  // Copies in which light contacts are those of prescribed vertices. They are used only if there is a light contact.
  std::span<const Contact> found;  ///< what the detector has found last
  std::vector<Contact> heavy_contacts;
  std::vector<Proximity> heavy_proximities, heavy_end_proximities;
  double seconds = 0.0;  ///< see CollisionStep::take_detection_seconds()
};

}  // namespace muslin
