#include <algorithm>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>

namespace muslin {

/// The sparsity pattern of the matrix over all rows, and its factors.
struct RowSystem::Pattern {
  struct Pair {  ///< two rows that share a node
    std::uint32_t first_row, second_row;
    std::uint8_t first_gradient, second_gradient;
    std::size_t slot;
  };
  std::vector<Pair> vertex_pairs, patch_pairs;
  LowerPattern lower;
  SparseLdlt ldlt;
  std::vector<double> values;
  std::vector<std::uint8_t> idle;
};

RowSystem::RowSystem(std::vector<NodeGradients> rows, std::size_t vertex_nodes, std::size_t nodes)
    : rows_(std::move(rows)), mobility_(nodes), vertex_nodes_(vertex_nodes), at_node_(nodes), active_(rows_.size(), 0) {
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t k = 0; k < kNodesPerRow; ++k)
      if (rows_[r][k].node >= 0)
        at_node_[static_cast<std::size_t>(rows_[r][k].node)].emplace_back(r, static_cast<std::uint8_t>(k));
}

RowSystem::~RowSystem() = default;
RowSystem::RowSystem(RowSystem&&) noexcept = default;
RowSystem& RowSystem::operator=(RowSystem&&) noexcept = default;

std::unique_ptr<RowSystem::Pattern> RowSystem::make_pattern() const {
  auto pattern = std::make_unique<Pattern>();
  // The rows of a node are in ascending order.
  const auto for_each_pair = [&](const auto& visit) {
    for (std::size_t n = 0; n < at_node_.size(); ++n)
      for (std::size_t i = 0; i < at_node_[n].size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) visit(n, at_node_[n][i], at_node_[n][j]);
  };
  std::vector<std::vector<std::int32_t>> below(rows_.size());  // the rows of each column
  for (std::size_t r = 0; r < below.size(); ++r) below[r].push_back(static_cast<std::int32_t>(r));
  for_each_pair(
      [&](std::size_t, const auto& a, const auto& b) { below[b.first].push_back(static_cast<std::int32_t>(a.first)); });
  LowerPattern& lower = pattern->lower;
  lower.column_begin.push_back(0);
  for (std::vector<std::int32_t>& column : below) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    lower.row.insert(lower.row.end(), column.begin(), column.end());
    lower.column_begin.push_back(static_cast<std::int32_t>(lower.row.size()));
  }
  pattern->ldlt = SparseLdlt(lower);
  pattern->values.resize(lower.row.size());
  pattern->idle.resize(rows_.size());
  for_each_pair([&](std::size_t node, const auto& a, const auto& b) {
    const auto begin = lower.row.begin() + lower.column_begin[b.first];
    const auto end = lower.row.begin() + lower.column_begin[b.first + 1];
    const auto row = static_cast<std::int32_t>(a.first);
    const auto slot = static_cast<std::size_t>(std::lower_bound(begin, end, row) - lower.row.begin());
    (node < vertex_nodes_ ? pattern->vertex_pairs : pattern->patch_pairs)
        .push_back({a.first, b.first, a.second, b.second, slot});
  });
  return pattern;
}

bool RowSystem::factorise(std::span<const std::uint8_t> active, double shift) {
  active_.assign(active.begin(), active.end());
  active_count_ = static_cast<std::size_t>(std::count(active.begin(), active.end(), 1));
  if (active_count_ == 0) return true;
  if (!pattern_) pattern_ = make_pattern();
  std::vector<double>& values = pattern_->values;
  std::fill(values.begin(), values.end(), 0.0);
  for (const Pattern::Pair& pair : pattern_->vertex_pairs) {
    if (active_[pair.first_row] == 0 || active_[pair.second_row] == 0) continue;
    const NodeGradient& a = rows_[pair.first_row][pair.first_gradient];
    const NodeGradient& b = rows_[pair.second_row][pair.second_gradient];
    values[pair.slot] += mobility_[static_cast<std::size_t>(a.node)].inverse_mass * a.translation.dot(b.translation);
  }
  for (const Pattern::Pair& pair : pattern_->patch_pairs) {
    if (active_[pair.first_row] == 0 || active_[pair.second_row] == 0) continue;
    const NodeGradient& a = rows_[pair.first_row][pair.first_gradient];
    const NodeGradient& b = rows_[pair.second_row][pair.second_gradient];
    const Mobility& mobility = mobility_[static_cast<std::size_t>(a.node)];
    values[pair.slot] += mobility.inverse_mass * a.translation.dot(b.translation) +
                         a.rotation.dot(mobility.inverse_inertia * b.rotation);
  }
  for (std::size_t r = 0; r < pattern_->lower.size(); ++r) {
    double& diagonal = values[static_cast<std::size_t>(pattern_->lower.column_begin[r])];
    diagonal = diagonal > 0.0 ? diagonal * (1.0 + shift) : 1.0;
  }
  for (std::size_t r = 0; r < active_.size(); ++r) pattern_->idle[r] = active_[r] != 0 ? 0 : 1;
  return pattern_->ldlt.factorise(values, pattern_->idle);
}

void RowSystem::solve(std::span<const double> b, std::span<double> lambda) {
  std::fill(lambda.begin(), lambda.end(), 0.0);
  if (active_count_ == 0) return;
  for (std::size_t r = 0; r < active_.size(); ++r)
    if (active_[r] != 0) lambda[r] = b[r];
  pattern_->ldlt.solve(lambda);
}

void RowSystem::add_response(std::span<const double> lambda, Motion& motion) const {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (lambda[r] == 0.0) continue;
    for (const NodeGradient& gradient : rows_[r]) {
      if (gradient.node < 0) continue;
      const auto node = static_cast<std::size_t>(gradient.node);
      motion.translation[node] += (mobility_[node].inverse_mass * lambda[r]) * gradient.translation;
      if (node >= vertex_nodes_)
        motion.rotation[node] += mobility_[node].inverse_inertia * (lambda[r] * gradient.rotation);
    }
  }
}

double RowSystem::change(std::size_t r, const Motion& motion) const {
  double sum = 0.0;
  for (const NodeGradient& gradient : rows_[r]) {
    if (gradient.node < 0) continue;
    const auto node = static_cast<std::size_t>(gradient.node);
    sum += gradient.translation.dot(motion.translation[node]) + gradient.rotation.dot(motion.rotation[node]);
  }
  return sum;
}

}  // namespace muslin
