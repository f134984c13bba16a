#include "mesh_findings.hpp"

#include <fmt/format.h>

#include "text_output.hpp"

namespace muslin::app {

std::string size_text(const MeshCheck& check) {
  // Because of rounding, a flat sheet that was rotated has a small thickness.
  const double rounding = 1e-12 * check.box_low.cwiseAbs().cwiseMax(check.box_high.cwiseAbs()).maxCoeff();
  const auto shown = [rounding](const Vec3& v) { return Vec3((v.array().abs() > rounding).select(v, 0.0)); };
  const Vec3 size = shown(check.size()), low = shown(check.box_low);
  return fmt::format("{:.4g} x {:.4g} x {:.4g} m from ({:.4g}, {:.4g}, {:.4g})", size.x(), size.y(), size.z(), low.x(),
                     low.y(), low.z());
}

void print_findings(const MeshCheck& check) {
  for (const std::string& warning : mesh_warnings(check)) print_warning(warning);
}

void print_warning(const std::string& text) { write_out("  warning: {}\n", escaped(text)); }

}  // namespace muslin::app
