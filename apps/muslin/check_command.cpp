#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/mesh_check.hpp>
#include <muslin/io/mesh_file.hpp>

#include "audit_report.hpp"
#include "command.hpp"

namespace muslin::app {
namespace {

struct CheckArguments {
  std::vector<std::string> paths;
  int threads = 0;
};

void warn(const Finding& finding, const char* singular, const char* plural, const char* remedy) {
  if (finding.count == 0) return;
  fmt::print("  warning: {} {} ({}{}); {}\n", finding.count, finding.count == 1 ? singular : plural,
             fmt::join(finding.first, ", "), finding.count > finding.first.size() ? ", ..." : "", remedy);
}

void print_check(const std::string& path, const Mesh& mesh, const MeshCheck& check) {
  const Vec3 size = check.size();
  fmt::print("{}: {} vertices, {} triangles, {} segments; {:.4g} x {:.4g} x {:.4g} m from ({:.4g}, {:.4g}, {:.4g})\n",
             path, mesh.positions.size(), mesh.triangles.size(), mesh.segments.size(), size.x(), size.y(), size.z(),
             check.box_low.x(), check.box_low.y(), check.box_low.z());
  warn(check.non_finite_vertices, "vertex is not a finite number", "vertices are not finite numbers",
       "repair them in the program that wrote the file");
  warn(check.isolated_vertices, "isolated vertex", "isolated vertices", "they will not be simulated");
  warn(check.duplicate_vertices, "vertex at the place of another", "vertices at the place of another",
       "merge them by distance, or a seam is open there");
  warn(check.degenerate_triangles, "triangle without area", "triangles without area", "dissolve them");
  warn(check.duplicate_triangles, "triangle that is there twice", "triangles that are there twice",
       "remove one of each");
  warn(check.inverted_triangles, "triangle faces the other way than its neighbour",
       "triangles face the other way than their neighbour", "recalculate the normals");
  warn(check.non_manifold_edges, "edge with more than two triangles, at vertex",
       "edges with more than two triangles, at vertices", "fine for a seam of three panels, else separate them");
  warn(check.degenerate_segments, "segment without length", "segments without length", "remove them");
  if (const std::string warning = unit_warning(size); !warning.empty()) fmt::print("  warning: {}\n", warning);
}

ExitCode check_all(const CheckArguments& arguments) {
  Frame scene;
  bool all_finite = true;
  for (const std::string& path : arguments.paths) {
    const auto mesh = read_mesh(path, {.allow_non_finite = true});
    if (!mesh) return report(mesh.error());
    const MeshCheck check = check_mesh(*mesh);
    print_check(path, *mesh, check);
    all_finite = all_finite && check.non_finite_vertices.count == 0;
    append_body(scene, std::filesystem::path(path).stem().string(), *mesh, mesh->positions);
  }
  const AuditedFrame audited = audit_frame(scene, ObstacleNames({}), 5);
  fmt::print("{}\n", count_intersections(audited.report.intersections));
  for (const std::string& pair : audited.pairs) fmt::print("  {}\n", pair);
  if (audited.report.intersections > audited.pairs.size())
    fmt::print("  and {} more\n", audited.report.intersections - audited.pairs.size());
  if (audited.report.undecidable > 0)
    fmt::print("{} element{} could not be decided: a vertex is not a finite number\n", audited.report.undecidable,
               audited.report.undecidable == 1 ? "" : "s");
  if (audited.report.intersections > 0) return kIntersections;
  return all_finite ? kDone : kFileUnreadable;
}

}  // namespace

Run add_check(CLI::App& parser) {
  auto arguments = std::make_shared<CheckArguments>();
  parser.footer(
      "Meshes given together are one scene. Numbers count from 0. Exit code 6 if anything intersects, 4 if a\n"
      "vertex is not finite; warnings alone do not change it.");
  parser.add_option("meshes", arguments->paths, "Meshes (.obj, .ply)")->required();
  parser.add_option("--threads", arguments->threads, "Threads to use; 0: all")->check(CLI::Range(0, 1024));
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = check_all(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
