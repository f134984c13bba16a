#pragma once
#include <cstddef>
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/model/body_range.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <muslin/sim/scene.hpp>
#include <span>
#include <vector>

namespace muslin {

/// All scripted vertices of a scene, and where they are at any time. Each script (the vertices of a body that one
/// motion moves) has its own clock, which may be behind.
class Scripts {
 public:
  Scripts(const Scene& scene, std::span<const BodyRange> ranges);

  [[nodiscard]] std::size_t size() const { return parts_.size(); }
  /// World vertices of a script.
  [[nodiscard]] std::span<const std::size_t> vertices(std::size_t script) const { return parts_[script].vertices; }
  /// Does it move as a rigid body, or stand still? Then its vertices stop together, and its clock with them.
  [[nodiscard]] bool is_rigid(std::size_t script) const { return parts_[script].rigid; }
  /// The vertices of each rigid script.
  [[nodiscard]] RigidGroups rigid_groups(std::size_t vertex_count) const;

  /// Writes where the scripted vertices are `time` seconds after the start, each script `delay` seconds earlier than
  /// that (one per script, or empty: none); leaves all other vertices alone. An Error names the body whose motion
  /// cannot be read.
  [[nodiscard]] Status evaluate(double time, std::span<const double> delay, std::span<Vec3> positions);

 private:
  struct Part {
    std::string body;
    std::vector<std::size_t> vertices;  ///< of the world
    std::vector<Vec3> start;
    std::shared_ptr<const Motion> motion;  ///< null: stands still
    bool rigid = true;
  };
  std::vector<Part> parts_;
  std::vector<Vec3> moved_;
};

}  // namespace muslin
