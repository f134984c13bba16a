#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/travel_limit.hpp>
#include <utility>

namespace muslin {

TravelLimit::TravelLimit(const Scene& scene, const World& world)
    : scene_(scene), world_(world), scripts_(scene, world.bodies), begin_(start_positions(scene)), end_(begin_) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodyRange& range = world.bodies[b];
    const auto& scripts = scene.bodies[b].scripts;
    const bool moves = std::any_of(scripts.begin(), scripts.end(), [](const Script& s) { return s.motion != nullptr; });
    if (scene.bodies[b].body.kind == BodyKind::obstacle) {
      if (moves) obstacles_.push_back(range);
      all_obstacles_.push_back(range);
      continue;
    }
    movable_bodies_.push_back(range);
    if (moves) pinned_.push_back(range);
    Box box;
    for (std::size_t i = range.first_vertex; i < range.first_vertex + range.vertex_count; ++i) box.include(begin_[i]);
    if (range.vertex_count > 0)
      max_travel_ = std::max(max_travel_, tolerance::kMaxTravelShare * (box.upper - box.lower).norm());
  }
}

Result<double> TravelLimit::max_interval(TimeSpan frame, const State& state) {
  double longest = std::numeric_limits<double>::infinity();
  if (obstacles_.empty() && pinned_.empty()) return longest;
  const double part = (frame.end - frame.begin) / tolerance::kTravelSamples;
  Box movable = movable_box(state, frame.end - frame.begin, {0, state.position.size()});
  movable.lower.array() -= max_travel_;
  movable.upper.array() += max_travel_;
  if (const Status status = scripts_.evaluate(frame.begin, state.script_delay, end_); !status) return status.error();
  for (int k = 1; k <= tolerance::kTravelSamples; ++k) {
    std::swap(begin_, end_);
    if (const Status status = scripts_.evaluate(frame.begin + k * part, state.script_delay, end_); !status)
      return status.error();
    const double travel = travel_near(movable);
    if (travel > max_travel_) longest = std::min(longest, part * max_travel_ / travel);
  }
  return longest;
}

Result<bool> TravelLimit::allows_obstacles(TimeSpan interval, const State& state) {
  if (obstacles_.empty() && pinned_.empty()) return true;
  for (const auto& [time, positions] : {std::pair(interval.begin, &begin_), std::pair(interval.end, &end_)})
    if (const Status status = scripts_.evaluate(time, state.script_delay, *positions); !status) return status.error();
  return travel_near(movable_box(state, interval.end - interval.begin, {0, state.position.size()})) <= max_travel_;
}

bool TravelLimit::allows_bodies(double duration, const State& state) const {
  for (const BodyRange& body : movable_bodies_) {
    // The mean is that of the energy: single vertices that are flung carry no cloth along.
    double energy = 0.0, mass = 0.0;
    for (std::size_t i = body.first_vertex; i < body.first_vertex + body.vertex_count; ++i) {
      if (world_.scripted[i] != 0) continue;
      energy += world_.mass[i] * state.velocity[i].squaredNorm();
      mass += world_.mass[i];
    }
    if (!(energy * duration * duration > mass * max_travel_ * max_travel_)) continue;
    const Box swept = movable_box(state, duration, body);
    const auto meets = [&](const BodyRange& obstacle) {
      Box box;
      for (std::size_t i = obstacle.first_vertex; i < obstacle.first_vertex + obstacle.vertex_count; ++i)
        box.include(state.position[i]);
      return box.overlaps(swept);
    };
    if (std::any_of(all_obstacles_.begin(), all_obstacles_.end(), meets)) return false;
  }
  return true;
}

bool TravelLimit::allows_substeps(double duration, const State& state) const {
  double squared = 0.0;
  for (std::size_t i = 0; i < state.velocity.size(); ++i)
    if (world_.scripted[i] == 0) squared = std::max(squared, state.velocity[i].squaredNorm());
  return (std::sqrt(squared) + world_.loads.gravity.norm() * duration) * duration <= max_travel_;
}

/// The movable vertices of a range, and where their velocities take them.
Box TravelLimit::movable_box(const State& state, double duration, const BodyRange& range) const {
  Box box;
  for (std::size_t i = range.first_vertex; i < range.first_vertex + range.vertex_count; ++i) {
    if (world_.scripted[i] != 0) continue;
    box.include(state.position[i]);
    box.include(state.position[i] + duration * state.velocity[i]);
  }
  return box;
}

double TravelLimit::travel_near(const Box& movable) const {
  double squared = 0.0;
  for (const BodyRange& range : obstacles_) {
    Box swept;
    for (std::size_t i = range.first_vertex; i < range.first_vertex + range.vertex_count; ++i) {
      swept.include(begin_[i]);
      swept.include(end_[i]);
    }
    if (swept.overlaps(movable)) squared = std::max(squared, squared_travel(range));
  }
  for (const BodyRange& range : pinned_) squared = std::max(squared, squared_travel(range));
  return std::sqrt(squared);
}

/// Largest squared displacement of the scripted vertices of a range between begin_ and end_ [m²].
double TravelLimit::squared_travel(const BodyRange& range) const {
  double squared = 0.0;
  for (std::size_t i = range.first_vertex; i < range.first_vertex + range.vertex_count; ++i)
    squared = std::max(squared, (end_[i] - begin_[i]).squaredNorm());
  return squared;
}

}  // namespace muslin
