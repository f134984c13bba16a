#pragma once
#include <string>

namespace muslin::app {

/// Why no scene can name this response, and which ones it can; empty if it can.
[[nodiscard]] std::string unknown_response(const std::string& name);

/// What `--set` takes to choose it. Put behind other settings, it counts.
[[nodiscard]] std::string response_setting(const std::string& name);

}  // namespace muslin::app
