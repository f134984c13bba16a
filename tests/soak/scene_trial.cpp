#include <muslin/io/file/whole_file.hpp>
#include <stdexcept>
#include <tests/soak/scene_trial.hpp>

namespace muslin::soak {
namespace {

namespace fs = std::filesystem;

}  // namespace

Trial try_scene(const JsonValue& scene, const TrialOptions& options) {
  fs::create_directories(options.folder);
  const fs::path file = options.folder / "scene.json", run = options.folder / "run";
  fs::remove_all(run);
  if (const auto status = write_whole_file(file, to_json(scene)); !status)
    throw std::runtime_error(status.error().message());

  const ChildLimits limits{
      .cpu_seconds = options.cpu_limit, .idle_seconds = kIdleLimit, .memory_bytes = options.memory_bytes};
  const std::vector<std::string> arguments = {"run", file.string(), "-o", run.string(), "--threads", "1"};
  const RunFacts facts =
      read_facts(file, run, run_child(options.program, arguments, options.folder / "messages", limits));

  Trial trial;
  trial.exit_code = facts.child.exit_code;
  trial.cpu_seconds = facts.child.cpu_seconds;
  trial.frames = judge_frames(facts, trial.findings);
  trial.ending = judge_ending(facts, trial.frames, options.cpu_limit, trial.findings);
  if (facts.scene) trial.motion = judge_motion(facts, find_drive(*facts.scene), trial.findings);
  const bool has_ended = facts.record && trial.exit_code < 128 && trial.ending != RunEnding::time_limit;
  if (options.judges_bits && has_ended)
    trial.bits = judge_bits({.program = options.program,
                             .scene = file,
                             .folder = run,
                             .child = facts.child,
                             .work = options.folder,
                             .memory_bytes = options.memory_bytes,
                             .kill_share = options.kill_share},
                            trial.findings);
  if (!trial.findings.empty()) trial.ending = RunEnding::wrong;
  return trial;
}

}  // namespace muslin::soak
