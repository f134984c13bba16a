#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/core/quantity.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/json/units.hpp>
#include <muslin/io/mesh/untangle_files.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit_report.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include "text_output.hpp"
#include "text_table.hpp"

namespace muslin::app {
namespace {

struct UntangleArguments {
  std::vector<std::string> paths;
  std::vector<std::string> obstacles;
  std::string output;
  std::string thickness;
  int max_listed = 5;
  int threads = 0;
  bool force = false;
  bool quiet = false;
};

std::string displacement_text(double metres) { return fmt::format("{:.3g}", 1000.0 * metres); }

/// Formats a line such as "frame 12 (12 of 91): 43 intersections, none left, 512 vertices moved by up to 3.1 mm, 1.2
/// s".
std::string progress_line(const UntangledFrame& frame) {
  std::size_t moved = 0;
  double farthest = 0.0;
  for (const UntangledBody& body : frame.bodies) {
    moved += body.moved_vertices;
    farthest = std::max(farthest, body.max_displacement);
  }
  std::string line = fmt::format("frame {} ({} of {}): {}", frame.frame, frame.done, frame.planned,
                                 count_intersections(frame.pairs_before));
  if (frame.pairs_before > 0)
    line += fmt::format(", {} left, {} vertices moved by up to {} mm",
                        frame.pairs_after == 0 ? "none" : std::to_string(frame.pairs_after), moved,
                        displacement_text(farthest));
  return line + fmt::format(", {}", duration_text(frame.seconds));
}

/// Makes a table with a row for each body, in each frame in which it intersects.
TextTable table_of(const UntangleSummary& summary) {
  using Kind = TextTable::Column::Kind;
  TextTable table;
  if (summary.moves) table.columns.push_back({"frame"});
  table.columns.insert(table.columns.end(), {{"body", "", Kind::word},
                                             {"vertices"},
                                             {"pairs before"},
                                             {"pairs after"},
                                             {"moved"},
                                             {"largest displacement", "mm"},
                                             {"time", "s"}});
  for (const UntangledFrame& frame : summary.frames)
    for (const UntangledBody& body : frame.bodies) {
      if (summary.moves && body.pairs_before == 0 && body.moved_vertices == 0) continue;
      std::vector<std::string> row;
      if (summary.moves) row.push_back(std::to_string(frame.frame));
      row.insert(row.end(), {body.name, std::to_string(body.vertices), std::to_string(body.pairs_before),
                             std::to_string(body.pairs_after), std::to_string(body.moved_vertices),
                             displacement_text(body.max_displacement), fmt::format("{:.2f}", frame.seconds)});
      table.rows.push_back(std::move(row));
    }
  return table;
}

void print_left(const UntangledFrame& frame, bool moves) {
  if (frame.pairs_after == 0) return;
  const std::string where = moves ? fmt::format("frame {}: ", frame.frame) : std::string();
  write_err("muslin: warning: {}{} left of {}\n", where, count_intersections(frame.pairs_after), frame.pairs_before);
  for (const AuditedPair& pair : frame.left) write_err("  {}\n", muslin::describe(pair));
  if (frame.pairs_after > frame.left.size() && !frame.left.empty())
    write_err("  and {} more\n", frame.pairs_after - frame.left.size());
}

ExitCode print_summary(const UntangleSummary& summary, const UntangleArguments& arguments) {
  std::size_t before = 0, after = 0, tangled = 0, left = 0;
  for (const UntangledFrame& frame : summary.frames) {
    before += frame.pairs_before;
    after += frame.pairs_after;
    tangled += frame.pairs_before > 0 ? 1 : 0;
    left += frame.pairs_after > 0 ? 1 : 0;
    print_left(frame, summary.moves);
  }
  if (!arguments.quiet) {
    const TextTable table = table_of(summary);
    if (!table.rows.empty()) write_out("{}", to_aligned_text(table));
    if (summary.moves)
      write_out("{}: {} of {} frames intersected, with {} pairs; {} pairs are left in {} frames\n", arguments.output,
                tangled, summary.frames.size(), before, after, left);
    else
      write_out("{}: {} before, {} after\n", arguments.output, count_intersections(before), count_intersections(after));
  }
  if (summary.interrupted) {
    write_err("{}: interrupted after frame {}; the frames so far are kept\n", arguments.output,
              summary.frames.back().frame);
    return kInterrupted;
  }
  return after == 0 ? kDone : kIntersections;
}

ExitCode untangle_all(const UntangleArguments& arguments) {
  UntangleRequest request{.paths = {arguments.paths.begin(), arguments.paths.end()},
                          .obstacles = arguments.obstacles,
                          .output = arguments.output,
                          .replace = arguments.force,
                          .max_listed = static_cast<std::size_t>(arguments.max_listed)};
  if (!arguments.thickness.empty()) {
    request.thickness = parse_double(arguments.thickness);  // in the unit of the files
    if (!request.thickness) {
      const auto thickness = parse_quantity(arguments.thickness, quantity::kLength);
      if (!thickness)
        return refuse(fmt::format("--thickness {}: {}", arguments.thickness, thickness.error().message()));
      request.thickness = *thickness;
    }
    if (!(*request.thickness > 0.0 && std::isfinite(*request.thickness)))
      return refuse(fmt::format("--thickness {}: must be more than 0", arguments.thickness));
  }
  const InterruptListener interrupt;
  std::optional<long> last_frame;
  const auto summary = untangle_files(request, [&](const UntangledFrame& frame) {
    last_frame = frame.frame;
    if (frame.planned > 1 && !arguments.quiet) write_err("{}\n", progress_line(frame));
    return interrupt.requested() == Interrupt::none;
  });
  if (!summary) {
    const ExitCode code = report(summary.error());
    if (last_frame) write_err("{}: the frames up to {} are kept\n", arguments.output, *last_frame);
    return code;
  }
  warn(summary->warnings);
  return print_summary(*summary, arguments);
}

}  // namespace

CommandAction add_untangle(CLI::App& parser) {
  auto arguments = std::make_shared<UntangleArguments>();
  parser.footer(
      "Examples: muslin untangle dress.obj --obstacle body.obj -o clean.obj\n"
      "          muslin untangle shirt.pc2 coat.pc2 --obstacle body.pc2 -o clean\n"
      "Paths are those of muslin audit; together they form one scene. Only the coordinates of displaced vertices\n"
      "change. The first Ctrl-C finishes the frame and keeps the frames so far. The exit code is 6 if intersections\n"
      "are left; no frame has more of them than before.");
  parser.add_option("paths", arguments->paths, "Meshes (.obj, .ply), caches (.pc2) or folders")->required();
  parser
      .add_option("--obstacle", arguments->obstacles,
                  "What must not move: a file or folder beside the paths, or a body or group of theirs (repeatable)")
      ->allow_extra_args(false);
  parser
      .add_option("-o,--output", arguments->output,
                  "Mesh file for a single mesh, otherwise a folder for files of the same names")
      ->required();
  parser.add_option("--thickness", arguments->thickness,
                    "Distance that layers keep, e.g. 0.5mm; default: 4 % of the mean edge length");
  parser.add_option("--first", arguments->max_listed, "Number of pairs to list per frame if any are left")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  parser.add_option("--threads", arguments->threads, "Number of threads; 0 uses all")->check(CLI::Range(0, 1024));
  parser.add_flag("--force", arguments->force, "Replace existing files of the output");
  parser.add_flag("--quiet", arguments->quiet, "Print warnings and errors only");
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = untangle_all(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
