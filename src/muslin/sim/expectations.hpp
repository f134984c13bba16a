#pragma once
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/scene.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Something that a scene can expect of a run.
struct ExpectationInfo {
  std::string_view name;  ///< in `expect` of scenes and in `expectations` of run.json
  std::optional<double> Expectations::*limit;
  std::string_view path;  ///< of the value in RunStatistics, as value_at() takes it; empty: pairs found by the audit
};

/// All of them, in the order in which outcomes are listed.
[[nodiscard]] std::span<const ExpectationInfo> known_expectations();

/// One of the scene's expectations, and what became of it.
struct ExpectationOutcome {
  std::string name;  ///< as in the scene: "max_strain"
  double limit = 0.0;
  double value = 0.0;
  [[nodiscard]] bool met() const { return value <= limit; }
};

/// All expectations that the scene has, against a run that went to its end.
[[nodiscard]] std::vector<ExpectationOutcome> check_expectations(const Expectations& expect, const RunStatistics& run);

}  // namespace muslin
