// The program of the README, made to check itself.
#include <cstdio>
#include <muslin/muslin.hpp>

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
  return report.clean() && time && *time < 0.5 && *time > 0.499 ? 0 : 1;
}
