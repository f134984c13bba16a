#include "sheet_renderer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/file/png.hpp>
#include <muslin/render/contact_sheet.hpp>
#include <muslin/render/picture.hpp>
#include <muslin/render/shading.hpp>
#include <muslin/render/vertex_fields.hpp>
#include <numbers>

#include "audit_report.hpp"
#include "frame_survey.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMaxSheetPixels = 64'000'000;
constexpr Rgb kNoPicture = {240, 241, 243};

/// Converts a direction given for y up to the up axis of the options.
Vec3 along(const RenderOptions& options, const Vec3& direction) {
  return options.up == UpAxis::y ? direction : Vec3(direction.x(), -direction.z(), direction.y());
}

Vec3 view_direction(const RenderOptions& options) {
  switch (options.viewpoint) {
    case Viewpoint::front:
      return along(options, Vec3(0, 0, -1));
    case Viewpoint::side:
      return along(options, Vec3(-1, 0, 0));
    case Viewpoint::top:
      return along(options, Vec3(0, -1, 0));
    case Viewpoint::three_quarter:
      break;
  }
  return along(options, Vec3(-0.55, -0.5, -0.95));
}

/// Returns the up direction of the picture. In the view from above, the direction away from the front is up.
Vec3 view_up(const RenderOptions& options) {
  return along(options, options.viewpoint == Viewpoint::top && !options.from ? Vec3(0, 0, -1) : Vec3(0, 1, 0));
}

/// Draws the pictures of a plan.
class Renderer {
 public:
  Renderer(const RenderOptions& options, std::span<const FrameSource> sources, const SheetPlan& plan)
      : options_(options),
        sources_(sources),
        plan_(plan),
        sheet_{.pictures = static_cast<int>(plan.pictures.size()),
               .columns = plan.columns,
               .picture_width = options.size.width,
               .picture_height = options.size.height,
               .row_titles = plan.row_titles} {}

  ExitCode render(const fs::path& output) {
    FrameSurvey survey(camera_options());
    if (const ExitCode code = survey_frames(survey); code != kDone) return code;
    const FrameSurvey::Subject subject = survey.subject();
    if (subject.fit.empty())
      return report({Error::Kind::unreadable_file, sources_.front().name,
                     "there is nothing to draw: no triangles and no cables", ""});
    Camera camera = subject.fit.camera();
    if (options_.from) {
      camera.eye = *options_.from;
      camera.target = options_.to.value_or(subject.box.centre());
      camera.up = view_up(options_);
      if (!((camera.target - camera.eye).norm() > 0.0)) return refuse("--from and --to: must be two different points");
    }
    if (const auto status = find_range(survey); !status) return report(status.error());
    ContactSheet sheet(sheet_);
    if (const auto status = draw(survey, camera, subject.box, sheet); !status) return report(status.error());
    if (const auto status = write_png(output, sheet.image()); !status) return report(status.error());
    return kDone;
  }

 private:
  [[nodiscard]] bool by_value() const { return options_.paint == Paint::strain || options_.paint == Paint::speed; }
  [[nodiscard]] bool by_group() const { return options_.paint == Paint::zones || options_.paint == Paint::clusters; }

  /// Calls use(source, index of the frame, the frame) for every picture that has a frame, until an Error occurs.
  template <class Use>
  [[nodiscard]] Status for_each_frame(Use&& use) const {
    for (const SheetPlan::Picture& picture : plan_.pictures) {
      if (!picture.frame) continue;
      const FrameSource& source = sources_[picture.source];
      const auto frame = source.sequence.load(*picture.frame);
      if (!frame) return frame.error();
      if (const Status status = use(source, *picture.frame, *frame); !status) return status;
    }
    return Done{};
  }

  [[nodiscard]] CameraFit::Options camera_options() const {
    CameraFit::Options options;
    options.forward = view_direction(options_);
    options.up = view_up(options_);
    options.fov_rad = options_.fov_deg * std::numbers::pi / 180.0;
    options.aspect = double(sheet_.picture_width) / sheet_.picture_height;
    return options;
  }

