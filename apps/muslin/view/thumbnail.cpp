#include "thumbnail.hpp"

#include <algorithm>
#include <apps/muslin/frame_survey.hpp>
#include <muslin/io/file/png.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/render/picture.hpp>
#include <muslin/render/shading.hpp>
#include <numbers>
#include <set>
#include <vector>

#include "run_files.hpp"

namespace muslin::app {
namespace fs = std::filesystem;
namespace {

/// [pixels] The page shows pictures at half this size on a screen of common density.
constexpr int kWidth = 400, kHeight = 300;
constexpr double kFieldOfView = 30.0 * std::numbers::pi / 180.0;
/// Larger scenes would keep the page waiting for their picture.
constexpr std::size_t kMaxElements = 200'000;

Error not_drawn(std::string where, std::string what) {
  return {Error::Kind::unreadable_file, std::move(where), std::move(what), {}};
}

Result<std::string> draw(const Frame& frame, const std::set<std::string>& obstacles, Axis up, const std::string& name) {
  const auto along = [up](const Vec3& v) { return up == Axis::y ? v : Vec3(v.x(), -v.z(), v.y()); };
  CameraFit::Options view;
  view.forward = along(Vec3(-0.55, -0.5, -0.95));
  view.up = along(Vec3(0, 1, 0));
  view.fov_rad = kFieldOfView;
  view.aspect = double(kWidth) / kHeight;
  FrameSurvey survey(view);
  if (const Status status = survey.add(frame, name); !status) return status.error();
  std::vector<BodyAppearance> looks;
  for (const std::string& body : frame.body_names) {
    FrameSurvey::Body& surveyed = survey.bodies().at(body);
    surveyed.is_obstacle = obstacles.contains(body.substr(0, body.find('/')));
    const Colour front = surveyed.is_obstacle ? obstacle_colour(surveyed.index) : body_colour(surveyed.index);
    looks.push_back({front, surveyed.is_obstacle ? front : back_colour(front), false});
  }
  const FrameSurvey::Subject subject = survey.subject();
  if (subject.fit.empty()) return not_drawn(name, "there is nothing to draw");
  PictureOptions options;
  options.width = kWidth;
  options.height = kHeight;
  options.samples = 2;
  options.up = view.up;
  options.focus = subject.box;
  options.cable_width = 4.0;
  const PictureScene scene{
      frame.positions, frame.triangles, frame.segments, frame.triangle_body, frame.segment_body, looks, {}};
  return encode_png(draw_picture(scene, subject.fit.camera(), options));
}

}  // namespace

Result<std::string> draw_scene(const fs::path& file) {
  const auto loaded = read_scene(file, {.overrides = {}, .resolved_folder = {}, .max_elements = kMaxElements});
  if (!loaded) return loaded.error();
  Frame frame;
  std::set<std::string> obstacles;
  for (const SceneBody& item : loaded->scene.bodies) {
    append_body(frame, item.body.name, item.body.mesh, item.body.mesh.positions);
    if (item.body.kind == BodyKind::obstacle) obstacles.insert(item.body.name);
  }
  return draw(frame, obstacles, loaded->scene.up, file.string());
}

Result<std::string> draw_run(const fs::path& folder) {
  const auto record = read_run_record(folder / kRecordName);
  if (!record) return record.error();
  std::set<std::string> obstacles, bodies;
  std::size_t elements = 0;
  for (const RunBody& body : record->bodies) {
    for (const char* extension : {".obj", ".pc2"})
      if (!open_run_file(folder, body.name + extension))
        return not_drawn(folder.string(), "a file of " + body.name + " is missing");
    if (body.kind == BodyKind::obstacle) obstacles.insert(body.name);
    bodies.insert(body.name);
    elements += body.triangles + body.segments;
  }
  if (elements > kMaxElements) return not_drawn(folder.string(), "the run is too large for a small picture");
  const auto sequence = FrameSequence::open_folder(folder);
  if (!sequence) return sequence.error();
  for (const FrameSource& source : sequence->sources())
    if (!bodies.contains(source.name)) return not_drawn(folder.string(), source.name + " is not a body of the run");
  if (sequence->size() == 0) return not_drawn(folder.string(), "the run has no frames");
  const auto frame = sequence->load(sequence->size() - 1);
  if (!frame) return frame.error();
  return draw(*frame, obstacles, record->up, folder.string());
}

}  // namespace muslin::app
