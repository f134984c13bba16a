#include <algorithm>
#include <muslin/contact/surfaces.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/limit_projection.hpp>
#include <muslin/response/step/stop_zones.hpp>

namespace muslin {
namespace {

class Stopper {
 public:
  Stopper(CollisionStep& step, const RigidGroups& groups, StoppedVertices& out, CollisionReport& report)
      : step_(step), groups_(groups), out_(out), report_(report) {
    out_.stopped.resize(step.start().size(), 0);
  }

  /// Stops vertices of every colliding pair. Returns true if a prescribed vertex was stopped.
  bool stop_colliding() {
    bool scripted_stopped = false;
    const Zones& zones = step_.zones();
    for (std::size_t z = 0; z < zones.size(); ++z)
      for (const VertexId v : zones.vertices(z)) stop_movable(v);
    for (const std::uint32_t c : zones.fixed_contacts()) {
      const Contact& contact = step_.contacts()[c];
      for (const VertexId v : contact.vertex) {
        if (!step_.moves(v)) continue;
        record_conflict(v, contact);
        stop_prescribed(v);
        scripted_stopped = true;
      }
    }
    return scripted_stopped;
  }

  /// Stops the obstacles of the colliding pairs.
  void stop_obstacles() {
    std::vector<std::int32_t> obstacles;
    for (const Contact& contact : step_.contacts()) {
      for (const VertexId v : contact.vertex) {
        if (step_.is_movable(v) || !step_.mesh().is_scripted(v) || !step_.moves(v)) continue;
        obstacles.push_back(step_.surfaces().body(v));
        record_conflict(v, contact);
      }
    }
    std::sort(obstacles.begin(), obstacles.end());
    stop_where([&](VertexId v) {
      return !step_.is_movable(v) && std::binary_search(obstacles.begin(), obstacles.end(), step_.surfaces().body(v));
    });
  }

  /// Stops the bodies of the colliding pairs.
  void stop_bodies() {
    std::vector<std::int32_t> bodies;
    for (const Contact& contact : step_.contacts())
      for (const VertexId v : contact.vertex) bodies.push_back(step_.surfaces().body(v));
    std::sort(bodies.begin(), bodies.end());
    stop_where([&](VertexId v) { return std::binary_search(bodies.begin(), bodies.end(), step_.surfaces().body(v)); });
  }

  void stop_everything() {
    stop_where([](VertexId) { return true; });
  }

 private:
  template <class Wanted>
  void stop_where(const Wanted& wanted) {
    for (std::size_t i = 0; i < out_.stopped.size(); ++i) {
      const VertexId v(i);
      if (out_.stopped[i] != 0 || !wanted(v)) continue;
      step_.is_movable(v) ? stop_movable(v) : stop_prescribed(v);
    }
  }

  void stop_movable(VertexId v) {
    const std::int32_t group = groups_.of_vertex[v.index()];
    if (group < 0) return stop_one_movable(v);
    for (const VertexId member : groups_.members[static_cast<std::size_t>(group)]) stop_one_movable(member);
  }
  void stop_one_movable(VertexId v) {
    if (out_.stopped[v.index()] != 0) return;
    out_.stopped[v.index()] = 1;
    ++report_.stopped_vertices;
    step_.stop(v);
  }
  void stop_prescribed(VertexId v) {
    const std::int32_t group = groups_.of_vertex[v.index()];
    if (group < 0) return stop_one_prescribed(v);
    for (const VertexId member : groups_.members[static_cast<std::size_t>(group)]) stop_one_prescribed(member);
  }
  void stop_one_prescribed(VertexId v) {
    out_.stopped[v.index()] = 1;
    step_.stop(v);
  }

  /// Records the body that blocked v: that of the element of the contact that does not contain v.
  void record_conflict(VertexId v, const Contact& contact) {
    const Surfaces& surfaces = step_.surfaces();
    const std::int32_t body = surfaces.body(v), first = surfaces.body(contact.vertex[0]);
    const std::int32_t against = first != body ? first : surfaces.body(contact.vertex[3]);
    const bool known = std::any_of(out_.conflicts.begin(), out_.conflicts.end(),
                                   [&](const auto& conflict) { return conflict.first == body; });
    if (!known) out_.conflicts.emplace_back(body, against);
  }

  CollisionStep& step_;
  const RigidGroups& groups_;
  StoppedVertices& out_;
  CollisionReport& report_;
};

/// Resets velocities that are not finite, which would otherwise count as motion in every round.
void reset_invalid_velocities(CollisionStep& step) {
  if (!step.has_finite_ends()) step.reset();
}

}  // namespace

void stop_obstacles(CollisionStep& step, const RigidGroups& groups, StoppedVertices& out) {
  CollisionReport unused;  // only movable vertices count as stopped
  Stopper(step, groups, out, unused).stop_obstacles();
  step.detect_again();
}

Certificate stop_zones(CollisionStep& step, Response& response, const RigidGroups& groups, LimitProjection& limits,
                       StoppedVertices& out, CollisionReport& report, int max_retries) {
  ++report.rungs.stops;
  reset_invalid_velocities(step);
  limits.fit_rigid_patches(step);
  step.detect_again();
  Stopper stopper(step, groups, out, report);
  int retries = 0;
  for (int round = 0;; ++round) {
    if (step.contacts().empty()) {
      if (auto certificate = Certificate::issue(step, report)) return *std::move(certificate);
    }
    const bool scripted_stopped = stopper.stop_colliding();
    if (round >= tolerance::kBodyStopRound) stopper.stop_bodies();
    if (round >= tolerance::kWorldStopRound) stopper.stop_everything();
    if (scripted_stopped && retries < max_retries) {
      ++retries;
      step.reset();
      step.detect_again();
      report.iterations += response.resolve(step).iterations;
      reset_invalid_velocities(step);
      limits.fit_rigid_patches(step);
    }
    step.detect_again();
  }
}

}  // namespace muslin
