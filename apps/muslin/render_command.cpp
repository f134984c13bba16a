#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/render/contact_sheet.hpp>

#include "command.hpp"
#include "option_form.hpp"
#include "sheet_renderer.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDefaultSheetFrames = 8;

struct RenderArguments {
  std::vector<std::string> paths;
  std::string output;
  std::string frames;
  std::string size;
  std::string from, to;
  std::string range;
  RenderOptions options;  ///< options that need no parsing
  int columns = 0;
  int threads = 0;
};

ExitCode render_all(const RenderArguments& arguments) {
  std::vector<fs::path> folders, files;
  for (const std::string& path : arguments.paths) {
    std::error_code ignored;
    (fs::is_directory(path, ignored) ? folders : files).emplace_back(path);
  }
  if (folders.size() > 1) return refuse("render draws one folder at a time; draw each into its own picture");
  if (arguments.from.empty() && !arguments.to.empty()) return refuse("--to: needs --from");
  const Paint paint = arguments.options.paint;
  const bool by_group = paint == Paint::zones || paint == Paint::clusters;
  if (paint != Paint::strain && paint != Paint::speed && !arguments.range.empty())
    return refuse("--range: applies only to --color strain and --color speed");
  const std::string extension = fs::path(arguments.output).extension().string();
  if (!extension.empty() && extension != ".png" && extension != ".PNG")
    return refuse(fmt::format("-o {}: pictures are written as PNG; use a name that ends in .png", arguments.output));

  auto sequence =
      folders.empty() ? FrameSequence::open_files(files) : FrameSequence::open_folder(folders.front(), files);
  if (!sequence) return report(sequence.error());
  warn(sequence->warnings());
  RunInfo info;
  if (!folders.empty()) {
    auto read = read_run_info(folders.front());
    if (!read) return report(read.error());
    info = std::move(*read);
  }
  FrameGroups groups;
  if (by_group) {
    if (folders.empty()) return refuse("--color zones and --color clusters: need a run folder");
    auto read = FrameGroups::read(folders.front());
    if (!read) return report(read.error());
    groups = std::move(*read);
    if (paint == Paint::clusters && !groups.has_clusters())
      return refuse("--color clusters: this run has none; simulate with --response collision_clusters");
  }
  if (arguments.options.paint == Paint::speed) {
    if (sequence->size() < 2) return refuse("--color speed: needs at least two frames");
    if (!info.frame_rate)
      write_err("muslin: note: no run.json gives the frame rate; speeds assume {} frames per second\n",
                kDefaultFrameRate);
  }
  RenderOptions options = arguments.options;
  if (!arguments.from.empty()) options.from = parse_point(arguments.from);
  if (!arguments.to.empty()) options.to = parse_point(arguments.to);
  if (!arguments.range.empty()) options.range = parse_value_range(arguments.range);
  std::vector<std::size_t> frames = evenly_spaced_frames(sequence->size(), kDefaultSheetFrames);
  if (!arguments.frames.empty()) {
    ChosenFrames chosen = choose_frames(*parse_frames(arguments.frames), *sequence);
    if (!chosen.problem.empty()) return refuse(fmt::format("--frames {}: {}", arguments.frames, chosen.problem));
    frames = std::move(chosen.frames);
  }
  const bool is_single = frames.size() == 1;
  options.size = !arguments.size.empty() ? *parse_size(arguments.size)
                 : is_single             ? PictureSize{960, 720}
                                         : PictureSize{480, 360};
  if (const std::string why = sheet_problem(frames.size(), options.size); !why.empty())
    return refuse(why + "; choose fewer frames with --frames, or a smaller --size");

  SheetPlan plan;
  plan.columns = arguments.columns > 0 ? arguments.columns : default_columns(static_cast<int>(frames.size()));
  for (const std::size_t frame : frames)
    plan.pictures.push_back({0, frame, is_single ? std::string() : fmt::format("frame {}", sequence->label(frame))});
  const std::string name = folders.empty() ? files.front().string() : folders.front().string();
  const FrameSource source{std::move(*sequence), std::move(info), name, std::move(groups)};
  return render_sheet(options, std::span(&source, 1), plan, arguments.output);
}

}  // namespace

