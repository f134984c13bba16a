#pragma once
#include <cstdint>
#include <muslin/io/run/run_audit.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/step_report.hpp>
#include <string>
#include <vector>

namespace muslin::app {

/// Formats a warning: "frame 12: body flag is stretched by 30 %, more than its limit of 1 %, at vertex 7 near (0, 1,
/// 0); check …".
[[nodiscard]] std::string describe(const LimitReport& limits, const Simulator& simulator, std::int64_t frame);

/// Formats a warning: "frame 12: 3 intersections; the first: sheet triangle 7 and floor triangle 0 near (0, 1, 0)".
[[nodiscard]] std::string describe(const FrameAudit& frame);
/// Formats a warning: "frame 12: body arm, where its script places it, has 24 intersections with cloth, up to 12 mm
/// deep, near (0, 1, 0); it was simulated up to 45 mm away". Empty if no obstacle as given intersects.
[[nodiscard]] std::string describe_as_given(const FrameAudit& frame);
/// Summarises the same for a run: "with obstacles where their scripts place them, 310 intersections in 24 of 53 frames,
/// up to 12 mm deep". Empty if there are none.
[[nodiscard]] std::string describe_as_given(const RunAuditSummary& audit);
/// Formats a warning: "frame 31 took 12 s, 25 times the median of 0.48 s: 96 steps (median 9), 1200 contacts (median
/// 30); 40 halvings, 12 yields; arm lags by 3 mm, blocked by sleeve; most of the time went into detection (80 %)".
[[nodiscard]] std::string describe(const SlowFrame& slow, const std::vector<RunBody>& bodies);
/// Summarises the audit: "clean in all 7 frames", "12 intersections in 3 of 7 frames" or "clean so far, in 5 of 7
/// frames". `written` is the number of frames written so far, including the start.
[[nodiscard]] std::string describe(const RunAuditSummary& audit, std::int64_t written);

}  // namespace muslin::app
