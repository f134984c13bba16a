#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <string>

namespace muslin::app {

/// Draws the start of a scene. Returns the bytes of a small PNG file.
[[nodiscard]] Result<std::string> draw_scene(const std::filesystem::path& file);

/// Draws the last frame of a run. It is an Error if a file of its bodies is a link or no regular file.
[[nodiscard]] Result<std::string> draw_run(const std::filesystem::path& folder);

}  // namespace muslin::app
