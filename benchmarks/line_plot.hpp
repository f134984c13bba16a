#pragma once
#include <string>
#include <vector>

namespace muslin::bench {

/// A curve with one value y for each x; a value that is not finite leaves a gap.
struct Curve {
  std::string name;
  std::vector<double> x, y;
};

/// A diagram with titles and curves.
struct Panel {
  std::string title, x_title, y_title;
  std::vector<Curve> curves;
};

/// Draws panels below each other as SVG, with axes from zero to the largest value and a legend beside each panel.
[[nodiscard]] std::string line_plot(const std::vector<Panel>& panels);

}  // namespace muslin::bench
