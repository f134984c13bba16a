#pragma once
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/untangle/scene_cut.hpp>
#include <muslin/sim/untangle/untangle_scene.hpp>
#include <span>
#include <vector>

namespace muslin {

/// What certified steps of untangling begin with. All lists are over the vertices of the whole scene.
struct UntangleStart {
  const Scene& scene;
  std::span<const std::uint8_t> is_movable;
  std::span<const Vec3> position;        ///< where everything is [m]
  std::span<const Vec3> goal;            ///< where the vertices that are not movable end [m]
  std::span<const std::int32_t> tangle;  ///< labels of what is ignored; may be empty
  double margin = 0.0;                   ///< distance around movable vertices within which others take part [m]
  int growth_steps = 0;                  ///< steps in which the others reach their goals
  double max_wave_speed = 0.0;           ///< as in UntangleSetup [m/s]
};

/// Certified steps of the movable vertices and of what is near them. Each step begins at rest. Tangles that come apart
/// are guarded from then on.
class UntangleSteps {
 public:
  [[nodiscard]] static Result<UntangleSteps> begin(const UntangleStart& start);

  /// Takes a step. An Error means that the scene cannot be simulated at all.
  [[nodiscard]] Status take();
  /// Returns whether a step had to be given up; no further step is possible.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  /// Returns whether all vertices that are not movable have reached their goals.
  [[nodiscard]] bool has_arrived() const;
  /// Writes the positions of the movable vertices into a list over all vertices.
  void write(std::span<Vec3> position) const;
  [[nodiscard]] std::size_t vertex_count() const { return cut_.vertex.size(); }

 private:
  UntangleSteps(SceneCut cut, Simulator simulator) : cut_(std::move(cut)), simulator_(std::move(simulator)) {}

  SceneCut cut_;
  Simulator simulator_;
  std::vector<std::uint8_t> is_movable_;
  std::vector<Vec3> goal_;
  bool has_failed_ = false;
};

}  // namespace muslin
