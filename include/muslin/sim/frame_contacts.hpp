#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/response/collision_report.hpp>
#include <vector>

namespace muslin {

/// The lowest rung of the ladder that a step or one of its failed attempts reached. Later ones are lower.
enum class LowestRung : std::uint8_t {
  response,     ///< the response of the scene, or nothing collided
  halvings,     ///< the step was halved
  rigid_zones,  ///< rigid impact zones were tried after the response had failed
  priorities,   ///< pinched cloth began to ignore an obstacle of lower priority
  yields,       ///< scripted vertices gave way
  stops,        ///< zones were stopped where they were
};

/// Returns the lowest rung that was taken at least once.
[[nodiscard]] LowestRung lowest_rung(const Rungs& rungs);

/// A pair of elements that touched in a frame.
struct FrameContact {
  Contact contact;             ///< as the last step of the frame in which the pair was found saw it
  bool is_collision = false;   ///< it would have collided in a step of the frame; otherwise it is a proximity only
  LowestRung rung = {};        ///< lowest rung of the steps in which it was found
  double gap = 0.0;            ///< at the end of the frame, along the normal [m]
  double velocity_change = 0;  ///< by which repulsion and response changed the normal velocity in its last step [m/s]
};

/// Who touched whom in a frame: the collisions of all its steps, and the proximities of its last one.
struct FrameContacts {
  std::vector<FrameContact> contacts;  ///< sorted by compare_stencils(), each stencil once
  std::vector<VertexId> stopped;       ///< movable vertices that the last rung stopped in a step, ascending
};

}  // namespace muslin
