#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/collision_report.hpp>
#include <span>
#include <string_view>

namespace muslin {

class CollisionStep;

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

/// Moves the velocity to the nearest one that does not collide; writes only movable vertices. One class per row of the
/// table in docs/methods.md. Failure is a value, never an exception: the ladder takes the next rung. Same input, same
/// bits, on any number of threads, whatever it was used for before: what it keeps from step to step is memory alone.
class Response {
 public:
  virtual ~Response() = default;
  [[nodiscard]] virtual ResponseReport resolve(CollisionStep& step) = 0;
  /// Does it keep thickness, friction and limits on stretch itself? Then it has work in every step, and contact
  /// springs, repulsion and the projection onto the limits are left out.
  [[nodiscard]] virtual bool keeps_everything() const { return false; }
};

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
