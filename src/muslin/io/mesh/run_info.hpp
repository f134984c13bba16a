#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// The part of run.json that programs need if they only read the frames.
struct RunInfo {
  struct Body {
    std::string name;
    std::string kind;  ///< "cloth", "cable", "obstacle", …
  };
  std::optional<double> frame_rate;  ///< frames per second
  std::vector<Body> bodies;          ///< empty if run.json does not list them

  /// Returns the names of the bodies that are obstacles.
  [[nodiscard]] std::vector<std::string> obstacles() const;
};

/// Reads run.json. The result is empty if the folder has no run.json. It is an Error if run.json is not JSON or has a
/// value of the wrong type. Other fields are ignored.
[[nodiscard]] Result<RunInfo> read_run_info(const std::filesystem::path& folder);

}  // namespace muslin
