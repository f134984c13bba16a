#pragma once
#include <filesystem>
#include <muslin/io/run/run_record.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin::test {

/// A scene of scenes/hard in a size that takes a second or so.
struct HardScene {
  std::string name;                    ///< name of its file, without .json
  std::vector<std::string> overrides;  ///< arguments of --set
  bool touches = true;                 ///< true if something must have touched
  bool has_contacts = true;            ///< true if something must have collided
  bool has_pinch = false;              ///< true if scripts must have given way
};

/// All scenes of scenes/hard.
[[nodiscard]] std::span<const HardScene> hard_scenes();
/// Finds one of them, which must exist.
[[nodiscard]] const HardScene& hard_scene(const std::string& name);

/// Runs the scene into the folder with `muslin run` and returns its record. Expects exit code 0, all frames, no
/// intersection and that what makes the scene hard took place. An empty response is that of the scene; more overrides
/// follow those of the scene.
RunRecord run_hard_scene(const HardScene& scene, const std::filesystem::path& folder, const std::string& response = {},
                         const std::vector<std::string>& more = {});

}  // namespace muslin::test
