#pragma once
#include <string>
#include <vector>

namespace muslin::bench {

/// A curve: one value for each place; what is not finite leaves a gap.
struct Curve {
  std::string name;
  std::vector<double> x, y;
};

struct Panel {
  std::string title, x_title, y_title;
  std::vector<Curve> curves;
};

/// Panels below each other, as SVG: axes from zero to the largest value, a legend beside each.
[[nodiscard]] std::string line_plot(const std::vector<Panel>& panels);

}  // namespace muslin::bench
