#pragma once
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <muslin/sim/frame_contacts.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Gathers the contacts of a frame from its steps.
class ContactRecorder {
 public:
  /// Forgets the contacts of the frame before.
  void begin_frame();
  /// Adds a step that was taken. `collisions` are those that its first detection found.
  void add_step(std::span<const Contact> collisions, const CollisionStep& step, const StoppedVertices& stopped,
                const Rungs& rungs);
  /// Merges what the steps have in common, and measures gaps at the positions in which the frame ends.
  void finish_frame(std::span<const Vec3> position);

  /// Returns the contacts of the frame that was finished last; empty before that.
  [[nodiscard]] const FrameContacts& contacts() const { return contacts_; }

 private:
  FrameContacts contacts_;
  std::vector<FrameContact> collisions_, proximities_;
  std::vector<VertexId> stopped_;
};

}  // namespace muslin
