#include <fmt/format.h>

#include <algorithm>
#include <tests/soak/judge/exit_judge.hpp>

namespace muslin::soak {
namespace {

/// A run hangs if it has not finished a frame for this share of its limit on processor time, and for this long [s].
constexpr double kHangShare = 0.6, kHangSeconds = 5.0;

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "no message";
  const auto begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

class ExitJudge {
 public:
  ExitJudge(const RunFacts& facts, const FrameVerdict& frames, double cpu_limit, Findings& findings)
      : facts_(facts), frames_(frames), cpu_limit_(cpu_limit), findings_(findings) {}

  RunEnding judge() {
    if (!facts_.unreadable.empty()) return report(FailureKind::dishonest_exit, facts_.unreadable);
    compare_audit();
    if (facts_.child.met_idle_limit) return report(FailureKind::hang, "it waits without computing");
    if (facts_.child.met_cpu_limit) return judge_limit();
    const int code = facts_.child.exit_code;
    if (code >= 128) return report(FailureKind::crash, fmt::format("signal {}: {}", code - 128, message()));
    switch (code) {
      case 0:
        return judge_done();
      case 3:
        return judge_refusal();
      case 5:
        return judge_refused_start();
      case 6:
        return judge_unclean();
      case 7:
        return judge_stop();
      case 1:
      case 8:
        return report(FailureKind::crash, fmt::format("exit code {}: {}", code, message()));
      default:
        return report(FailureKind::needless_stop, fmt::format("exit code {}: {}", code, message()));
    }
  }

 private:
  RunEnding report(FailureKind kind, std::string what) {
    findings_.push_back({kind, -1, std::move(what)});
    return RunEnding::wrong;
  }

  [[nodiscard]] std::string message() const { return last_line(facts_.child.messages); }
  [[nodiscard]] std::size_t unclean_frames() const {
    std::size_t count = 0;
    for (std::size_t k = 0; k < frames_.intersections.size(); ++k)
      count += frames_.intersections[k] > frames_.outranked[k] ? 1 : 0;
    return count;
  }

  void compare_audit() {
    const std::size_t count = std::min(facts_.audited.size(), frames_.intersections.size());
    for (std::size_t k = 0; k < count; ++k) {
      if (facts_.audited[k] == frames_.intersections[k]) continue;
      report(FailureKind::dishonest_exit, fmt::format("audit.json counts {} intersections in frame {}, CGAL {}",
                                                      facts_.audited[k], k, frames_.intersections[k]));
      return;
    }
  }

  RunEnding judge_limit() {
    const double still = facts_.child.cpu_seconds - facts_.child.last_progress;
    if (still > std::max(kHangShare * cpu_limit_, kHangSeconds))
      return report(FailureKind::hang, fmt::format("no frame for {:.1f} s of computing, after {} frames", still,
                                                   facts_.frames.empty() ? 0 : facts_.frames.size() - 1));
    return RunEnding::time_limit;
  }

  [[nodiscard]] bool is_complete() const {
    return facts_.record && facts_.record->state == RunState::complete &&
           facts_.record->frames_done() == facts_.record->frames &&
           facts_.frames.size() == static_cast<std::size_t>(facts_.record->frames) + 1 &&
           facts_.audited.size() == facts_.frames.size();
  }

  RunEnding judge_done() {
    if (!is_complete()) return report(FailureKind::dishonest_exit, "exit code 0, but frames are missing");
    if (unclean_frames() > 0)
      return report(FailureKind::dishonest_exit, fmt::format("exit code 0, but {} frames intersect", unclean_frames()));
    return has_findings() ? RunEnding::wrong : RunEnding::complete;
  }

  RunEnding judge_unclean() {
    if (!is_complete()) return report(FailureKind::dishonest_exit, "exit code 6, but frames are missing");
    if (unclean_frames() == 0) return report(FailureKind::dishonest_exit, "exit code 6, but no frame intersects");
    return has_findings() ? RunEnding::wrong : RunEnding::complete;
  }

  /// A refusal names the file and the place in it.
  RunEnding judge_refusal() {
    const std::string& text = facts_.child.messages;
    if (facts_.record || (text.find(".json") == std::string::npos && text.find("body '") == std::string::npos))
      return report(FailureKind::dishonest_exit, "exit code 3 without a place: " + message());
    return RunEnding::refused;
  }

  RunEnding judge_refused_start() {
    if (!facts_.scene || facts_.scene->collision.start != StartPolicy::refuse)
      return report(FailureKind::needless_stop, "exit code 5, though the scene does not ask to refuse: " + message());
    if (frames_.at_given_start == 0)
      return report(FailureKind::needless_stop, "exit code 5, but nothing intersects at the start");
    return RunEnding::start_refused;
  }

  RunEnding judge_stop() {
    if (!facts_.record || facts_.record->reason.empty() || !facts_.record->where)
      return report(FailureKind::dishonest_exit, "exit code 7 without a reason and a place");
    const bool is_policy =
        facts_.scene && facts_.scene->collision.pinch == PinchPolicy::stop && facts_.record->state == RunState::stopped;
    const bool is_explicit = facts_.scene && facts_.scene->integrator.method != IntegratorMethod::backward_euler;
    if (is_explicit && facts_.record->reason.find("an explicit integrator needs steps of") != std::string::npos)
      return has_findings() ? RunEnding::wrong : RunEnding::impossible;
    if (!is_policy) return report(FailureKind::needless_stop, facts_.record->reason);
    return has_findings() ? RunEnding::wrong : RunEnding::stopped_by_policy;
  }

  [[nodiscard]] bool has_findings() const { return !findings_.empty(); }

  const RunFacts& facts_;
  const FrameVerdict& frames_;
  double cpu_limit_;
  Findings& findings_;
};

}  // namespace

const char* name_of(RunEnding ending) {
  switch (ending) {
    case RunEnding::complete:
      return "complete";
    case RunEnding::refused:
      return "refused";
    case RunEnding::start_refused:
      return "start refused";
    case RunEnding::stopped_by_policy:
      return "stopped by policy";
    case RunEnding::impossible:
      return "impossible";
    case RunEnding::time_limit:
      return "time limit";
    case RunEnding::wrong:
      return "wrong";
  }
  return "";
}

RunEnding judge_ending(const RunFacts& facts, const FrameVerdict& frames, double cpu_limit, Findings& findings) {
  return ExitJudge(facts, frames, cpu_limit, findings).judge();
}

}  // namespace muslin::soak
