#include <algorithm>
#include <muslin/core/tolerances.hpp>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/sparse_ldlt.hpp>

namespace muslin {
namespace {

/// How many rows more than the active ones a pattern may have before a smaller one is worth its while [1].
constexpr double kSpareRows = 2.0;

}  // namespace

/// The entries of some of the rows, and the factors of their matrix.
struct RowSystem::Pattern {
  struct Pair {  ///< two rows that share a node
    std::uint32_t first_row, second_row;
    std::uint8_t first_handle, second_handle;
    std::size_t slot;
  };
  std::vector<std::uint32_t> rows;
  std::vector<std::int32_t> index_of_row;  ///< -1: it is not there
  std::vector<Pair> vertex_pairs, patch_pairs;
  LowerPattern lower;
  SparseLdlt ldlt;
  std::vector<double> values, solution;
};

RowSystem::RowSystem(std::vector<Handles> rows, std::size_t vertex_nodes, std::size_t nodes)
    : rows_(std::move(rows)), mobility_(nodes), vertex_nodes_(vertex_nodes), at_node_(nodes), active_(rows_.size(), 0) {
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t k = 0; k < kHandles; ++k)
      if (rows_[r][k].node >= 0)
        at_node_[static_cast<std::size_t>(rows_[r][k].node)].emplace_back(r, static_cast<std::uint8_t>(k));
}

RowSystem::~RowSystem() = default;
RowSystem::RowSystem(RowSystem&&) noexcept = default;
RowSystem& RowSystem::operator=(RowSystem&&) noexcept = default;

std::unique_ptr<RowSystem::Pattern> RowSystem::make_pattern(std::span<const std::uint8_t> wanted) const {
  auto pattern = std::make_unique<Pattern>();
  pattern->index_of_row.assign(rows_.size(), -1);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (wanted[r] == 0) continue;
    pattern->index_of_row[r] = static_cast<std::int32_t>(pattern->rows.size());
    pattern->rows.push_back(static_cast<std::uint32_t>(r));
  }
  std::vector<std::vector<std::int32_t>> below(pattern->rows.size());  // of each column: its rows
  for (std::size_t r = 0; r < below.size(); ++r) below[r].push_back(static_cast<std::int32_t>(r));
  const auto for_each_pair = [&](const auto& visit) {
    for (std::size_t n = 0; n < at_node_.size(); ++n)
      for (std::size_t i = 0; i < at_node_[n].size(); ++i) {
        if (pattern->index_of_row[at_node_[n][i].first] < 0) continue;
        for (std::size_t j = 0; j <= i; ++j)
          if (pattern->index_of_row[at_node_[n][j].first] >= 0) visit(n, at_node_[n][i], at_node_[n][j]);
      }
  };
  // Later rows of a node have larger indices.
  for_each_pair([&](std::size_t, const auto& a, const auto& b) {
    below[static_cast<std::size_t>(pattern->index_of_row[b.first])].push_back(pattern->index_of_row[a.first]);
  });
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
  pattern->solution.resize(lower.size());
  for_each_pair([&](std::size_t node, const auto& a, const auto& b) {
    const std::int32_t row = pattern->index_of_row[a.first];
    const auto column = static_cast<std::size_t>(pattern->index_of_row[b.first]);
    const auto begin = lower.row.begin() + lower.column_begin[column];
    const auto end = lower.row.begin() + lower.column_begin[column + 1];
    const auto slot = static_cast<std::size_t>(std::lower_bound(begin, end, row) - lower.row.begin());
    (node < vertex_nodes_ ? pattern->vertex_pairs : pattern->patch_pairs)
        .push_back({a.first, b.first, a.second, b.second, slot});
  });
  return pattern;
}

bool RowSystem::fits(const Pattern& pattern) const {
  if (static_cast<double>(pattern.rows.size()) > kSpareRows * static_cast<double>(active_count_)) return false;
  for (std::size_t r = 0; r < active_.size(); ++r)
    if (active_[r] != 0 && pattern.index_of_row[r] < 0) return false;
  return true;
}

bool RowSystem::factorise(std::span<const std::uint8_t> active, double shift) {
  active_.assign(active.begin(), active.end());
  active_count_ = static_cast<std::size_t>(std::count(active.begin(), active.end(), 1));
  if (active_count_ == 0) return true;
  if (!pattern_ || !fits(*pattern_)) pattern_ = make_pattern(active);
  std::vector<double>& values = pattern_->values;
  std::fill(values.begin(), values.end(), 0.0);
  for (const Pattern::Pair& pair : pattern_->vertex_pairs) {
    if (active_[pair.first_row] == 0 || active_[pair.second_row] == 0) continue;
    const RowHandle& a = rows_[pair.first_row][pair.first_handle];
    const RowHandle& b = rows_[pair.second_row][pair.second_handle];
    values[pair.slot] += mobility_[static_cast<std::size_t>(a.node)].inverse_mass * a.way.dot(b.way);
  }
  for (const Pattern::Pair& pair : pattern_->patch_pairs) {
    if (active_[pair.first_row] == 0 || active_[pair.second_row] == 0) continue;
    const RowHandle& a = rows_[pair.first_row][pair.first_handle];
    const RowHandle& b = rows_[pair.second_row][pair.second_handle];
    const Mobility& mobility = mobility_[static_cast<std::size_t>(a.node)];
    values[pair.slot] += mobility.inverse_mass * a.way.dot(b.way) + a.turn.dot(mobility.inverse_inertia * b.turn);
  }
  for (std::size_t r = 0; r < pattern_->lower.size(); ++r) {
    double& diagonal = values[static_cast<std::size_t>(pattern_->lower.column_begin[r])];
    diagonal = diagonal > 0.0 ? diagonal * (1.0 + shift) : 1.0;
  }
  return pattern_->ldlt.factorise(values);
}

void RowSystem::solve(std::span<const double> b, std::span<double> lambda) {
  std::fill(lambda.begin(), lambda.end(), 0.0);
  if (active_count_ == 0) return;
  Pattern& pattern = *pattern_;
  for (std::size_t i = 0; i < pattern.rows.size(); ++i)
    pattern.solution[i] = active_[pattern.rows[i]] != 0 ? b[pattern.rows[i]] : 0.0;
  pattern.ldlt.solve(pattern.solution);
  for (std::size_t i = 0; i < pattern.rows.size(); ++i)
    if (active_[pattern.rows[i]] != 0) lambda[pattern.rows[i]] = pattern.solution[i];
}

void RowSystem::add_response(std::span<const double> lambda, Motion& motion) const {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (lambda[r] == 0.0) continue;
    for (const RowHandle& handle : rows_[r]) {
      if (handle.node < 0) continue;
      const auto node = static_cast<std::size_t>(handle.node);
      motion.way[node] += (mobility_[node].inverse_mass * lambda[r]) * handle.way;
      if (node >= vertex_nodes_) motion.turn[node] += mobility_[node].inverse_inertia * (lambda[r] * handle.turn);
    }
  }
}

double RowSystem::change(std::size_t r, const Motion& motion) const {
  double sum = 0.0;
  for (const RowHandle& handle : rows_[r]) {
    if (handle.node < 0) continue;
    const auto node = static_cast<std::size_t>(handle.node);
    sum += handle.way.dot(motion.way[node]) + handle.turn.dot(motion.turn[node]);
  }
  return sum;
}

}  // namespace muslin
