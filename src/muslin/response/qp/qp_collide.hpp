#pragma once
#include <memory>
#include <muslin/response/response.hpp>

namespace muslin {

/// Counters of the quadratic programmes, summed over all passes of all attempts at a step [Raghupathi06].
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
  double miss = 0.0;
  double rate = 0.0;

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
              {.about = "programmes not solved to the tolerance, or whose answer was not taken"}),
        field("miss", &QpCounts::miss, max,
              {.about = "largest distance by which a contact or a limit misses its target in the last programme of a "
                        "step, apart from those dropped or softened",
               .unit = "m"}),
        field("rate", &QpCounts::rate, max,
              {.about = "largest rate at which a length with a limit on its rate changed its stretch", .unit = "1/s"}));
  }
};

/// Makes the QP-Collide response [Raghupathi06]. It finds the velocities nearest to the candidate's, in the metric of
/// the implicit step, for which all contacts keep their thickness, limits on stretch are satisfied and guides are
/// followed. One quadratic programme covers all of these constraints and is solved by an active-set method
/// (math/qp/active_set.hpp). Detection and new rows follow until no pair is too near. The paper has a single pass and
/// no self-collisions.
[[nodiscard]] std::unique_ptr<Response> make_qp_collide(const QpCollideOptions& options);

}  // namespace muslin
