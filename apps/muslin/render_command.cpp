#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/io/png.hpp>
#include <muslin/io/run_info.hpp>
#include <muslin/render/contact_sheet.hpp>
#include <muslin/render/picture.hpp>
#include <muslin/render/shading.hpp>
#include <muslin/render/vertex_fields.hpp>
#include <numbers>

#include "audit_report.hpp"
#include "command.hpp"
#include "frame_survey.hpp"
#include "render_arguments.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSpreadFrames = 8;
constexpr double kDefaultFrameRate = 24.0;
constexpr std::int64_t kMaxSheetPixels = 64'000'000;

enum class Paint { body, strain, speed };
enum class Viewpoint { three_quarter, front, side, top };
enum class UpAxis { y, z };

struct RenderArguments {
  std::vector<std::string> paths;
  std::string output;
  std::string frames;
  std::string size;
  std::string from, to;
  std::string range;
  std::vector<std::string> obstacles;
  Paint paint = Paint::body;
  Viewpoint viewpoint = Viewpoint::three_quarter;
  UpAxis up = UpAxis::y;
  double fov_deg = 30.0;
  double cable_width = 6.0;
  int columns = 0;
  int samples = 3;
  int threads = 0;
  bool wire = false;
};

ExitCode refuse(const std::string& message) {
  fmt::print(stderr, "muslin: error: {}\n", message);
  return kCommandLine;
}

/// From how it looks with y upwards.
Vec3 along(const RenderArguments& arguments, const Vec3& direction) {
  return arguments.up == UpAxis::y ? direction : Vec3(direction.x(), -direction.z(), direction.y());
}

Vec3 view_direction(const RenderArguments& arguments) {
  switch (arguments.viewpoint) {
    case Viewpoint::front:
      return along(arguments, Vec3(0, 0, -1));
    case Viewpoint::side:
      return along(arguments, Vec3(-1, 0, 0));
    case Viewpoint::top:
      return along(arguments, Vec3(0, -1, 0));
    case Viewpoint::three_quarter:
      break;
  }
  return along(arguments, Vec3(-0.55, -0.5, -0.95));
}

/// The upper rim of the picture. Seen from above, what is far from the front is up.
Vec3 view_up(const RenderArguments& arguments) {
  return along(arguments,
               arguments.viewpoint == Viewpoint::top && arguments.from.empty() ? Vec3(0, 0, -1) : Vec3(0, 1, 0));
}

/// Draws chosen frames of one scene.
class Renderer {
 public:
  Renderer(const RenderArguments& arguments, const FrameSequence& sequence, RunInfo info, std::string name)
      : arguments_(arguments), sequence_(sequence), info_(std::move(info)), name_(std::move(name)) {}

  ExitCode render(const std::vector<std::size_t>& frames) {
    frames_ = frames;
    if (const ExitCode code = lay_out(); code != kDone) return code;
    FrameSurvey survey(camera_options());
    if (const ExitCode code = look_through(survey); code != kDone) return code;
    const FrameSurvey::Subject subject = survey.subject();
    if (subject.fit.empty())
      return report({Error::Kind::unreadable_file, name_, "nothing to draw: no triangles and no cables", ""});
    Camera camera = subject.fit.camera();
    if (!arguments_.from.empty()) {
      camera.eye = *parse_point(arguments_.from);
      camera.target = arguments_.to.empty() ? subject.box.centre() : *parse_point(arguments_.to);
      camera.up = view_up(arguments_);
      if (!((camera.target - camera.eye).norm() > 0.0)) return refuse("--from and --to: must be two places");
    }
    if (const auto status = find_range(survey); !status) return report(status.error());
    return draw(survey, camera, subject.box);
  }

 private:
  [[nodiscard]] bool by_value() const { return arguments_.paint != Paint::body; }

  ExitCode lay_out() {
    const bool single = frames_.size() == 1;
    const PictureSize size = arguments_.size.empty() ? (single ? PictureSize{960, 720} : PictureSize{480, 360})
                                                     : *parse_size(arguments_.size);
    sheet_.pictures = static_cast<int>(std::min<std::size_t>(frames_.size(), 1'000'000));
    sheet_.columns = arguments_.columns > 0 ? arguments_.columns : default_columns(sheet_.pictures);
    sheet_.picture_width = size.width;
    sheet_.picture_height = size.height;
    if (std::int64_t{sheet_.pictures} * size.width * size.height > kMaxSheetPixels)
      return refuse(
          fmt::format("{} pictures of {}x{} are more than {} million pixels; choose fewer with --frames, or a "
                      "smaller --size",
                      frames_.size(), size.width, size.height, kMaxSheetPixels / 1'000'000));
    return kDone;
  }

