#include <Eigen/SparseCholesky>
#include <algorithm>
#include <muslin/core/tolerances.hpp>
#include <muslin/filter/row_system.hpp>

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
  Eigen::SparseMatrix<double> lower;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> ldlt;
  Eigen::VectorXd right_side, solution;
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
  const auto size = static_cast<Eigen::Index>(pattern->rows.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index r = 0; r < size; ++r) entries.emplace_back(r, r, 1.0);
  const auto for_each_pair = [&](const auto& visit) {
    for (std::size_t n = 0; n < at_node_.size(); ++n)
      for (std::size_t i = 0; i < at_node_[n].size(); ++i) {
        if (pattern->index_of_row[at_node_[n][i].first] < 0) continue;
        for (std::size_t j = 0; j <= i; ++j)
          if (pattern->index_of_row[at_node_[n][j].first] >= 0) visit(n, at_node_[n][i], at_node_[n][j]);
      }
  };
  for_each_pair([&](std::size_t, const auto& a, const auto& b) {
    if (a.first != b.first) entries.emplace_back(pattern->index_of_row[a.first], pattern->index_of_row[b.first], 1.0);
  });
  Eigen::SparseMatrix<double>& lower = pattern->lower;
  lower.resize(size, size);
  lower.setFromTriplets(entries.begin(), entries.end());
  if (size > 0) pattern->ldlt.analyzePattern(lower);
  pattern->right_side.resize(size);
  for_each_pair([&](std::size_t node, const auto& a, const auto& b) {
    const std::int32_t row = pattern->index_of_row[a.first], column = pattern->index_of_row[b.first];
    const int* begin = lower.innerIndexPtr() + lower.outerIndexPtr()[column];
    const int* end = lower.innerIndexPtr() + lower.outerIndexPtr()[column + 1];
    const auto slot = static_cast<std::size_t>(std::lower_bound(begin, end, row) - lower.innerIndexPtr());
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
  Eigen::SparseMatrix<double>& lower = pattern_->lower;
  double* const values = lower.valuePtr();
  std::fill(values, values + lower.nonZeros(), 0.0);
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
  for (Eigen::Index r = 0; r < lower.cols(); ++r) {
    double& diagonal = values[lower.outerIndexPtr()[r]];
    diagonal = diagonal > 0.0 ? diagonal * (1.0 + shift) : 1.0;
  }
  pattern_->ldlt.factorize(lower);
  return pattern_->ldlt.info() == Eigen::Success && pattern_->ldlt.vectorD().allFinite();
}

void RowSystem::solve(std::span<const double> b, std::span<double> lambda) {
  std::fill(lambda.begin(), lambda.end(), 0.0);
  if (active_count_ == 0) return;
  Pattern& pattern = *pattern_;
  for (std::size_t i = 0; i < pattern.rows.size(); ++i)
    pattern.right_side[static_cast<Eigen::Index>(i)] = active_[pattern.rows[i]] != 0 ? b[pattern.rows[i]] : 0.0;
  pattern.solution = pattern.ldlt.solve(pattern.right_side);
  for (std::size_t i = 0; i < pattern.rows.size(); ++i)
    if (active_[pattern.rows[i]] != 0) lambda[pattern.rows[i]] = pattern.solution[static_cast<Eigen::Index>(i)];
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
