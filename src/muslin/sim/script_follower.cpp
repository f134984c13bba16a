#include <algorithm>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/script_follower.hpp>

namespace muslin {

ScriptFollower::ScriptFollower(Scripts scripts, std::size_t vertex_count)
    : scripts_(std::move(scripts)),
      rigid_groups_(scripts_.rigid_groups(vertex_count)),
      pose_(vertex_count, Vec3::Zero()),
      begin_pose_(vertex_count, Vec3::Zero()),
      next_pose_(vertex_count, Vec3::Zero()),
      off_script_(vertex_count, 0),
      has_arrived_(vertex_count, 0),
      pinch_(vertex_count, PinchKind::none),
      is_scripted_(vertex_count, 0) {
  for (std::size_t s = 0; s < scripts_.size(); ++s)
    for (const std::size_t v : scripts_.vertices(s)) is_scripted_[v] = 1;
}

void ScriptFollower::begin_frame() {
  std::fill(has_arrived_.begin(), has_arrived_.end(), std::uint8_t{0});
  std::fill(pinch_.begin(), pinch_.end(), PinchKind::none);
}

Status ScriptFollower::find_off_script(double time, std::span<const double> delay, std::span<const Vec3> position) {
  if (Status status = scripts_.evaluate(time, delay, pose_); !status) return status;
  mark_off_script(position);
  return Done{};
}

void ScriptFollower::mark_off_script(std::span<const Vec3> position) {
  any_off_script_ = false;
  for (std::size_t s = 0; s < scripts_.size(); ++s)
    for (const std::size_t v : scripts_.vertices(s)) {
      off_script_[v] = static_cast<std::uint8_t>(position[v] != pose_[v]);
      any_off_script_ = any_off_script_ || off_script_[v] != 0;
    }
}

Status ScriptFollower::find_targets(TimeSpan span, std::span<const Vec3> position, std::span<double> delay,
                                    std::span<Vec3> target) {
  const double duration = span.end - span.begin;
  // Vertices count as off their script only if they were so at the last find_off_script(). Several calls in a row
  // continue each other, and pose_ is that of the first.
  if (any_off_script_)
    if (Status status = scripts_.evaluate(span.begin, delay, begin_pose_); !status) return status;
  const bool any_late = std::any_of(delay.begin(), delay.end(), [](double seconds) { return seconds > 0.0; });
  if (any_late) {
    if (Status status = scripts_.evaluate(span.end, {}, next_pose_); !status) return status;
    for (std::size_t s = 0; s < scripts_.size(); ++s)
      if (delay[s] > 0.0 && is_within_reach(s, position, duration)) delay[s] = 0.0;
  }
  for (double& seconds : delay) seconds = std::max(0.0, seconds - duration);
  if (Status status = scripts_.evaluate(span.end, delay, next_pose_); !status) return status;
  for (std::size_t s = 0; s < scripts_.size(); ++s)
    for (const std::size_t v : scripts_.vertices(s)) target[v] = next_pose_[v];
  if (!any_off_script_) return Done{};

  for (std::size_t v = 0; v < off_script_.size(); ++v) {
    if (off_script_[v] == 0) continue;
    const Vec3 lag = position[v] - begin_pose_[v];
    const double length = lag.norm();
    if (length > 0.0) {
      // A vertex that pinches cloth and arrived where it should has room: that which the other side, as an arm that
      // leaves, has given up since. If it takes too much, it is stopped in this step and is slow in the next one. A
      // script of cloth gives up no room.
      const bool has_arrived = has_arrived_[v] != 0, is_free = has_arrived && pinch_[v] == PinchKind::none;
      const bool has_room = has_arrived && pinch_[v] != PinchKind::conflict;
      const double time = has_room ? tolerance::kReturnTime : tolerance::kObstructedReturnTime;
      const double returned = duration * std::max(tolerance::kReturnSpeed, length / time);
      // A script that comes to meet the vertex shortens the lag by itself. If the vertex moved towards it as well, an
      // arm that leaves a torso would press the torso in as fast as it leaves. In a pinch the vertex leaves a share of
      // the room that becomes free to the other side, so that the lags of both sides shrink together.
      const double met = (next_pose_[v] - begin_pose_[v]).dot(lag) / length;
      const double remaining = length - std::max(returned, is_free ? met : tolerance::kPinchRoomShare * met);
      if (remaining > 0.0) target[v] += (remaining / length) * lag;
    }
    next_pose_[v] = target[v];
  }
  return Done{};
}

/// Returns true if next_pose_, the pose of the script at its true time, is so near that the script need not take the
/// long path through the obstruction.
bool ScriptFollower::is_within_reach(std::size_t script, std::span<const Vec3> position, double duration) const {
  const auto vertices = scripts_.vertices(script);
  return std::all_of(vertices.begin(), vertices.end(), [&](std::size_t v) {
    return (next_pose_[v] - position[v]).norm() <= tolerance::kClockJumpSpeed * duration;
  });
}

Result<Lag> ScriptFollower::finish_step(TimeSpan span, const StoppedVertices& stopped,
                                        std::span<const Proximity> touching, std::span<const double> start_delay,
                                        std::span<double> end_delay, std::span<const Vec3> position) {
  if (any_off_script_) {
    for (std::size_t s = 0; s < scripts_.size(); ++s)
      for (const std::size_t v : scripts_.vertices(s)) has_arrived_[v] = position[v] == next_pose_[v] ? 1 : 0;
    pinch_ = find_pinching_vertices(touching, is_scripted_);
  }
  const bool any_stopped = std::find(stopped.stopped.begin(), stopped.stopped.end(), 1) != stopped.stopped.end();
  if (any_stopped)
    for (std::size_t s = 0; s < scripts_.size(); ++s) {
      const std::span<const std::size_t> vertices = scripts_.vertices(s);
      if (scripts_.is_rigid(s) && !vertices.empty() && stopped.stopped[vertices.front()] != 0)
        end_delay[s] = start_delay[s] + (span.end - span.begin);
    }
  if (const Status status = find_off_script(span.end, end_delay, position); !status) return status.error();

  Lag lag;
  const bool any_late = std::any_of(end_delay.begin(), end_delay.end(), [](double seconds) { return seconds > 0.0; });
  if (!any_off_script_ && !any_late) return lag;
  if (const Status status = scripts_.evaluate(span.end, {}, next_pose_); !status) return status.error();
  for (std::size_t s = 0; s < scripts_.size(); ++s)
    for (const std::size_t v : scripts_.vertices(s)) {
      const double length = (position[v] - next_pose_[v]).norm();
      if (length > lag.length)
        lag = {.length = length, .body = -1, .against = -1, .vertex = VertexId(v), .place = position[v]};
    }
  return lag;
}

}  // namespace muslin
