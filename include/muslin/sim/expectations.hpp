#pragma once
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/scene.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Which side of its limit a quantity is expected to be on.
enum class ExpectedSide { at_most, at_least };

/// A quantity on which a scene can set an expectation.
struct ExpectationInfo {
  std::string_view name;                       ///< key in `expect` of scenes and in `expectations` of run.json
  std::optional<double> Expectations::*limit;  ///< member that holds the last accepted value
  std::string_view path;                       ///< path of the value in RunStatistics, as for value_at(); may be empty
  std::int64_t RunStatistics::*audited = nullptr;  ///< count of the audit, if there is no path
  ExpectedSide side = ExpectedSide::at_most;       ///< the side of the limit that is accepted
};

/// All expectations, in the order in which outcomes are listed.
[[nodiscard]] std::span<const ExpectationInfo> known_expectations();
/// Returns the accepted side of the expectation with this name; at_most if no expectation has it.
[[nodiscard]] ExpectedSide side_of_expectation(std::string_view name);

/// An expectation of a scene, and its outcome.
struct ExpectationOutcome {
  std::string name;                           ///< as in the scene: "max_strain"
  double limit = 0.0;                         ///< last accepted value, in the unit of the quantity
  double value = 0.0;                         ///< value of the run, in the same unit
  ExpectedSide side = ExpectedSide::at_most;  ///< the side of the limit that is accepted
  /// Returns whether the run satisfies the expectation. A value that is NaN does not.
  [[nodiscard]] bool met() const { return side == ExpectedSide::at_most ? value <= limit : value >= limit; }
  /// Returns "at most" or "at least", for messages.
  [[nodiscard]] std::string_view side_text() const { return side == ExpectedSide::at_most ? "at most" : "at least"; }
};

/// Checks all expectations of a scene against a complete run.
[[nodiscard]] std::vector<ExpectationOutcome> check_expectations(const Expectations& expect, const RunStatistics& run);

}  // namespace muslin
