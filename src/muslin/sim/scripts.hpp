#pragma once
#include <cstddef>
#include <muslin/core/result.hpp>
#include <muslin/model/body_range.hpp>
#include <muslin/sim/scene.hpp>
#include <span>
#include <vector>

namespace muslin {

/// All scripted vertices of a scene, and where they are at any time.
class Scripts {
 public:
  Scripts(const Scene& scene, std::span<const BodyRange> ranges);

  /// Writes where the scripted vertices are `time` seconds after the start; leaves all others alone. An Error names the
  /// body whose motion cannot be read.
  [[nodiscard]] Status evaluate(double time, std::span<Vec3> positions);

 private:
  struct Part {
    std::string body;
    std::vector<std::size_t> vertices;  ///< of the world
    std::vector<Vec3> start;
    std::shared_ptr<const Motion> motion;  ///< null: stands still
  };
  std::vector<Part> parts_;
  std::vector<Vec3> moved_;
};

}  // namespace muslin
