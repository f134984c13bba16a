#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/collision_report.hpp>
#include <span>
#include <string_view>

namespace muslin {

class CollisionView;

/// What a response has to say. It does not decide anything: the certificate does.
struct ResponseReport {
  enum class Status {
    resolved,      ///< the last detection found nothing
    budget_spent,  ///< some contacts are left
    pinched,       ///< no velocity of the movable vertices can resolve a contact
  };
  Status status = Status::budget_spent;
  int iterations = 0;           ///< of its inner loop, over all passes
  double residual = 0.0;        ///< largest approach speed left [m/s]
  int inexact_zones = 0;        ///< whose friction was not found to the tolerance
  Counters counters = {};       ///< of this response alone: see ResponseInfo::counters
  CollisionGroups groups = {};  ///< where it groups vertices otherwise than in zones: of its first pass
  bool is_over_limit = false;   ///< it was to keep limits on stretch, and could not
};

/// What a response keeps itself, in every step. The step leaves the same work out, and calls a response with any duty
/// even where nothing collides.
struct Duties {
  bool thickness = false;  ///< pairs keep their thickness: no contact springs and no repulsion
  bool friction = false;   ///< of pairs in proximity: contact springs and repulsion, if there are any, have none
  bool limits = false;  ///< stretch keeps its limits: no projection onto them, unless the response reports a violation

  [[nodiscard]] bool any() const { return thickness || friction || limits; }
};

/// Moves the velocity to the nearest one that does not collide; writes only movable vertices. One class per row of the
/// table in docs/methods.md. Failure is a value, never an exception: the ladder takes the next rung. Same input, same
/// bits, on any number of threads, whatever it was used for before: it keeps no state from step to step but memory.
class Response {
 public:
  virtual ~Response() = default;
  /// Its name in scene files.
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual ResponseReport resolve(CollisionView& step) = 0;
  [[nodiscard]] virtual Duties duties() const { return {}; }
};

/// The report of a response, from the contacts of its last detection: resolved if there is none, pinched if no impulse
/// can change any of them.
[[nodiscard]] ResponseReport summarize_response(const CollisionView& step, int iterations);

/// A response that scenes can name.
struct ResponseInfo {
  std::string_view name;   ///< "gauss_seidel"
  std::string_view about;  ///< one line
  std::string_view paper;  ///< where it comes from
  std::unique_ptr<Response> (*make)(const CollisionOptions&);
  /// Describes what it counts beside what all responses count. Null: it counts nothing else.
  const CounterGroupPtr& (*counters)() = nullptr;
};

/// All of them, in the order of the table.
[[nodiscard]] std::span<const ResponseInfo> known_responses();
/// Null if there is none of that name.
[[nodiscard]] const ResponseInfo* find_response(std::string_view name);
/// The counters that some response has under this key; null if none has.
[[nodiscard]] CounterGroupPtr find_counter_group(std::string_view key);

}  // namespace muslin
