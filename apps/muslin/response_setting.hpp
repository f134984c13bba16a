#pragma once
#include <string>

namespace muslin::app {

/// Returns an error message with the valid names if no response has this name; empty if one has.
[[nodiscard]] std::string unknown_response(const std::string& name);

/// Returns the argument of `--set` that chooses this response. It overrides settings before it.
[[nodiscard]] std::string response_setting(const std::string& name);

}  // namespace muslin::app