  /// Collects the extents of all bodies in all chosen frames, and which are obstacles.
  ExitCode survey_frames(FrameSurvey& survey) {
    const Status looked = for_each_frame(
        [&](const FrameSource& source, std::size_t, const Frame& frame) { return survey.add(frame, source.name); });
    if (!looked) return report(looked.error());
    std::vector<std::string> names = options_.obstacles;
    if (!names.empty()) {
      Frame all;
      for (const auto& [name, body] : survey.bodies()) all.body_names.push_back(name);
      if (const auto unknown = ObstacleNames(names).unknown_in(all); !unknown.empty())
        return refuse(fmt::format("--obstacle {}: no body or group has that name", unknown.front()));
    }
    bool is_known = !names.empty();
    for (const FrameSource& source : sources_)
      for (const RunInfo::Body& body : source.info.bodies) {
        is_known = true;
        if (body.kind == "obstacle") names.push_back(body.name);
      }
    const ObstacleNames obstacles(names);
    for (auto& [name, body] : survey.bodies()) body.is_obstacle = obstacles.contain(name);
    if (is_known) return kDone;

    // If nothing declares which bodies are cloth, treat the moving ones as cloth, if there are any.
    for (const FrameSource& source : sources_) {
      if (!source.sequence.moves()) continue;
      for (const std::size_t index : evenly_spaced_frames(source.sequence.size(), 3)) {
        const auto frame = source.sequence.load(index);
        if (!frame) return report(frame.error());
        survey.add_motion(*frame);
      }
    }
    const bool any_moves = std::any_of(survey.bodies().begin(), survey.bodies().end(),
                                       [](const auto& entry) { return entry.second.moves; });
    for (auto& [name, body] : survey.bodies()) body.is_obstacle = any_moves && !body.moves;
    return kDone;
  }

  /// Returns the values that determine the colours of the vertices.
  Result<std::vector<double>> values(const FrameSource& source, std::size_t index, const Frame& frame) const {
    const FrameSequence& sequence = source.sequence;
    const bool strain = options_.paint == Paint::strain;
    const std::size_t neighbour = index > 0 ? index - 1 : index + 1;
    const auto other = strain ? sequence.load_rest() : sequence.load(neighbour);
    if (!other) return other.error();
    if (other->positions.size() != frame.positions.size())
      return Error{Error::Kind::unreadable_file, fmt::format("{} frame {}", source.name, sequence.label(index)),
                   fmt::format("has {} vertices, but the {} has {}", frame.positions.size(),
                               strain ? "mesh at rest" : "adjacent frame", other->positions.size()),
                   "strain and speed need meshes that keep their vertices"};
    if (strain) return vertex_stretch({frame.positions, other->positions, frame.triangles, frame.segments});
    const double frames_between = std::abs(double(sequence.label(index)) - double(sequence.label(neighbour)));
    return vertex_speed(frame.positions, other->positions,
                        frames_between / source.info.frame_rate.value_or(kDefaultFrameRate));
  }

  /// Determines the values at the ends of the colour scale.
  Status find_range(const FrameSurvey& survey) {
    if (!by_value()) return Done{};
    if (options_.range) {
      range_ = *options_.range;
    } else {
      double largest = 0.0;
      const Status looked =
          for_each_frame([&](const FrameSource& source, std::size_t index, const Frame& frame) -> Status {
            const auto found = values(source, index, frame);
            if (!found) return found.error();
            const auto look_at = [&](std::int32_t body, VertexId v) {
              const auto& name = frame.body_names[static_cast<std::size_t>(body)];
              if (!survey.bodies().at(name).is_obstacle) largest = std::max(largest, (*found)[v.index()]);
            };
            for (std::size_t t = 0; t < frame.triangles.size(); ++t)
              for (const VertexId v : frame.triangles[t]) look_at(frame.triangle_body[t], v);
            for (std::size_t s = 0; s < frame.segments.size(); ++s)
              for (const VertexId v : frame.segments[s]) look_at(frame.segment_body[s], v);
            return Done{};
          });
      if (!looked) return looked;
      // A stretch below a millionth, or a speed below a micrometre per second, is rounding and would not be visible.
      range_ = {0.0, round_up(std::max(largest, 1e-6))};
    }
    const bool strain = options_.paint == Paint::strain;
    const auto write = [&](double value) {
      return strain ? fmt::format("{:.3g} %", 100.0 * value) : fmt::format("{:.3g} m/s", value);
    };
    sheet_.legend = Legend{strain ? "stretch" : "speed", write(range_.low), write(range_.high)};
    return Done{};
  }

