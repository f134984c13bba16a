// The programs of the README, made to check themselves.
#include <cstdio>
#include <muslin/muslin.hpp>

/// Whether the middle of a sheet that is pinned at a corner sinks.
bool sheet_falls() {
  muslin::SceneBody sheet;
  sheet.body.name = "sheet";
  sheet.body.mesh = muslin::make_grid({.vertices = {10, 10}}).value();
  sheet.body.fabric = muslin::find_fabric("cotton")->fabric;
  sheet.scripts.push_back({.vertices = {muslin::VertexId(0)}, .motion = nullptr});
  muslin::Scene scene;
  scene.bodies.push_back(sheet);
  auto simulator = muslin::Simulator::create(scene);
  if (!simulator) return std::puts(simulator.error().message().c_str()), false;
  for (int frame = 0; frame < 6; ++frame) {
    const auto outcome = simulator->advance();
    if (!outcome || outcome->divergence) return false;
  }
  return simulator->state().position[55].y() < -0.1;
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
  return report.clean() && sheet_falls() && time && *time < 0.5 && *time > 0.499 ? 0 : 1;
}
