#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tests/soak/judge/motion_judge.hpp>

namespace muslin::soak {
namespace {

/// A vertex may be this many times as fast as what drives the scene [1]: ends of cloth crack like whips, and what
/// meets a moving wall leaves it at twice its speed.
constexpr double kSpeedFactor = 10.0;
/// The kinetic energy of a closed scene may grow by this multiple of what was turned over so far [1]: integrators keep
/// energy only on average.
constexpr double kKineticFactor = 2.0;
/// The same for kinetic and elastic energy together [1]. Collisions are resolved after the elastic forces of a step, so
/// that a stiff body is strained for a step or two when it is stopped, by more than its motion could.
constexpr double kEnergyFactor = 100.0;
/// A strain counts as explained up to this multiple of the strain that loads cause at rest [1].
constexpr double kStrainFactor = 5.0;

/// Reports a vertex that is faster than the drive, and the elastic energy before the frame, explain.
void judge_speeds(const RunFacts& facts, const Drive& drive, MotionVerdict& verdict, Findings& findings) {
  const std::int64_t start_frame = facts.record->start_frame;
  const double mass = std::max(drive.movable_mass, 1e-300);
  const bool was_clean = facts.record->warnings.empty();
  std::map<std::int64_t, std::pair<double, double>> of_frame;  // largest speed and elastic energy of each frame
  for (const StepReport& step : facts.steps) {
    auto& [speed, elastic] = of_frame[step.frame - start_frame];
    speed = std::max(speed, step.max_speed);
    elastic = std::max(elastic, step.elastic_energy);
  }
  double stored = 0.0;  // elastic energy of earlier frames, which may turn into speed
  // A start that was untangled, or kept, begins under strain.
  if (!was_clean && !facts.steps.empty()) stored = facts.steps.front().elastic_energy;
  for (std::size_t k = 1; k < facts.frames.size(); ++k) {
    const auto frame = static_cast<std::int64_t>(k);
    double speed = of_frame[frame].first;
    for (std::size_t v = 0; v < facts.frames[k].size(); ++v)
      speed = std::max(speed, (facts.frames[k][v] - facts.frames[k - 1][v]).norm() * facts.record->frame_rate);
    verdict.max_speed = std::max(verdict.max_speed, speed);
    const double explained = drive.speed + drive.contact_speed + std::sqrt(2.0 * stored / mass);
    if (speed > kSpeedFactor * explained && !has(findings, FailureKind::energy))
      findings.push_back(
          {FailureKind::energy, frame,
           fmt::format("a vertex moves at {:.3g} m/s; scripts, gravity, wind and start explain {:.3g} m/s", speed,
                       explained)});
    stored = std::max(stored, of_frame[frame].second);
  }
}

/// Reports the growth of energy in a scene into which none comes.
void judge_energy(const RunFacts& facts, const Drive& drive, Findings& findings) {
  if (!drive.is_closed || facts.steps.empty()) return;
  const StepReport& first = facts.steps.front();
  const double start = first.kinetic_energy + first.elastic_energy + first.gravity_energy;
  double lowest = first.gravity_energy, highest = lowest;
  for (const StepReport& step : facts.steps) {
    lowest = std::min(lowest, step.gravity_energy);
    highest = std::max(highest, step.gravity_energy);
    const double repulsion = 0.5 * drive.movable_mass * drive.contact_speed * drive.contact_speed;
    const double turned_over = first.kinetic_energy + first.elastic_energy + (first.gravity_energy - lowest) +
                               repulsion + drive.contact_energy;
    const double now = step.kinetic_energy + step.elastic_energy + step.gravity_energy;
    const double rounding = 1e-9 * std::max(std::abs(lowest), std::abs(highest));
    if (std::isfinite(now) && now - start <= kEnergyFactor * turned_over + rounding &&
        step.kinetic_energy - first.kinetic_energy <= kKineticFactor * turned_over + rounding)
      continue;
    findings.push_back(
        {FailureKind::energy, step.frame - facts.record->start_frame,
         fmt::format("energy grew by {:.3g} J, kinetic {:.3g} J and elastic {:.3g} J, in a scene that is "
                     "left alone; {:.3g} J were turned over",
                     now - start, step.kinetic_energy, step.elastic_energy, turned_over)});
    return;
  }
}

std::string reasons_of(const MotionVerdict& verdict, const Drive& drive) {
  const Rungs& rungs = verdict.rungs;
  return fmt::format("yields {}, stops {}, halvings {}, retries {}, rigid zones {}, lag {:.2g} m, loads explain {:.2g}",
                     rungs.yields, rungs.stops, rungs.halvings, rungs.retries, rungs.rigid_zones, verdict.max_lag,
                     drive.load_strain);
}

void judge_strain(const RunFacts& facts, const Drive& drive, MotionVerdict& verdict, Findings& findings) {
  const StepReport* worst = nullptr;
  for (const StepReport& step : facts.steps) {
    if (worst == nullptr || step.max_strain > worst->max_strain) worst = &step;
    verdict.max_lag = std::max(verdict.max_lag, step.collision.lag.length);
    verdict.touches += step.collision.proximities + step.collision.contacts;
    combine(verdict.rungs, step.collision.rungs);
  }
  if (worst == nullptr) return;
  verdict.max_strain = worst->max_strain;
  if (worst->max_strain <= kNamedStrain) return;
  verdict.reasons = reasons_of(verdict, drive);
  if (worst->max_strain > kStrainFactor * drive.load_strain)
    findings.push_back({FailureKind::strain, worst->frame - facts.record->start_frame,
                        fmt::format("strain {:.3g}: {}", worst->max_strain, verdict.reasons)});
}

void measure_times(const RunFacts& facts, MotionVerdict& verdict) {
  std::map<std::int64_t, double> of_frame;
  for (const StepReport& step : facts.steps) of_frame[step.frame] += step.seconds.total();
  std::vector<double> times;
  for (const auto& [frame, seconds] : of_frame) times.push_back(seconds);
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  verdict.median_frame = times[times.size() / 2];
  verdict.slowest_frame = times.back();
  verdict.slow_frames = static_cast<int>(std::count_if(times.begin(), times.end(), [&](double seconds) {
    return seconds > kSlowFrameSeconds && seconds > kSlowFrameRatio * verdict.median_frame;
  }));
}

}  // namespace

MotionVerdict judge_motion(const RunFacts& facts, const Drive& drive, Findings& findings) {
  MotionVerdict verdict;
  if (!facts.record) return verdict;
  judge_speeds(facts, drive, verdict, findings);
  if (!has(findings, FailureKind::energy)) judge_energy(facts, drive, findings);
  judge_strain(facts, drive, verdict, findings);
  measure_times(facts, verdict);
  return verdict;
}

}  // namespace muslin::soak
