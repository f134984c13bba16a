// The programs of the README, and of somebody who embeds the library, made to check themselves.
#include <cstdio>
#include <fstream>
#include <muslin/muslin.hpp>

/// A sheet of cotton that is pinned at a corner.
muslin::Scene hanging_sheet() {
  muslin::SceneBody sheet;
  sheet.body.name = "sheet";
  sheet.body.mesh = muslin::make_grid({.vertices = {10, 10}}).value();
  sheet.body.fabric = muslin::find_fabric("cotton")->fabric;
  sheet.scripts.push_back({.vertices = {muslin::VertexId(0)}, .motion = nullptr});
  muslin::Scene scene;
  scene.bodies.push_back(sheet);
  return scene;
}

/// Whether the middle of the sheet sinks.
bool sheet_falls() {
  auto simulator = muslin::Simulator::create(hanging_sheet());
  if (!simulator) return std::puts(simulator.error().message().c_str()), false;
  for (int frame = 0; frame < 6; ++frame) {
    const auto outcome = simulator->advance();
    if (!outcome || outcome->divergence) return false;
  }
  return simulator->state().position[55].y() < -0.1;
}

/// Keeps the height of one vertex in each frame.
class HeightSink final : public muslin::FrameSink {
 public:
  muslin::Status begin(const muslin::RunStart& start) override {
    heights.resize(static_cast<std::size_t>(start.kept_frames));
    return muslin::Done{};
  }
  muslin::Status append(const muslin::RunFrame& frame) override {
    heights.push_back(frame.state.position.back().y());
    return muslin::Done{};
  }

  std::vector<double> heights;
};

/// Ends the run after so many frames.
class ImpatientObserver final : public muslin::RunObserver {
 public:
  explicit ImpatientObserver(int frames) : left_(frames) {}
  void on_step(const muslin::StepReport&) override { ++steps; }
  void on_frame(const muslin::FinishedFrame&) override { --left_; }
  muslin::Interrupt requested() override {
    return left_ > 0 ? muslin::Interrupt::none : muslin::Interrupt::after_frame;
  }

  int steps = 0;

 private:
  int left_;
};

/// Whether a scene made in code runs into a sink of our own, and ends when our observer asks for it.
bool sink_and_observer_follow() {
  auto simulator = muslin::Simulator::create(hanging_sheet());
  if (!simulator) return std::puts(simulator.error().message().c_str()), false;
  HeightSink sink;
  ImpatientObserver observer(3);
  const muslin::FramesOutcome outcome = muslin::run_frames(10, *simulator, sink, observer);
  return outcome.ending == muslin::FramesOutcome::Ending::interrupted && sink.heights.size() == 4 &&
         sink.heights.back() < sink.heights.front() && observer.steps >= 3;
}

/// Whether a start that intersects is refused, and says so.
bool intersecting_start_is_refused() {
  muslin::Scene scene = hanging_sheet();
  scene.bodies.push_back(scene.bodies.front());  // in the same place
  scene.bodies.back().body.name = "copy";
  scene.collision.start = muslin::StartPolicy::refuse;
  const auto refused = muslin::Simulator::create(scene);
  return !refused && refused.error().kind == muslin::Error::Kind::start_intersects;
}

/// Whether a scene file runs into a folder, with our sink beside the caches.
bool scene_file_runs_into_a_folder() {
  std::ofstream("sheet.json") << R"({"version": 1, "time": {"frames": 2},
      "bodies": [{"name": "sheet", "cloth": {"grid": [4, 4], "size": [1, 1]}, "pins": [{"vertices": [0]}]}]})";
  HeightSink sink;
  muslin::RunObserver observer;
  muslin::RunRequest request;
  request.scene = "sheet.json";
  request.folder = "sheet.run";
  request.existing = muslin::ExistingRun::replace;
  request.sinks = {&sink};
  const auto result = muslin::run_scene(request, observer);
  if (!result) return std::puts(result.error().message().c_str()), false;
  return result->ending == muslin::RunResult::Ending::complete && result->record.audit.bad_frames == 0 &&
         sink.heights.size() == 3;
}

int main() {
  const auto written = muslin::write_mesh("shirt.obj", *muslin::make_sphere());
  if (!written) return std::puts(written.error().message().c_str()), 1;

  const auto mesh = muslin::read_mesh("shirt.obj");
  if (!mesh) return std::puts(mesh.error().message().c_str()), 1;
  const auto report = muslin::audit({.positions = mesh->positions, .triangles = mesh->triangles});
  std::printf("muslin %s: %zu intersections\n", MUSLIN_VERSION, report.intersections);

  muslin::StencilMotion motion;
  motion.start = {muslin::Vec3(0, 0, 0), muslin::Vec3(1, 0, 0), muslin::Vec3(0, 1, 0), muslin::Vec3(.2, .2, 1)};
  motion.end = motion.start;
  motion.end[3].z() = -1;
  const auto time = muslin::time_of_impact(muslin::StencilKind::vertex_triangle, motion, /*separation=*/0.001);
  std::printf("contact at %g\n", time.value_or(-1));
  const bool embeds = sink_and_observer_follow() && intersecting_start_is_refused() && scene_file_runs_into_a_folder();
  std::printf("embedded: %s\n", embeds ? "yes" : "no");
  return report.clean() && sheet_falls() && embeds && time && *time < 0.5 && *time > 0.499 ? 0 : 1;
}