CommandAction add_render(CLI::App& parser) {
  auto arguments = std::make_shared<RenderArguments>();
  parser.footer(
      "Meshes given together form one scene; a folder is a run folder or holds numbered meshes. For a scene that "
      "moves,\n"
      "eight frames are drawn side by side, all from the same camera.");
  parser.add_option("paths", arguments->paths, "Meshes (.obj, .ply), caches (.pc2) or a folder")->required();
  parser.add_option("-o,--output", arguments->output, "Picture to write (.png)")->required();
  parser.add_option("--frames", arguments->frames, "Which, e.g. 12, 0,10,20, 0-60:10, last, all")
      ->check(
          option_form(parse_frames, "a comma-separated list of numbers, ranges such as 0-60:10, first, last or all"));
  parser.add_option("--columns", arguments->columns, "Number of pictures in a row of the sheet")
      ->check(CLI::Range(1, 1000));
  parser.add_option("--size", arguments->size, "Size of one picture, e.g. 640x480")
      ->check(
          option_form(parse_size, fmt::format("WIDTHxHEIGHT, each from {} to {}", kMinPictureSide, kMaxPictureSide)));
  parser
      .add_option("--color,--colour", arguments->options.paint,
                  "Quantity shown by colours: body, strain, speed, zones or clusters")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Paint>{{"body", Paint::body},
                                                                       {"strain", Paint::strain},
                                                                       {"speed", Paint::speed},
                                                                       {"zones", Paint::zones},
                                                                       {"clusters", Paint::clusters}})
                      .description("{body,strain,speed,zones,clusters}"));
  parser.add_option("--range", arguments->range, "Values at the ends of the colour scale, e.g. 0,0.1")
      ->check(option_form(parse_value_range, "two numbers such as 0,0.1, the lower one first"));
  parser.add_option("--view", arguments->options.viewpoint, "Direction of view: three-quarter, front, side or top")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Viewpoint>{{"three-quarter", Viewpoint::three_quarter},
                                                                           {"front", Viewpoint::front},
                                                                           {"side", Viewpoint::side},
                                                                           {"top", Viewpoint::top}})
                      .description("{three-quarter,front,side,top}"));
  parser.add_option("--up", arguments->options.up, "Axis that points upwards: y or z")
      ->transform(CLI::CheckedTransformer(std::map<std::string, UpAxis>{{"y", UpAxis::y}, {"z", UpAxis::z}})
                      .description("{y,z}"));
  parser.add_option("--from", arguments->from, "Position of the camera, x,y,z")
      ->check(option_form(parse_point, "three numbers such as 0,1.5,3"));
  parser.add_option("--to", arguments->to, "Point that the camera looks at, x,y,z (default: the middle of the cloth)")
      ->check(option_form(parse_point, "three numbers such as 0,1,0"));
  parser.add_option("--fov", arguments->options.fov_deg, "Vertical field of view [degrees]")
      ->check(CLI::Range(1.0, 150.0))
      ->capture_default_str();
  parser.add_option("--obstacle", arguments->options.obstacles, "Body or group to draw grey (repeatable)")
      ->allow_extra_args(false);
  parser.add_option("--cable-width", arguments->options.cable_width, "Width of cables [pixels]")
      ->check(CLI::Range(0.5, 100.0))
      ->capture_default_str();
  parser.add_option("--samples", arguments->options.samples, "Samples per side of a pixel, for smooth edges")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  parser.add_flag("--wire", arguments->options.wire, "Draw the edges of the triangles");
  parser.add_option("--threads", arguments->threads, "Number of threads; 0 uses all")->check(CLI::Range(0, 1024));
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = render_all(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
