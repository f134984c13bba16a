#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/io/mesh/mesh_file.hpp>

#include "audit_report.hpp"
#include "command.hpp"
#include "mesh_findings.hpp"
#include "preflight.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

struct CheckArguments {
  std::vector<std::string> paths;
  std::vector<std::string> overrides;
  std::size_t max_listed = 5;
  int threads = 0;
};

bool is_scene(const std::string& path) { return std::filesystem::path(path).extension() == ".json"; }

/// Checks all meshes together as one scene.
ExitCode check_meshes(const std::vector<std::string>& paths, std::size_t max_listed) {
  Frame scene;
  bool all_finite = true;
  for (const std::string& path : paths) {
    std::vector<std::string> warnings;
    const auto mesh = read_mesh(path, {.allow_non_finite = true, .warnings = &warnings});
    if (!mesh) return report(mesh.error());
    const MeshCheck check = check_mesh(*mesh);
    write_out("{}: {} vertices, {} triangles, {} segments; {}\n", path, mesh->positions.size(), mesh->triangles.size(),
              mesh->segments.size(), size_text(check));
    for (const std::string& warning : warnings) print_warning(warning);
    print_findings(check);
    all_finite = all_finite && check.non_finite_vertices.count == 0;
    append_body(scene, std::filesystem::path(path).stem().string(), *mesh, mesh->positions);
  }
  const AuditedFrame audited = audit_frame(scene, ObstacleNames({}), max_listed);
  write_out("{}\n", count_intersections(audited.report.intersections));
  for (const std::string& pair : audited.pairs) write_out("  {}\n", pair);
  if (audited.report.intersections > audited.pairs.size())
    write_out("  and {} more\n", audited.report.intersections - audited.pairs.size());
  if (audited.report.undecidable > 0)
    write_out("{} element{} could not be audited: a vertex is not a finite number\n", audited.report.undecidable,
              audited.report.undecidable == 1 ? "" : "s");
  if (audited.report.intersections > 0) return kIntersections;
  return all_finite ? kDone : kFileUnreadable;
}

ExitCode check_all(const CheckArguments& arguments) {
  std::vector<std::string> scenes = arguments.paths;
  const auto first_mesh = std::stable_partition(scenes.begin(), scenes.end(), is_scene);
  const std::vector<std::string> meshes(first_mesh, scenes.end());
  scenes.erase(first_mesh, scenes.end());
  if (!arguments.overrides.empty() && scenes.empty()) return refuse("--set: changes scenes, but no scene was given");

  ExitCode code = kDone;
  for (const std::string& scene : scenes) {
    const ExitCode found =
        check_scene_file(scene, {.overrides = arguments.overrides, .max_listed = arguments.max_listed});
    if (found != kDone && found != kIntersections) return found;
    code = std::max(code, found);
  }
  return meshes.empty() ? code : std::max(code, check_meshes(meshes, arguments.max_listed));
}

}  // namespace

CommandAction add_check(CLI::App& parser) {
  auto arguments = std::make_shared<CheckArguments>();
  parser.footer(
      "A scene is checked as a whole before it is run. Meshes given together form one scene. Elements are numbered\n"
      "from 0. The exit code is 6 if anything intersects, except obstacles with each other, and 4 if a vertex is not\n"
      "finite. Warnings alone do not change it.");
  parser.add_option("paths", arguments->paths, "Scenes (.json) or meshes (.obj, .ply)")->required();
  parser.add_option("--set", arguments->overrides, "Change a setting of the scene, e.g. time.step=2ms (repeatable)")
      ->allow_extra_args(false);
  parser.add_option("--first", arguments->max_listed, "Number of intersections to list")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  parser.add_option("--threads", arguments->threads, "Number of threads; 0 uses all")->check(CLI::Range(0, 1024));
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = check_all(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
