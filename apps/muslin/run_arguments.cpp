#include "run_arguments.hpp"

#include <utility>

#include "frame_interval.hpp"
#include "option_form.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

ProgressStyle style_of(const RunArguments& arguments) {
  if (arguments.quiet || arguments.progress == "none") return ProgressStyle::none;
  if (arguments.progress == "bar") return ProgressStyle::bar;
  if (arguments.progress == "json") return ProgressStyle::json;
  if (arguments.progress == "plain" || arguments.verbose) return ProgressStyle::plain;
  return default_style(stderr);
}

}  // namespace

void add_run_arguments(CLI::App& parser, RunArguments& arguments) {
  parser.add_option("scene", arguments.scene, "Scene file (.json)")->required();
  parser.add_option("--set", arguments.overrides, "Change a setting of the scene, e.g. time.step=2ms (repeatable)")
      ->allow_extra_args(false);
  parser.add_option("--threads", arguments.threads, "Number of threads; 0 uses all")->check(CLI::Range(0, 1024));
  parser
      .add_option("--frames", arguments.frames, "Simulate only these frames, e.g. 1-50; --resume continues after them")
      ->check(option_form(parse_frame_interval, "a range such as 1-50"));
  auto* resume = parser.add_flag("--resume", arguments.resume, "Continue the run in the folder");
  parser.add_flag("--force", arguments.force, "Replace the run in the folder")->excludes(resume);
  parser.add_flag("--quiet", arguments.quiet, "Print warnings and errors only");
  parser.add_flag("--view", arguments.view, "Show it in a browser, until Ctrl-C");
  parser.add_flag("-v,--verbose", arguments.verbose, "Print one line per step");
  parser
      .add_option("--progress", arguments.progress,
                  "Progress as bar, plain, json or none; default: bar on a terminal, otherwise plain")
      ->check(CLI::IsMember({"bar", "plain", "json", "none"}));
}

fs::path output_folder(const RunArguments& arguments, const char* extension) {
  return arguments.output.empty() ? fs::path(fs::path(arguments.scene).stem().string() + extension)
                                  : fs::path(arguments.output);
}

RunRequest request_of(const RunArguments& arguments, fs::path folder) {
  return {.scene = arguments.scene,
          .folder = std::move(folder),
          .overrides = arguments.overrides,
          .frames = arguments.frames.empty() ? std::nullopt : parse_frame_interval(arguments.frames),
          .existing = arguments.resume  ? ExistingRun::resume
                      : arguments.force ? ExistingRun::replace
                                        : ExistingRun::refuse};
}

RunPrintOptions print_options_of(const RunArguments& arguments) {
  return {.style = style_of(arguments), .quiet = arguments.quiet, .verbose = arguments.verbose};
}

}  // namespace muslin::app
