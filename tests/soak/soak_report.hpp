#pragma once
#include <cstdint>
#include <string>
#include <tests/soak/scene_trial.hpp>
#include <vector>

namespace muslin::soak {

/// A scene of the soak and what came of it.
struct SoakScene {
  std::uint64_t seed = 0;
  std::string situation;
  bool is_everyday = false;
  std::string response, integrator;
  Trial trial;
  std::string shrunk;  ///< path of the smallest scene that still fails; empty if there is none
};

/// Returns one line about a scene, for progress: "seed 17 curtain gauss_seidel: complete, 16 frames, 0.8 s".
[[nodiscard]] std::string describe(const SoakScene& scene);

/// Returns the table at the end: what was judged, what failed, and the strains that are named.
[[nodiscard]] std::string summarise(const std::vector<SoakScene>& scenes);

/// Returns one line per scene with all figures, for other programs.
[[nodiscard]] std::string to_csv(const std::vector<SoakScene>& scenes);

/// Returns whether the soak failed: any failure but strain in any scene, or unexplained strain in more than one scene
/// of a hundred.
[[nodiscard]] bool has_failed(const std::vector<SoakScene>& scenes);

}  // namespace muslin::soak
