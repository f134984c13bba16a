#include "mesh_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muslin::app {
namespace {

void warn(const Finding& finding, const char* singular, const char* plural, const char* remedy) {
  if (finding.count == 0) return;
  print_warning(fmt::format("{} {} ({}{}); {}", finding.count, finding.count == 1 ? singular : plural,
                            fmt::join(finding.first, ", "), finding.count > finding.first.size() ? ", ..." : "",
                            remedy));
}

}  // namespace

std::string size_text(const MeshCheck& check) {
  // Because of rounding, a flat sheet that was rotated has a small thickness.
  const double least = 1e-12 * check.box_low.cwiseAbs().cwiseMax(check.box_high.cwiseAbs()).maxCoeff();
  const auto shown = [least](const Vec3& v) { return Vec3((v.array().abs() > least).select(v, 0.0)); };
  const Vec3 size = shown(check.size()), low = shown(check.box_low);
  return fmt::format("{:.4g} x {:.4g} x {:.4g} m from ({:.4g}, {:.4g}, {:.4g})", size.x(), size.y(), size.z(), low.x(),
                     low.y(), low.z());
}

void print_findings(const MeshCheck& check) {
  warn(check.non_finite_vertices, "vertex is not a finite number", "vertices are not finite numbers",
       "repair them in the program that exported the file");
  warn(check.isolated_vertices, "isolated vertex", "isolated vertices", "they will not be simulated");
  warn(check.duplicate_vertices, "vertex at the position of another", "vertices at the position of another",
       "merge them by distance unless the seam is meant to be open");
  warn(check.degenerate_triangles, "triangle without area", "triangles without area", "dissolve them");
  warn(check.duplicate_triangles, "duplicate triangle", "duplicate triangles", "remove the duplicates");
  warn(check.inverted_triangles, "triangle is oriented opposite to its neighbour",
       "triangles are oriented opposite to their neighbour", "recalculate the normals");
  warn(check.non_manifold_edges, "edge with more than two triangles, at vertex",
       "edges with more than two triangles, at vertices",
       "correct for a seam of three panels, otherwise separate them");
  warn(check.degenerate_segments, "segment without length", "segments without length", "remove them");
  if (const std::string warning = unit_warning(check.size()); !warning.empty()) print_warning(warning);
}

void print_warning(const std::string& text) { fmt::print("  warning: {}\n", text); }

}  // namespace muslin::app
