#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/collision_report.hpp>
#include <span>
#include <string_view>

namespace muslin {

class CollisionView;

/// The result that a response reports. It is not binding: only the certificate decides whether a step is taken.
struct ResponseReport {
  /// How the response ended.
  enum class Status {
    resolved,      ///< the last detection found no collision
    budget_spent,  ///< some contacts are left
    pinched,       ///< no velocity of the movable vertices can resolve a contact
  };
  Status status = Status::budget_spent;  ///< what the response knows about the remaining collisions
  int iterations = 0;                    ///< iterations of the inner loop, over all passes
  double residual = 0.0;                 ///< largest remaining approach speed [m/s]
  int inexact_zones = 0;                 ///< number of zones whose friction missed its tolerance
  Counters counters = {};                ///< counters of this response alone; see ResponseInfo::counters
  CollisionGroups groups = {};           ///< groups of the first pass, if the response forms groups other than zones
  bool is_over_limit = false;            ///< the response has Duties::limits, but a stretch exceeds its limit
};

/// The constraints for which a response is responsible in every step. The step then omits the corresponding work, and
/// calls a response with any duty even if no pair collides.
struct Duties {
  bool thickness = false;  ///< pairs keep their thickness: no contact springs and no repulsion
  bool friction = false;   ///< friction of pairs in proximity: contact springs and repulsion, if any, apply none
  bool limits = false;     ///< limits on stretch: no projection onto them unless the response reports a violation

  /// Returns whether the response has any duty, so that it must be called in every step.
  [[nodiscard]] bool any() const { return thickness || friction || limits; }
};

/// A method that resolves collisions by changing velocities as little as possible. It writes to movable vertices only.
/// The table in docs/methods.md has one row for each class. Failure is a return value, never an exception; the ladder
/// then takes the next rung. The same input yields the same bits on any number of threads, regardless of earlier calls:
/// a response keeps memory from step to step, but no state.
class Response {
 public:
  virtual ~Response() = default;
  /// Name in scene files.
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Changes the velocities of movable vertices so that no pair collides. CollisionView::contacts() already has the
  /// collisions of the first detection; after a change, CollisionView::detect_again() finds those that are left.
  [[nodiscard]] virtual ResponseReport resolve(CollisionView& step) = 0;
  /// Returns the duties of the response, which must not change. By default it has none.
  [[nodiscard]] virtual Duties duties() const { return {}; }
};

/// Makes the report of a response from the contacts of its last detection: resolved if there are none, pinched if no
/// impulse can change any of them.
[[nodiscard]] ResponseReport summarize_response(const CollisionView& step, int iterations);

/// A response that scenes can name.
struct ResponseInfo {
  std::string_view name;                                       ///< "gauss_seidel"
  std::string_view about;                                      ///< one-line description
  std::string_view paper;                                      ///< citation
  std::unique_ptr<Response> (*make)(const CollisionOptions&);  ///< makes the response; never null
  /// Describes the counters that this response has in addition to those of all responses. Null if there are none.
  const CounterGroupPtr& (*counters)() = nullptr;
};

/// All built-in responses, in the order of the table.
[[nodiscard]] std::span<const ResponseInfo> known_responses();
/// Returns null if no response has this name.
[[nodiscard]] const ResponseInfo* find_response(std::string_view name);
/// The counters that a response has under this key; null if there are none.
[[nodiscard]] CounterGroupPtr find_counter_group(std::string_view key);

}  // namespace muslin
