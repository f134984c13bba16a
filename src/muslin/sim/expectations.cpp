#include <array>
#include <muslin/core/assert.hpp>
#include <muslin/core/report_rows.hpp>
#include <muslin/sim/expectations.hpp>

namespace muslin {

std::span<const ExpectationInfo> known_expectations() {
  static constexpr std::array<ExpectationInfo, 10> kExpectations{{
      {"max_strain", &Expectations::max_strain, "max_strain"},
      {"final_kinetic_energy", &Expectations::final_kinetic_energy, "kinetic_energy"},
      {"max_speed", &Expectations::max_speed, "max_speed"},
      {"intersections", &Expectations::intersections, {}, &RunStatistics::intersections},
      {"intersections_as_given", &Expectations::intersections_as_given, {}, &RunStatistics::intersections_as_given},
      {"stopped_zones", &Expectations::stopped_zones, "collision.rungs.stops"},
      {"over_limit_steps", &Expectations::over_limit_steps, "limits.over_limit_steps"},
      {"max_shape_error", &Expectations::max_shape_error, "limits.shape_error"},
      {"max_lag", &Expectations::max_lag, "max_lag"},
      {"min_response_share", &Expectations::min_response_share, "collision.response_acted", nullptr,
       ExpectedSide::at_least},
  }};
  return kExpectations;
}

ExpectedSide side_of_expectation(std::string_view name) {
  for (const ExpectationInfo& info : known_expectations())
    if (info.name == name) return info.side;
  return ExpectedSide::at_most;
}

std::vector<ExpectationOutcome> check_expectations(const Expectations& expect, const RunStatistics& run) {
  std::vector<ExpectationOutcome> outcomes;
  for (const ExpectationInfo& info : known_expectations()) {
    const std::optional<double>& limit = expect.*info.limit;
    if (!limit) continue;
    const std::optional<double> value =
        info.path.empty() ? static_cast<double>(run.*info.audited) : value_at(run, info.path);
    MUSLIN_ASSERT(value.has_value());
    outcomes.push_back({std::string(info.name), *limit, *value, info.side});
  }
  return outcomes;
}

}  // namespace muslin