  Status draw(const FrameSurvey& survey, const Camera& camera, const Box& focus, ContactSheet& sheet) const {
    PictureOptions options;
    options.width = sheet_.picture_width;
    options.height = sheet_.picture_height;
    options.samples = options_.samples;
    options.up = along(options_, Vec3(0, 1, 0));
    options.focus = focus;
    options.cable_width = options_.cable_width * std::min(1.0, 0.25 + sheet_.picture_height / 960.0);
    options.wire = options_.wire;
    for (std::size_t i = 0; i < plan_.pictures.size(); ++i) {
      const SheetPlan::Picture& picture = plan_.pictures[i];
      Image image(options.width, options.height, kNoPicture);
      if (picture.frame) {
        const FrameSource& source = sources_[picture.source];
        const auto frame = source.sequence.load(*picture.frame);
        if (!frame) return frame.error();
        std::vector<Colour> colours;
        if (by_value()) {
          const auto found = values(source, *picture.frame, *frame);
          if (!found) return found.error();
          colours.reserve(found->size());
          for (const double value : *found) colours.push_back(map_colour(value, range_));
        }
        if (by_group()) {
          const CollisionGroups* const groups = source.groups.find(source.sequence.label(*picture.frame));
          colours = group_colours(*frame, source.info,
                                  groups == nullptr                ? ListOfGroups{}
                                  : options_.paint == Paint::zones ? ListOfGroups(groups->zones)
                                                                   : ListOfGroups(groups->clusters));
        }
        const std::vector<BodyAppearance> looks = appearances_of(*frame, survey);
        const PictureScene scene{
            frame->positions, frame->triangles, frame->segments, frame->triangle_body, frame->segment_body, looks,
            colours};
        image = draw_picture(scene, camera, options);
      }
      sheet.put(static_cast<int>(i), image, picture.label);
    }
    return Done{};
  }

  [[nodiscard]] std::vector<BodyAppearance> appearances_of(const Frame& frame, const FrameSurvey& survey) const {
    std::vector<BodyAppearance> looks;
    for (const std::string& name : frame.body_names) {
      const FrameSurvey::Body& body = survey.bodies().at(name);
      const Colour front = body.is_obstacle ? obstacle_colour(body.index) : body_colour(body.index);
      looks.push_back(
          {front, body.is_obstacle ? front : back_colour(front), (by_value() || by_group()) && !body.is_obstacle});
    }
    return looks;
  }

  const RenderOptions& options_;
  std::span<const FrameSource> sources_;
  const SheetPlan& plan_;
  SheetOptions sheet_;
  ValueRange range_;
};

}  // namespace

std::string sheet_problem(std::size_t pictures, const PictureSize& size) {
  const auto most = static_cast<std::size_t>(kMaxSheetPixels / size.width / size.height);
  if (pictures <= most) return {};
  return fmt::format("{} pictures of {}x{} are more than {} million pixels", pictures, size.width, size.height,
                     kMaxSheetPixels / 1'000'000);
}

ExitCode render_sheet(const RenderOptions& options, std::span<const FrameSource> sources, const SheetPlan& plan,
                      const fs::path& output) {
  return Renderer(options, sources, plan).render(output);
}

}  // namespace muslin::app
