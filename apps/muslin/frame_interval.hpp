#pragma once
#include <muslin/io/runner/run_scene.hpp>
#include <optional>
#include <string>

namespace muslin::app {

/// Parses "10-20" or "7"; returns no value for any other form.
[[nodiscard]] std::optional<FrameInterval> parse_frame_interval(const std::string& text);

}  // namespace muslin::app