  [[nodiscard]] CameraFit::Options camera_options() const {
    CameraFit::Options options;
    options.forward = view_direction(arguments_);
    options.up = view_up(arguments_);
    options.fov_rad = arguments_.fov_deg * std::numbers::pi / 180.0;
    options.aspect = double(sheet_.picture_width) / sheet_.picture_height;
    return options;
  }

  /// Where everything is in all chosen frames, and what is an obstacle.
  ExitCode look_through(FrameSurvey& survey) {
    for (const std::size_t index : frames_) {
      const auto frame = sequence_.load(index);
      if (!frame) return report(frame.error());
      if (const auto status = survey.add(*frame, name_); !status) return report(status.error());
    }
    std::vector<std::string> names = arguments_.obstacles;
    if (!names.empty()) {
      Frame all;
      for (const auto& [name, body] : survey.bodies()) all.body_names.push_back(name);
      if (const auto unknown = ObstacleNames(names).unknown_in(all); !unknown.empty())
        return refuse(fmt::format("--obstacle {}: no body or group has that name", unknown.front()));
    }
    for (const RunInfo::Body& body : info_.bodies)
      if (body.kind == "obstacle") names.push_back(body.name);
    const ObstacleNames obstacles(names);
    for (auto& [name, body] : survey.bodies()) body.is_obstacle = obstacles.contain(name);
    if (!names.empty() || !info_.bodies.empty() || !sequence_.moves()) return kDone;

    // Nobody says what is cloth: what moves is taken for it, if anything does.
    for (const std::size_t index : spread_frames(sequence_.size(), 3)) {
      const auto frame = sequence_.load(index);
      if (!frame) return report(frame.error());
      survey.add_motion(*frame);
    }
    const bool any_moves = std::any_of(survey.bodies().begin(), survey.bodies().end(),
                                       [](const auto& entry) { return entry.second.moves; });
    for (auto& [name, body] : survey.bodies()) body.is_obstacle = any_moves && !body.moves;
    return kDone;
  }

  /// The values that vertices are painted by.
  Result<std::vector<double>> values(std::size_t index, const Frame& frame) const {
    const bool strain = arguments_.paint == Paint::strain;
    const std::size_t neighbour = index > 0 ? index - 1 : index + 1;
    const auto other = strain ? sequence_.load_rest() : sequence_.load(neighbour);
    if (!other) return other.error();
    if (other->positions.size() != frame.positions.size())
      return Error{Error::Kind::unreadable_file, fmt::format("{} frame {}", name_, sequence_.label(index)),
                   fmt::format("has {} vertices, but the {} has {}", frame.positions.size(),
                               strain ? "mesh at rest" : "frame beside it", other->positions.size()),
                   "only meshes that keep their vertices have strain and speed"};
    if (strain) return vertex_stretch({frame.positions, other->positions, frame.triangles, frame.segments});
    const double frames_between = std::abs(double(sequence_.label(index)) - double(sequence_.label(neighbour)));
    return vertex_speed(frame.positions, other->positions,
                        frames_between / info_.frame_rate.value_or(kDefaultFrameRate));
  }

