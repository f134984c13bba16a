#include <tests/support/row_grid.hpp>
#include <vector>

namespace muslin::test {

RowSystem row_grid(int n, double noise, Random& random) {
  const auto nodes = static_cast<std::size_t>(n * n);
  std::vector<Vec3> x;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) x.emplace_back(Vec3(i, 0.0, j) + noise * random.in_box(1.0));
  std::vector<RowSystem::NodeGradients> gradients;
  std::vector<Vec3> edges;
  const auto add = [&](int a, int b) {
    RowSystem::NodeGradients row;
    std::size_t count = 0;
    for (const int v : {a, b})
      if (v > 0) row[count++].node = v;
    gradients.push_back(row);
    edges.push_back(x[static_cast<std::size_t>(a)] - x[static_cast<std::size_t>(b)]);
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j + 1 < n; ++j) add(i * n + j, i * n + j + 1);
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j < n; ++j) add(i * n + j, (i + 1) * n + j);
  RowSystem rows(std::move(gradients), nodes, nodes);
  for (std::size_t v = 1; v < nodes; ++v) rows.mobility(v).inverse_mass = random.uniform(0.5, 2.0);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    RowSystem::NodeGradients& row = rows.row(r);
    const double sign = row[1].node < 0 ? -1.0 : 1.0;  // the held one comes first in its rows
    row[0].translation = sign * edges[r];
    row[0].coefficient = sign;
    if (row[1].node < 0) continue;
    row[1].translation = -edges[r];
    row[1].coefficient = -1.0;
  }
  return rows;
}

}  // namespace muslin::test
