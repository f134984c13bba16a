#pragma once
#include <memory>
#include <muslin/response/response.hpp>

namespace muslin {

/// What quadratic programmes did, over all passes of all attempts at a step [Raghupathi06].
struct QpCounts {
  static constexpr std::string_view kKey = "qp";
  std::int64_t rows = 0;
  std::int64_t active = 0;
  std::int64_t additions = 0;
  std::int64_t removals = 0;
  std::int64_t watched = 0;
  std::int64_t dropped = 0;
  std::int64_t softened = 0;
  std::int64_t failures = 0;

  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(
        field("rows", &QpCounts::rows, sum, {.about = "constraints at the end of the step"}),
        field("active", &QpCounts::active, sum, {.about = "of these: constraints held at their bound"}),
        field("additions", &QpCounts::additions, sum, {.about = "constraints that joined the active set"}),
        field("removals", &QpCounts::removals, sum, {.about = "constraints that left the active set"}),
        field("watched", &QpCounts::watched, sum,
              {.about = "constraints that toggled often enough for the watch list"}),
        field("dropped", &QpCounts::dropped, sum,
              {.about = "constraints that were given up: they toggled to the end, or depend on others"}),
        field("softened", &QpCounts::softened, sum,
              {.about = "constraints that others contradict (two obstacles leave less room than the thickness on both "
                        "sides), over all programmes"}),
        field("failures", &QpCounts::failures, sum,
              {.about = "programmes not solved to the tolerance, or whose answer was not taken"}));
  }
};

/// QP-Collide [Raghupathi06]: the step's velocities are those nearest to the candidate's, in the metric of the implicit
/// step, for which all contacts keep their thickness, limits on stretch hold and guides are followed: one quadratic
/// programme over everything, by an active-set method (math/qp/active_set.hpp). Then detection again, and new rows,
/// until nothing is too near; the paper has one pass, and no collisions of a body with itself.
[[nodiscard]] std::unique_ptr<Response> make_qp_collide(const QpCollideOptions& options);

}  // namespace muslin
