#pragma once
#include <cstdint>
#include <map>
#include <muslin/geometry/box.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/render/camera.hpp>
#include <string>
#include <vector>

namespace muslin::app {

/// Collects the extent of each body over all frames, and whether it ever moves, before the first frame is drawn, so
/// that one camera fits all frames. Bodies are identified by name because the meshes of a sequence may differ.
class FrameSurvey {
 public:
  struct Body {
    std::size_t index = 0;  ///< in order of appearance
    Box box;
    CameraFit fit;
    bool is_obstacle = false;
    bool moves = false;
    std::uint64_t first_positions = 0;  ///< hash of the positions in the first frame
  };

  explicit FrameSurvey(const CameraFit::Options& camera) : camera_(camera) {}

  /// Records the extents of the bodies. It is an Error if a coordinate is too large to be drawn.
  [[nodiscard]] Status add(const Frame& frame, const std::string& name);
  /// Records only whether the bodies have moved.
  void add_motion(const Frame& frame);

  [[nodiscard]] std::map<std::string, Body>& bodies() { return bodies_; }
  [[nodiscard]] const std::map<std::string, Body>& bodies() const { return bodies_; }

  /// The region that the picture shows: all bodies except obstacles, and those obstacles that do not shrink the picture
  /// much. A floor may be very large, and the cloth on it must not become a speck.
  struct Subject {
    Box box;
    CameraFit fit;
  };
  [[nodiscard]] Subject subject() const;

 private:
  Body& body(const std::string& name);

  CameraFit::Options camera_;
  std::map<std::string, Body> bodies_;
};

}  // namespace muslin::app
