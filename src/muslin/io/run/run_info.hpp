#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// What a run folder says of itself in its run.json, as far as those who only look at the frames need it.
struct RunInfo {
  struct Body {
    std::string name;
    std::string kind;  ///< "cloth", "cable", "obstacle", …
  };
  std::optional<double> frame_rate;  ///< frames per second
  std::vector<Body> bodies;          ///< empty where it does not say
};

/// Empty if the folder has no run.json. An Error if there is one that is no JSON, or says something of the wrong type.
/// Other fields are left to others.
[[nodiscard]] Result<RunInfo> read_run_info(const std::filesystem::path& folder);

}  // namespace muslin
