#pragma once
#include <cstdint>
#include <map>
#include <muslin/geometry/box.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/render/camera.hpp>
#include <string>
#include <vector>

namespace muslin::app {

/// What is to be known of all frames before the first is drawn, so that one camera fits them all: where each body is,
/// and whether it ever moves. Bodies go by name, since meshes of a sequence may differ.
class FrameSurvey {
 public:
  struct Body {
    std::size_t index = 0;  ///< in order of appearance
    Box box;
    CameraFit fit;
    bool is_obstacle = false;
    bool moves = false;
    std::uint64_t first_positions = 0;  ///< a hash
  };

  explicit FrameSurvey(const CameraFit::Options& camera) : camera_(camera) {}

  /// Notes where the bodies are. An Error if a coordinate is too large to be drawn.
  [[nodiscard]] Status add(const Frame& frame, const std::string& name);
  /// Notes only whether they have moved.
  void add_motion(const Frame& frame);

  [[nodiscard]] std::map<std::string, Body>& bodies() { return bodies_; }
  [[nodiscard]] const std::map<std::string, Body>& bodies() const { return bodies_; }

  /// What the picture is about: all but the obstacles, and those obstacles that do not make it much smaller. A floor
  /// may be endless, and the cloth on it should not be a speck.
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