  /// What the ends of the colours stand for.
  Status find_range(const FrameSurvey& survey) {
    if (!by_value()) return Done{};
    if (!arguments_.range.empty()) {
      range_ = *parse_value_range(arguments_.range);
    } else {
      double largest = 0.0;
      for (const std::size_t index : frames_) {
        const auto frame = sequence_.load(index);
        if (!frame) return frame.error();
        const auto found = values(index, *frame);
        if (!found) return found.error();
        const auto look_at = [&](std::int32_t body, VertexId v) {
          const auto& name = frame->body_names[static_cast<std::size_t>(body)];
          if (!survey.bodies().at(name).is_obstacle) largest = std::max(largest, (*found)[v.index()]);
        };
        for (std::size_t t = 0; t < frame->triangles.size(); ++t)
          for (const VertexId v : frame->triangles[t]) look_at(frame->triangle_body[t], v);
        for (std::size_t s = 0; s < frame->segments.size(); ++s)
          for (const VertexId v : frame->segments[s]) look_at(frame->segment_body[s], v);
      }
      // Below a millionth of stretch, or a micrometre per second, there is rounding and nothing to be seen.
      range_ = {0.0, round_up(std::max(largest, 1e-6))};
    }
    const bool strain = arguments_.paint == Paint::strain;
    const auto write = [&](double value) {
      return strain ? fmt::format("{:.3g} %", 100.0 * value) : fmt::format("{:.3g} m/s", value);
    };
    sheet_.legend = Legend{strain ? "stretch" : "speed", write(range_.low), write(range_.high)};
    return Done{};
  }

  ExitCode draw(const FrameSurvey& survey, const Camera& camera, const Box& focus) {
    PictureOptions options;
    options.width = sheet_.picture_width;
    options.height = sheet_.picture_height;
    options.samples = arguments_.samples;
    options.up = along(arguments_, Vec3(0, 1, 0));
    options.focus = focus;
    options.cable_width = arguments_.cable_width * std::min(1.0, 0.25 + sheet_.picture_height / 960.0);
    options.wire = arguments_.wire;

    ContactSheet sheet(sheet_);
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const auto frame = sequence_.load(frames_[i]);
      if (!frame) return report(frame.error());
      std::vector<BodyLook> looks;
      for (const std::string& name : frame->body_names) {
        const FrameSurvey::Body& body = survey.bodies().at(name);
        const Colour front = body.is_obstacle ? obstacle_colour(body.index) : body_colour(body.index);
        looks.push_back({front, body.is_obstacle ? front : back_colour(front), by_value() && !body.is_obstacle});
      }
      std::vector<Colour> colours;
      if (by_value()) {
        const auto found = values(frames_[i], *frame);
        if (!found) return report(found.error());
        colours.reserve(found->size());
        for (const double value : *found) colours.push_back(map_colour(value, range_));
      }
      const PictureScene scene{
          frame->positions, frame->triangles, frame->segments, frame->triangle_body, frame->segment_body, looks,
          colours};
      const std::string label = sheet_.pictures > 1 ? fmt::format("frame {}", sequence_.label(frames_[i])) : "";
      sheet.put(static_cast<int>(i), draw_picture(scene, camera, options), label);
    }
    if (const auto status = write_png(arguments_.output, sheet.image()); !status) return report(status.error());
    return kDone;
  }

  const RenderArguments& arguments_;
  const FrameSequence& sequence_;
  RunInfo info_;
  std::string name_;
  std::vector<std::size_t> frames_;
  SheetOptions sheet_;
  ValueRange range_;
};

ExitCode render_all(const RenderArguments& arguments) {
  std::vector<fs::path> folders, files;
  for (const std::string& path : arguments.paths) {
    std::error_code ignored;
    (fs::is_directory(path, ignored) ? folders : files).emplace_back(path);
  }
  if (folders.size() > 1) return refuse("one folder at a time; render each into a picture of its own");
  if (arguments.from.empty() && !arguments.to.empty()) return refuse("--to: needs --from");
  if (arguments.paint == Paint::body && !arguments.range.empty())
    return refuse("--range: only for --color strain and --color speed");
  const std::string extension = fs::path(arguments.output).extension().string();
  if (!extension.empty() && extension != ".png" && extension != ".PNG")
    return refuse(fmt::format("-o {}: pictures are written as PNG; name it so", arguments.output));

  const auto sequence =
      folders.empty() ? FrameSequence::open_files(files) : FrameSequence::open_folder(folders.front(), files);
  if (!sequence) return report(sequence.error());
  RunInfo info;
  if (!folders.empty()) {
    auto read = read_run_info(folders.front());
    if (!read) return report(read.error());
    info = std::move(*read);
  }
  if (arguments.paint == Paint::speed) {
    if (sequence->size() < 2) return refuse("--color speed: needs at least two frames");
    if (!info.frame_rate)
      fmt::print(stderr, "muslin: note: no run.json says the frame rate; speeds are for {} frames per second\n",
                 kDefaultFrameRate);
  }
  std::vector<std::size_t> frames = spread_frames(sequence->size(), kSpreadFrames);
  if (!arguments.frames.empty()) {
    ChosenFrames chosen = choose_frames(*parse_frames(arguments.frames), *sequence);
    if (!chosen.problem.empty()) return refuse(fmt::format("--frames {}: {}", arguments.frames, chosen.problem));
    frames = std::move(chosen.frames);
  }
  const std::string name = folders.empty() ? files.front().string() : folders.front().string();
  return Renderer(arguments, *sequence, std::move(info), name).render(frames);
}

