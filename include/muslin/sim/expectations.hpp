#pragma once
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/scene.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// A quantity on which a scene can set an expectation.
struct ExpectationInfo {
  std::string_view name;                       ///< key in `expect` of scenes and in `expectations` of run.json
  std::optional<double> Expectations::*limit;  ///< member that holds the largest accepted value
  std::string_view path;                       ///< path of the value in RunStatistics, as for value_at(); may be empty
  std::int64_t RunStatistics::*audited = nullptr;  ///< count of the audit, if there is no path
};

/// All expectations, in the order in which outcomes are listed.
[[nodiscard]] std::span<const ExpectationInfo> known_expectations();

/// An expectation of a scene, and its outcome.
struct ExpectationOutcome {
  std::string name;    ///< as in the scene: "max_strain"
  double limit = 0.0;  ///< largest accepted value, in the unit of the quantity
  double value = 0.0;  ///< value of the run, in the same unit
  /// Returns whether the run satisfies the expectation. A value that is NaN does not.
  [[nodiscard]] bool met() const { return value <= limit; }
};

/// Checks all expectations of a scene against a complete run.
[[nodiscard]] std::vector<ExpectationOutcome> check_expectations(const Expectations& expect, const RunStatistics& run);

}  // namespace muslin
