#pragma once
#include <optional>
#include <string>

namespace muslin::app {

/// Numbers of frames, both ends included.
struct FrameInterval {
  long first = 0;
  long last = 0;
};

/// "10-20" or "7"; nothing if it is neither.
[[nodiscard]] std::optional<FrameInterval> parse_frame_interval(const std::string& text);

}  // namespace muslin::app
