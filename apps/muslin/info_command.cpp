#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/core/report_rows.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <muslin/io/run/machine.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/version.hpp>

#include "command.hpp"
#include "progress.hpp"
#include "report_text.hpp"
#include "run_messages.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

struct InfoArguments {
  std::string folder;
  bool json = false;
};

ExitCode describe_program(bool json) {
  const Machine machine = describe_machine();
  if (json) {
    JsonWriter description({.many_lines = true, .marks_reals = true});
    description.begin_object();
    description.member("muslin", MUSLIN_VERSION);
    description.member("compiler", compiler_name());
    description.key("machine");
    description.begin_object();
    description.member("cpu", machine.cpu);
    description.member("cores", machine.cores);
    description.member("os", machine.os);
    description.end_object();
    description.member("threads", thread_limit());
    description.end_object();
    write_out("{}\n", description.take());
    return kDone;
  }
  write_out("Muslin {}, built with {}\n{}\n{}\n{} threads\n", MUSLIN_VERSION, compiler_name(), machine.cpu, machine.os,
            thread_limit());
  return kDone;
}

void print_line(const char* title, const std::string& text) { write_out("  {:<10} {}\n", title, escaped(text)); }

void print_statistics(const RunRecord& record) {
  const RunStatistics& run = record.statistics;
  const StepReport& total = run.total;
  if (run.steps == 0) return;
  const double percent = 100.0 / std::max(total.seconds.total(), 1e-300);
  std::vector<std::string> phases;
  for (const ReportRow& phase : rows_of(total.seconds))
    phases.push_back(fmt::format("{} {:.0f} %", phase.path, phase.value.value_or(0.0) * percent));
  print_line("time", fmt::format("{}, {} per frame: {}", duration_text(record.seconds),
                                 duration_text(record.seconds / static_cast<double>(record.frames_done())),
                                 fmt::join(phases, ", ")));
  if (record.peak_memory > 0) {
    const auto bytes = static_cast<double>(record.peak_memory);
    const auto vertices = static_cast<double>(std::max<std::size_t>(1, record.simulated_vertices()));
    print_line("memory",
               fmt::format("at most {:.0f} MB, {:.1f} kB per simulated vertex", 1e-6 * bytes, 1e-3 * bytes / vertices));
  }
  for (const SlowFrame& slow : record.slow_frames) print_line("slow", describe(slow, record.bodies));
  print_line("steps", fmt::format("{}, {:.1f} solver iterations each; {} did not converge", run.steps,
                                  static_cast<double>(total.solver_iterations) / static_cast<double>(run.steps),
                                  total.unconverged_steps));
  const CollisionReport& collision = total.collision;
  print_line("collision", fmt::format("{} contacts; at most {} in a zone; {:.1f} detection passes per step",
                                      collision.contacts, collision.largest_zone,
                                      static_cast<double>(collision.passes) / static_cast<double>(run.steps)));
  if (const std::string rungs = rungs_text(collision.rungs); !rungs.empty())
    print_line("ladder", fmt::format("rungs below the response: {}", rungs));
  for (const InfoLine& line : info_lines("counts", rows_of(collision))) print_line(line.title.c_str(), line.text);
  if (run.max_lag > 0.0)
    print_line("lag", fmt::format("at most {:.2g} mm behind a script at the end of a frame", 1e3 * run.max_lag));
  print_line("strain", fmt::format("at most {:.2f} %", 100.0 * total.max_strain));
  if (total.limits.iterations > 0)
    print_line("limits",
               fmt::format("largest stretch of limited elements {:.4g} %, limit exceeded in {} steps; patches up to "
                           "{:.2g} mm off their shape",
                           100.0 * total.limits.strain, total.limits.over_limit_steps, 1e3 * total.limits.shape_error));
  print_line("speed", fmt::format("at most {:.4g} m/s", total.max_speed));
  print_line("energy", fmt::format("{:.4g} J kinetic, {:.4g} J elastic, {:.4g} J gravitational at the end",
                                   total.kinetic_energy, total.elastic_energy, total.gravity_energy));
}

void print_run(const fs::path& folder, const RunRecord& record) {
  write_out("{}: {}, {} of {} frames\n", escaped(folder.string()), name_of(record.state), record.frames_done(),
            record.frames);
  if (!record.reason.empty()) print_line("reason", record.reason);
  for (const std::string& warning : record.warnings) print_line("warning", warning);
  print_line("scene",
             record.about.empty() ? record.scene_file : fmt::format("{}: {}", record.scene_file, record.about));
  print_line("frames",
             fmt::format("{} to {}, {:.6g} per second", record.start_frame, record.last_frame(), record.frame_rate));
  print_line("made", fmt::format("{} by Muslin {}, {} threads, {}", record.started, record.version, record.threads,
                                 record.machine.cpu));
  for (const RunBody& body : record.bodies) {
    std::string text = fmt::format("{}: {}, {} vertices", body.name, name_of(body.kind), body.vertices);
    if (body.triangles > 0) text += fmt::format(", {} triangles", body.triangles);
    if (body.segments > 0) text += fmt::format(", {} segments", body.segments);
    print_line("body", text);
  }
  print_statistics(record);
  if (record.audit.frames > 0) print_line("audit", describe(record.audit, record.frames_done() + 1));
  if (const std::string pinches = describe_as_given(record.audit); !pinches.empty()) print_line("as given", pinches);
  for (const ExpectationOutcome& expected : record.expectations)
    print_line("expected", fmt::format("{} of {} {:.6g}: {:.6g}, {}", expected.name, expected.side_text(),
                                       expected.limit, expected.value, expected.met() ? "met" : "not met"));
  if (!record.frame_hashes.empty()) print_line("hash", record.frame_hashes.back() + " (last frame)");
}

ExitCode describe_run(const fs::path& folder, bool json) {
  const auto record = read_run_record(folder / kRecordName);
  if (!record) return report(record.error());
  if (json)
    put(stdout, to_json(*record));
  else
    print_run(folder, *record);
  return kDone;
}

}  // namespace

CommandAction add_info(CLI::App& parser) {
  auto arguments = std::make_shared<InfoArguments>();
  parser.add_option("folder", arguments->folder, "Run folder; without one, the program and the machine are described");
  parser.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] {
    return arguments->folder.empty() ? describe_program(arguments->json)
                                     : describe_run(arguments->folder, arguments->json);
  };
}

}  // namespace muslin::app
