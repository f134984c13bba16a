#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "exit_code.hpp"

namespace muslin::app {

/// Options of check_scene_file().
struct PreflightOptions {
  std::vector<std::string> overrides;  ///< "path=value", as in `muslin run`
  std::size_t max_listed = 5;          ///< maximum number of intersections to list
};

/// Describes a scene and the problems that a run of it may meet, without simulating. Returns kIntersections if its
/// start intersects.
[[nodiscard]] ExitCode check_scene_file(const std::filesystem::path& path, const PreflightOptions& options);

}  // namespace muslin::app
