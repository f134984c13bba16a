// Draws random scenes, runs them with the real program and judges what they leave behind: `./dev soak`.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/json/json_document.hpp>
#include <stdexcept>
#include <tests/soak/generate/random_scene.hpp>
#include <tests/soak/shrinker.hpp>
#include <tests/soak/soak_options.hpp>
#include <tests/soak/soak_report.hpp>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>

namespace {

using namespace muslin;
using namespace muslin::soak;
namespace fs = std::filesystem;

TrialOptions trial_options(const SoakOptions& options, std::uint64_t seed, const fs::path& work) {
  return {.program = options.program.empty() ? test::program_path() : options.program.string(),
          .folder = work,
          .cpu_limit = options.cpu_limit,
          .judges_bits = options.judges_bits,
          .kill_share = test::Random(seed).unit()};
}

/// Shrinks a scene by its first finding and writes the result. Returns the path.
std::string shrink_failure(const SoakOptions& options, const JsonValue& scene, const SoakScene& failed,
                           const fs::path& work) {
  const FailureKind kind = failed.trial.findings.front().kind;
  TrialOptions trial = trial_options(options, failed.seed, work);
  trial.judges_bits = kind == FailureKind::thread_bits || kind == FailureKind::resume_bits;
  // A start that was clean stays clean: otherwise shrinking soon ends with a tangle, which is another problem.
  const bool was_clean = failed.trial.frames.at_given_start == 0;
  const auto fails = [&](const JsonValue& candidate) {
    const Trial tried = try_scene(candidate, trial);
    return has(tried.findings, kind) && (!was_clean || tried.frames.at_given_start == 0);
  };
  const ShrunkScene shrunk = shrink(scene, fails, options.shrink_limit);
  std::string name = name_of(kind);
  for (char& c : name)
    if (c == ' ') c = '-';
  const fs::path path = options.folder / fmt::format("{}-{}.json", failed.seed, name);
  if (const auto status = write_whole_file(path, to_json(shrunk.scene)); !status) return status.error().message();
  return path.string();
}

/// Writes the scene of a seed and returns its path.
fs::path write_scene(const SoakOptions& options, std::uint64_t seed, const JsonValue& scene) {
  const fs::path path = options.folder / fmt::format("{}.json", seed);
  if (const auto status = write_whole_file(path, to_json(scene)); !status)
    throw std::runtime_error(status.error().message());
  return path;
}

/// Reads the scene that the command line names.
RandomScene read_given_scene(const fs::path& path) {
  const auto text = read_json_text(path);
  if (!text) throw std::runtime_error(text.error().message());
  auto scene = parse_json(*text, path.string());
  if (!scene) throw std::runtime_error(scene.error().message());
  return {.json = std::move(*scene), .situation = path.stem().string(), .is_everyday = false};
}

/// Runs and judges a scene, and shrinks it if it fails.
SoakScene soak_scene(const SoakOptions& options, std::uint64_t seed, const RandomScene& drawn, const fs::path& work) {
  SoakScene result;
  result.seed = seed;
  result.situation = drawn.situation;
  result.is_everyday = drawn.is_everyday;
  const JsonValue* collision = drawn.json.find("collision");
  if (collision != nullptr && collision->is(JsonValue::Type::object)) collision = collision->find("response");
  result.response = collision == nullptr ? "gauss_seidel" : collision->text;
  const JsonValue* integrator = drawn.json.find("integrator");
  if (integrator != nullptr && integrator->is(JsonValue::Type::object)) integrator = integrator->find("method");
  result.integrator = integrator == nullptr ? "backward_euler" : integrator->text;

  result.trial = try_scene(drawn.json, trial_options(options, seed, work));
  fmt::print("{}\n", describe(result));
  std::fflush(stdout);
  if (result.trial.findings.empty()) return result;
  write_scene(options, seed, drawn.json);
  if (options.shrink_limit > 0.0) {
    result.shrunk = shrink_failure(options, drawn.json, result, work);
    fmt::print("  shrunk: {}\n", result.shrunk);
  }
  return result;
}

int run(const SoakOptions& options) {
  fs::create_directories(options.folder);
  if (options.only_draws) {
    for (std::uint64_t seed = options.first_seed; seed < options.first_seed + options.scenes; ++seed)
      fmt::print("{}\n", write_scene(options, seed, draw_scene(seed).json).string());
    return 0;
  }
  const fs::path work = options.folder / "work";
  const auto begin = std::chrono::steady_clock::now();
  std::vector<SoakScene> scenes;
  if (!options.scene.empty()) scenes.push_back(soak_scene(options, 0, read_given_scene(options.scene), work));
  for (std::uint64_t i = 0; i < options.scenes && options.scene.empty(); ++i) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (options.total_limit > 0.0 && elapsed.count() > options.total_limit) {
      fmt::print("the time is over after {} of {} scenes\n", i, options.scenes);
      break;
    }
    fmt::print("{}/{} ", i + 1, options.scenes);
    const std::uint64_t seed = options.first_seed + i;
    scenes.push_back(soak_scene(options, seed, draw_scene(seed), work));
    // The table is complete after each scene, so that a soak can be stopped at any time.
    if (const auto status = write_whole_file(options.folder / "soak.csv", to_csv(scenes)); !status)
      fmt::print(stderr, "soak: {}\n", status.error().message());
  }
  fs::remove_all(work);
  fmt::print("{}the figures of all scenes are in {}\n", summarise(scenes), (options.folder / "soak.csv").string());
  return has_failed(scenes) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = parse_options({argv + 1, static_cast<std::size_t>(argc - 1)});
  if (!options) {
    std::fputs(kSoakUsage, stderr);
    return 2;
  }
  try {
    return run(*options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "soak: {}\n", error.what());
    return 2;
  }
}
