#pragma once
#include <muslin/io/run/run_scene.hpp>
#include <optional>
#include <string>

namespace muslin::app {

/// "10-20" or "7"; nothing if it is neither.
[[nodiscard]] std::optional<FrameInterval> parse_frame_interval(const std::string& text);

}  // namespace muslin::app