/// Lets the parser refuse words that `parse` does not take.
template <class Parse>
CLI::Validator form(Parse parse, const std::string& hint) {
  return CLI::Validator([parse, hint](std::string& text) { return parse(text) ? std::string() : "must be " + hint; },
                        "");
}

}  // namespace

Run add_render(CLI::App& parser) {
  auto arguments = std::make_shared<RenderArguments>();
  parser.footer(
      "Meshes given together are one scene; a folder is a run folder or holds numbered meshes. Of a scene that moves,\n"
      "eight frames are drawn side by side, all by one camera.");
  parser.add_option("paths", arguments->paths, "Meshes (.obj, .ply), caches (.pc2) or a folder")->required();
  parser.add_option("-o,--output", arguments->output, "The picture to write (.png)")->required();
  parser.add_option("--frames", arguments->frames, "Which, e.g. 12, 0,10,20, 0-60:10, last, all")
      ->check(form(parse_frames, "numbers, ranges such as 0-60:10, first, last or all, with commas between"));
  parser.add_option("--columns", arguments->columns, "Pictures in a row of the sheet")->check(CLI::Range(1, 1000));
  parser.add_option("--size", arguments->size, "Of one picture, e.g. 640x480")
      ->check(form(parse_size, fmt::format("WIDTHxHEIGHT, each from {} to {}", kMinPictureSide, kMaxPictureSide)));
  parser.add_option("--color,--colour", arguments->paint, "What colours say: body, strain or speed")
      ->transform(
          CLI::CheckedTransformer(
              std::map<std::string, Paint>{{"body", Paint::body}, {"strain", Paint::strain}, {"speed", Paint::speed}})
              .description("{body,strain,speed}"));
  parser.add_option("--range", arguments->range, "Values at the ends of the colours, e.g. 0,0.1")
      ->check(form(parse_value_range, "two numbers such as 0,0.1, the lower one first"));
  parser.add_option("--view", arguments->viewpoint, "From where: three-quarter, front, side or top")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Viewpoint>{{"three-quarter", Viewpoint::three_quarter},
                                                                           {"front", Viewpoint::front},
                                                                           {"side", Viewpoint::side},
                                                                           {"top", Viewpoint::top}})
                      .description("{three-quarter,front,side,top}"));
  parser.add_option("--up", arguments->up, "Which axis points upwards: y or z")
      ->transform(CLI::CheckedTransformer(std::map<std::string, UpAxis>{{"y", UpAxis::y}, {"z", UpAxis::z}})
                      .description("{y,z}"));
  parser.add_option("--from", arguments->from, "Place of the camera, x,y,z")
      ->check(form(parse_point, "three numbers such as 0,1.5,3"));
  parser.add_option("--to", arguments->to, "What it looks at, x,y,z; the middle of the cloth")
      ->check(form(parse_point, "three numbers such as 0,1,0"));
  parser.add_option("--fov", arguments->fov_deg, "Angle from the lower to the upper rim [degrees]")
      ->check(CLI::Range(1.0, 150.0))
      ->capture_default_str();
  parser.add_option("--obstacle", arguments->obstacles, "A body or group that is drawn grey (repeatable)")
      ->allow_extra_args(false);
  parser.add_option("--cable-width", arguments->cable_width, "Of cables [pixels]")
      ->check(CLI::Range(0.5, 100.0))
      ->capture_default_str();
  parser.add_option("--samples", arguments->samples, "Per side of a pixel, against jagged edges")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  parser.add_flag("--wire", arguments->wire, "Draw the edges of the triangles");
  parser.add_option("--threads", arguments->threads, "Threads to use; 0: all")->check(CLI::Range(0, 1024));
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = render_all(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
