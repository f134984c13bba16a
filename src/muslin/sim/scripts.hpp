#pragma once
#include <cstddef>
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/model/body.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <muslin/sim/scene.hpp>
#include <span>
#include <vector>

namespace muslin {

/// All scripted vertices of a scene, and their positions at any time. Each script (the vertices of a body that one
/// motion moves) has its own clock, which may be late.
class Scripts {
 public:
  Scripts(const Scene& scene, std::span<const BodyRange> ranges);

  [[nodiscard]] std::size_t size() const { return parts_.size(); }
  /// Vertices of a script, numbered as in the world.
  [[nodiscard]] std::span<const std::size_t> vertices(std::size_t script) const { return parts_[script].vertices; }
  /// Returns true if the script moves as a rigid body or does not move. Its vertices then stop together, and so does
  /// its clock.
  [[nodiscard]] bool is_rigid(std::size_t script) const { return parts_[script].rigid; }
  /// The vertices of each rigid script.
  [[nodiscard]] RigidGroups rigid_groups(std::size_t vertex_count) const;

  /// Writes the positions of the scripted vertices `time` seconds after the start. Each script is evaluated `delay`
  /// seconds earlier (one entry per script, or empty for no delay). Other vertices are unchanged. An Error names the
  /// body whose motion cannot be read.
  [[nodiscard]] Status evaluate(double time, std::span<const double> delay, std::span<Vec3> positions);

 private:
  struct Part {
    std::string body;
    std::vector<std::size_t> vertices;  ///< numbered as in the world
    std::vector<Vec3> start;
    std::shared_ptr<const Motion> motion;  ///< null if the vertices do not move
    bool rigid = true;
  };
  std::vector<Part> parts_;
  std::vector<Vec3> moved_;
};

}  // namespace muslin
