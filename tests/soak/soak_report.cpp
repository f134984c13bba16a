#include <fmt/format.h>

#include <algorithm>
#include <tests/soak/soak_report.hpp>

namespace muslin::soak {
namespace {

std::size_t judged_frames(const SoakScene& scene) { return scene.trial.frames.intersections.size(); }

template <class Condition>
std::size_t count_if(const std::vector<SoakScene>& scenes, const Condition& condition) {
  return static_cast<std::size_t>(std::count_if(scenes.begin(), scenes.end(), condition));
}

std::string row(const std::string& name, std::size_t value) { return fmt::format("  {:<34}{:>8}\n", name, value); }

/// Puts a text into one cell of a CSV file.
std::string cell(std::string text) {
  std::replace(text.begin(), text.end(), '"', '\'');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return '"' + text + '"';
}

}  // namespace

std::string describe(const SoakScene& scene) {
  const Trial& trial = scene.trial;
  std::string text = fmt::format("seed {} {}{} {}{}: {}, exit code {}, {} frames, {:.1f} s", scene.seed,
                                 scene.situation, scene.is_everyday ? " everyday" : "", scene.response,
                                 scene.integrator == "backward_euler" ? "" : " " + scene.integrator,
                                 name_of(trial.ending), trial.exit_code, judged_frames(scene), trial.cpu_seconds);
  if (trial.motion.max_strain > kNamedStrain) text += fmt::format(", strain {:.3g}", trial.motion.max_strain);
  for (const Finding& finding : trial.findings)
    text += fmt::format("\n  {}{}: {}", name_of(finding.kind),
                        finding.frame < 0 ? std::string() : fmt::format(" in frame {}", finding.frame), finding.what);
  return text;
}

std::string summarise(const std::vector<SoakScene>& scenes) {
  std::size_t frames = 0;
  for (const SoakScene& scene : scenes) frames += judged_frames(scene);
  const auto ended = [&](RunEnding ending) {
    return count_if(scenes, [&](const SoakScene& scene) { return scene.trial.ending == ending; });
  };
  std::string text = "\nsoak\n";
  text += row("scenes", scenes.size());
  text += row("  of everyday size and speed", count_if(scenes, [](const auto& s) { return s.is_everyday; }));
  text += row("frames judged exactly", frames);
  text += row("scenes in which something touches",
              count_if(scenes, [](const auto& s) { return s.trial.motion.touches > 0; }));
  text +=
      row("starts that intersect", count_if(scenes, [](const auto& s) { return s.trial.frames.at_given_start > 0; }));
  text += row("scenes with a tangle left", count_if(scenes, [](const auto& s) {
                return !s.trial.frames.intersections.empty() && s.trial.frames.intersections.front() > 0;
              }));
  text += row("compared on 1 and 2 threads", count_if(scenes, [](const auto& s) { return s.trial.bits.was_compared; }));
  text += row("killed and resumed", count_if(scenes, [](const auto& s) { return s.trial.bits.was_killed; }));
  for (const RunEnding ending : {RunEnding::complete, RunEnding::stopped_by_policy, RunEnding::start_refused,
                                 RunEnding::refused, RunEnding::impossible, RunEnding::time_limit, RunEnding::wrong})
    text += row(fmt::format("ended: {}", name_of(ending)), ended(ending));
  text += row("scenes with a frame of 20 medians",
              count_if(scenes, [](const auto& s) { return s.trial.motion.slow_frames > 0; }));

  text += "failures\n";
  for (int k = 0; k < kFailureKinds; ++k) {
    const auto kind = static_cast<FailureKind>(k);
    text += row(name_of(kind), count_if(scenes, [&](const auto& s) { return has(s.trial.findings, kind); }));
    for (const SoakScene& scene : scenes) {
      const auto finding = std::find_if(scene.trial.findings.begin(), scene.trial.findings.end(),
                                        [&](const Finding& f) { return f.kind == kind; });
      if (finding == scene.trial.findings.end()) continue;
      text += fmt::format("    seed {} ({}{}, {}): {}\n", scene.seed, scene.situation,
                          scene.is_everyday ? ", everyday" : "", scene.response, finding->what);
      if (!scene.shrunk.empty()) text += fmt::format("      shrunk: {}\n", scene.shrunk);
    }
  }
  const auto is_named = [](const SoakScene& s) { return s.trial.motion.max_strain > kNamedStrain; };
  text += fmt::format("strain above {:g}: {} scenes ({:.1f} %)\n", kNamedStrain, count_if(scenes, is_named),
                      100.0 * static_cast<double>(count_if(scenes, is_named)) / std::max(1.0, double(scenes.size())));
  for (const SoakScene& scene : scenes)
    if (is_named(scene))
      text += fmt::format("  seed {} ({}{}, {}): strain {:.3g}; {}\n", scene.seed, scene.situation,
                          scene.is_everyday ? ", everyday" : "", scene.response, scene.trial.motion.max_strain,
                          scene.trial.motion.reasons);
  return text;
}

std::string to_csv(const std::vector<SoakScene>& scenes) {
  std::string text =
      "seed,situation,everyday,response,integrator,ending,exit_code,frames_judged,start_intersections,tangle,cpu_"
      "seconds,"
      "median_frame_seconds,slowest_frame_seconds,slow_frames,touches,rigid_zones,halvings,yields,stops,retries,max_"
      "strain,max_speed,max_lag,bits_compared,killed,"
      "findings,"
      "shrunk\n";
  for (const SoakScene& scene : scenes) {
    const Trial& trial = scene.trial;
    const auto& pairs = trial.frames.intersections;
    const Rungs& rungs = trial.motion.rungs;
    std::string findings;
    for (const Finding& finding : trial.findings)
      findings += fmt::format("{}{}: {}", findings.empty() ? "" : "; ", name_of(finding.kind), finding.what);
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{:.3f},{:.4g},{:.4g},{},{},{},{},{},{},{},{:.4g},{:.4g},{:.4g},{},{},{},{}\n",
        scene.seed, scene.situation, scene.is_everyday ? 1 : 0, scene.response, scene.integrator, name_of(trial.ending),
        trial.exit_code, judged_frames(scene), trial.frames.at_given_start, pairs.empty() ? 0 : pairs.front(),
        trial.cpu_seconds, trial.motion.median_frame, trial.motion.slowest_frame, trial.motion.slow_frames,
        trial.motion.touches, rungs.rigid_zones, rungs.halvings, rungs.yields, rungs.stops, rungs.retries,
        trial.motion.max_strain, trial.motion.max_speed, trial.motion.max_lag, trial.bits.was_compared ? 1 : 0,
        trial.bits.was_killed ? 1 : 0, cell(findings), cell(scene.shrunk));
  }
  return text;
}

bool has_failed(const std::vector<SoakScene>& scenes) {
  const auto is_strained = [](const SoakScene& s) { return has(s.trial.findings, FailureKind::strain); };
  const auto is_wrong = [](const SoakScene& s) {
    return std::any_of(s.trial.findings.begin(), s.trial.findings.end(),
                       [](const Finding& f) { return f.kind != FailureKind::strain; });
  };
  const std::size_t allowed = (scenes.size() + 99) / 100;
  return std::any_of(scenes.begin(), scenes.end(), is_wrong) || count_if(scenes, is_strained) > allowed;
}

}  // namespace muslin::soak
