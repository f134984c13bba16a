#pragma once
#include <muslin/sim/run_statistics.hpp>
#include <nlohmann/json_fwd.hpp>

/// What run.json, stats.ndjson and audit.json have in common. What is missing or of the wrong type is an exception of
/// the JSON library; the readers of the files make an Error of it.
namespace muslin::detail {

/// Keeps the order of its keys.
using Json = nlohmann::ordered_json;

/// Null is a number that was not finite: it becomes NaN.
[[nodiscard]] double number_of(const Json& json);
[[nodiscard]] Vec3 vector_of(const Json& json);
[[nodiscard]] Json json_of(const Vec3& vector);

[[nodiscard]] PhaseTimes phase_times_of(const Json& json);
/// Of one step, as stats.ndjson has it: its lag is `lag`.
[[nodiscard]] Json json_of(const QpCounts& counts);
[[nodiscard]] CollisionReport collision_report_of(const Json& json);
/// Of a run, as run.json has it: the same keys, but for `largest_lag`.
[[nodiscard]] CollisionStatistics collision_statistics_of(const Json& json);

/// Of a step or a run; null, as in runs of before there were limits: nothing.
[[nodiscard]] LimitReport limit_report_of(const Json& json);

}  // namespace muslin::detail
