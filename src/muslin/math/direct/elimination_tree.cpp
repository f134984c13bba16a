#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <muslin/math/direct/elimination_tree.hpp>
#include <utility>

namespace muslin {
namespace {

std::vector<std::int32_t> minimum_degree_order(const LowerPattern& pattern) {
  const auto n = static_cast<Eigen::Index>(pattern.size());
  if (n < 1) return {};
  const std::vector<double> values(pattern.row.size(), 1.0);
  const Eigen::Map<const Eigen::SparseMatrix<double>> lower(
      n, n, static_cast<Eigen::Index>(values.size()), pattern.column_begin.data(), pattern.row.data(), values.data());
  const Eigen::SparseMatrix<double> whole = lower.selfadjointView<Eigen::Lower>();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(whole, order);
  return {order.indices().data(), order.indices().data() + n};
}

std::vector<std::int32_t> inverse_of(std::span<const std::int32_t> order) {
  std::vector<std::int32_t> inverse(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) inverse[order[k]] = static_cast<std::int32_t>(k);
  return inverse;
}

/// Returns, for each row of the reordered lower triangle, the columns in which it has entries left of the diagonal.
std::vector<std::vector<std::int32_t>> columns_by_row(const LowerPattern& pattern,
                                                      std::span<const std::int32_t> place) {
  std::vector<std::vector<std::int32_t>> columns(pattern.size());
  for (std::size_t j = 0; j < pattern.size(); ++j)
    for (const std::int32_t i : pattern.column(j)) {
      const auto [low, high] = std::minmax(place[j], place[i]);
      if (low != high) columns[high].push_back(low);
    }
  return columns;
}

/// Returns an order in which children come before their parents, and the children of one parent keep their order.
std::vector<std::int32_t> postorder(std::span<const std::int32_t> parent) {
  const std::size_t n = parent.size();
  std::vector<std::int32_t> last_child(n + 1, -1), before(n, -1), order, path;
  for (std::size_t k = 0; k < n; ++k)
    before[k] = std::exchange(last_child[parent[k] < 0 ? n : static_cast<std::size_t>(parent[k])],
                              static_cast<std::int32_t>(k));
  for (std::int32_t root = last_child[n]; root >= 0; root = before[root]) path.push_back(root);
  while (!path.empty()) {
    const std::int32_t node = path.back();
    if (last_child[node] < 0) {
      order.push_back(node);
      path.pop_back();
    }
    for (std::int32_t child = std::exchange(last_child[node], -1); child >= 0; child = before[child])
      path.push_back(child);
  }
  return order;
}

}  // namespace

EliminationTree::EliminationTree(const LowerPattern& pattern)
    : order(minimum_degree_order(pattern)), place(inverse_of(order)), parent(order.size()), count(order.size()) {
  // A row of L has entries on the tree paths from its entries in A up to itself.
  std::vector<std::int32_t> tree(size(), -1), rows(size(), 0), seen(size(), -1);
  const std::vector<std::vector<std::int32_t>> columns = columns_by_row(pattern, place);
  for (std::size_t k = 0; k < size(); ++k) {
    const auto row = static_cast<std::int32_t>(k);
    seen[k] = row;
    for (std::int32_t j : columns[k])
      for (; seen[j] != row; j = tree[j]) {
        if (tree[j] < 0) tree[j] = row;
        ++rows[j];
        seen[j] = row;
      }
  }
  const std::vector<std::int32_t> post = postorder(tree);
  const std::vector<std::int32_t> place_in_post = inverse_of(post);
  for (std::size_t k = 0; k < size(); ++k) {
    parent[k] = tree[post[k]] < 0 ? -1 : place_in_post[tree[post[k]]];
    count[k] = rows[post[k]];
    seen[k] = order[post[k]];
  }
  order = std::move(seen);
  place = inverse_of(order);
}

}  // namespace muslin
