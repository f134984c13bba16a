#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "exit_code.hpp"

namespace muslin::app {

struct PreflightOptions {
  std::vector<std::string> overrides;  ///< "path=value", as of `muslin run`
  std::size_t max_listed = 5;          ///< intersections
};

/// Says what a scene is made of and what a run of it may trip over, before anything is simulated. kIntersections if its
/// start intersects.
[[nodiscard]] ExitCode check_scene_file(const std::filesystem::path& path, const PreflightOptions& options);

}  // namespace muslin::app
