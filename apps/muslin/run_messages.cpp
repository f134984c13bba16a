#include "run_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/report_rows.hpp>

#include "audit_report.hpp"
#include "progress.hpp"

namespace muslin::app {

std::string describe(const LimitReport& limits, const Simulator& simulator, std::int64_t frame) {
  std::size_t body = 0;
  while (body + 1 < simulator.scene().bodies.size() &&
         simulator.range(body + 1).first_vertex <= limits.worst.vertex.index())
    ++body;
  const Body& stretched = simulator.scene().bodies[body].body;
  const Vec3& place = limits.worst.place;
  return fmt::format(
      "frame {}: body {} is stretched by {:.3g} %, more than its limit of {:.3g} %, at vertex {} near ({:.6g}, {:.6g}, "
      "{:.6g}); "
      "check whether the pins or bodies that hold it are farther apart than it is long",
      frame, stretched.name, 100.0 * limits.strain,
      100.0 * (stretched.stretch_limit ? stretched.stretch_limit->limit : 0.0),
      limits.worst.vertex.index() - simulator.range(body).first_vertex, place.x(), place.y(), place.z());
}

std::string describe(const FrameAudit& frame) {
  std::string text = fmt::format("frame {}: {}", frame.frame, count_intersections(frame.intersections));
  if (frame.tangled > 0)
    text = fmt::format("frame {}: {}{} left from the start", frame.frame,
                       frame.intersections > 0 ? count_intersections(frame.intersections) + ", and " : std::string(),
                       count_intersections(frame.tangled));
  if (frame.undecidable > 0) text += fmt::format(", {} elements that are not finite", frame.undecidable);
  if (!frame.first.empty())
    text += (frame.intersections + frame.tangled > 1 ? "; the first: " : "; ") + muslin::describe(frame.first.front());
  return text;
}

std::string describe_as_given(const FrameAudit& frame) {
  std::string text;
  for (const ObstacleAsGiven& obstacle : frame.as_given) {
    if (obstacle.intersections == 0) continue;
    text += text.empty() ? fmt::format("frame {}: ", frame.frame) : "; ";
    text += fmt::format("body {}, where its script places it, has {} with cloth", obstacle.body,
                        count_intersections(obstacle.intersections));
    if (obstacle.depth > 0.0) text += fmt::format(", up to {:.2g} mm deep", 1e3 * obstacle.depth);
    text += fmt::format(", near ({:.4g}, {:.4g}, {:.4g})", obstacle.place.x(), obstacle.place.y(), obstacle.place.z());
    if (obstacle.deviation > 0.0)
      text += fmt::format("; it was simulated up to {:.2g} mm away from there", 1e3 * obstacle.deviation);
  }
  return text;
}

std::string describe_as_given(const RunAuditSummary& audit) {
  if (audit.bad_frames_as_given == 0) return {};
  return fmt::format("with obstacles where their scripts place them, {} in {} of {} frames, up to {:.2g} mm deep",
                     count_intersections(static_cast<std::size_t>(audit.intersections_as_given)),
                     audit.bad_frames_as_given, audit.frames, 1e3 * audit.depth_as_given);
}

std::string describe(const SlowFrame& slow, const std::vector<RunBody>& bodies) {
  const FrameCost& cost = slow.cost;
  const double seconds = cost.seconds.total();
  std::string text = fmt::format(
      "frame {} took {}, {:.0f} times the median of {}: {} steps (median {}), {} contacts (median {})", cost.frame,
      duration_text(seconds), seconds / std::max(slow.median_seconds, 1e-9), duration_text(slow.median_seconds),
      cost.steps, slow.median_steps, cost.contacts, slow.median_contacts);
  if (const std::string rungs = rungs_text(cost.rungs); !rungs.empty()) text += "; " + rungs;
  const auto name = [&](std::int32_t body) {
    return body >= 0 && static_cast<std::size_t>(body) < bodies.size() ? bodies[static_cast<std::size_t>(body)].name
                                                                       : std::string();
  };
  if (cost.lag.length > 0.0) {
    text += fmt::format("; {} lags by {:.2g} mm", name(cost.lag.body), 1e3 * cost.lag.length);
    if (const std::string against = name(cost.lag.against); !against.empty()) text += ", blocked by " + against;
  }
  const std::vector<ReportRow> phases = rows_of(cost.seconds);
  const auto longest = std::max_element(phases.begin(), phases.end(), [](const ReportRow& a, const ReportRow& b) {
    return a.value.value_or(0.0) < b.value.value_or(0.0);
  });
  return text + fmt::format("; most of the time went into {} ({:.0f} %)", longest->path,
                            100.0 * longest->value.value_or(0.0) / seconds);
}

std::string describe(const RunAuditSummary& audit, std::int64_t written) {
  if (audit.frames == 0) return "no frame was audited";
  const bool all = audit.frames >= written;
  if (audit.bad_frames > 0)
    return fmt::format("{}{} in {} of {} frames{}", count_intersections(static_cast<std::size_t>(audit.intersections)),
                       audit.tangled > 0 ? fmt::format(" and {} left from the start", audit.tangled) : std::string(),
                       audit.bad_frames, audit.frames, all ? "" : " so far");
  return all ? fmt::format("clean in all {} frames", audit.frames)
             : fmt::format("clean so far, in {} of {} frames", audit.frames, written);
}

}  // namespace muslin::app
