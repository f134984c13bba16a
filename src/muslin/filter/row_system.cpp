#include <Eigen/SparseCholesky>
#include <algorithm>
#include <muslin/core/tolerances.hpp>
#include <muslin/filter/row_system.hpp>

namespace muslin {

struct RowSystem::Factor {
  Eigen::SparseMatrix<double> lower;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> ldlt;
  Eigen::VectorXd right_side, solution;
};

RowSystem::RowSystem(std::vector<Handles> rows, std::size_t vertex_nodes, std::size_t nodes)
    : rows_(std::move(rows)),
      mobility_(nodes),
      vertex_nodes_(vertex_nodes),
      active_(rows_.size(), 0),
      factor_(std::make_unique<Factor>()) {
  std::vector<std::vector<std::pair<std::uint32_t, std::uint8_t>>> at_node(nodes);
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t k = 0; k < kHandles; ++k)
      if (rows_[r][k].node >= 0)
        at_node[static_cast<std::size_t>(rows_[r][k].node)].emplace_back(r, static_cast<std::uint8_t>(k));

  const auto size = static_cast<Eigen::Index>(rows_.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index r = 0; r < size; ++r) entries.emplace_back(r, r, 1.0);
  for (const auto& list : at_node)
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) entries.emplace_back(list[i].first, list[j].first, 1.0);
  Eigen::SparseMatrix<double>& lower = factor_->lower;
  lower.resize(size, size);
  lower.setFromTriplets(entries.begin(), entries.end());
  if (size > 0) factor_->ldlt.analyzePattern(lower);
  factor_->right_side.resize(size);

  const auto slot = [&](std::uint32_t row, std::uint32_t column) {
    const int* begin = lower.innerIndexPtr() + lower.outerIndexPtr()[column];
    const int* end = lower.innerIndexPtr() + lower.outerIndexPtr()[column + 1];
    return static_cast<std::size_t>(std::lower_bound(begin, end, static_cast<int>(row)) - lower.innerIndexPtr());
  };
  for (std::size_t n = 0; n < nodes; ++n)
    for (std::size_t i = 0; i < at_node[n].size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const auto& [first_row, first_handle] = at_node[n][i];
        const auto& [second_row, second_handle] = at_node[n][j];
        (n < vertex_nodes ? vertex_pairs_ : patch_pairs_)
            .push_back({first_row, second_row, first_handle, second_handle, slot(first_row, second_row)});
      }
}

RowSystem::~RowSystem() = default;
RowSystem::RowSystem(RowSystem&&) noexcept = default;
RowSystem& RowSystem::operator=(RowSystem&&) noexcept = default;

bool RowSystem::factorise(std::span<const std::uint8_t> active) {
  active_.assign(active.begin(), active.end());
  if (rows_.empty()) return true;
  Eigen::SparseMatrix<double>& lower = factor_->lower;
  double* const values = lower.valuePtr();
  std::fill(values, values + lower.nonZeros(), 0.0);
  for (const Pair& pair : vertex_pairs_) {
    if (active_[pair.first_row] == 0 || active_[pair.second_row] == 0) continue;
    const RowHandle& a = rows_[pair.first_row][pair.first_handle];
    const RowHandle& b = rows_[pair.second_row][pair.second_handle];
    values[pair.slot] += mobility_[static_cast<std::size_t>(a.node)].inverse_mass * a.way.dot(b.way);
  }
  for (const Pair& pair : patch_pairs_) {
    if (active_[pair.first_row] == 0 || active_[pair.second_row] == 0) continue;
    const RowHandle& a = rows_[pair.first_row][pair.first_handle];
    const RowHandle& b = rows_[pair.second_row][pair.second_handle];
    const Mobility& mobility = mobility_[static_cast<std::size_t>(a.node)];
    values[pair.slot] += mobility.inverse_mass * a.way.dot(b.way) + a.turn.dot(mobility.inverse_inertia * b.turn);
  }
  for (Eigen::Index r = 0; r < lower.cols(); ++r) {
    double& diagonal = values[lower.outerIndexPtr()[r]];
    diagonal = diagonal > 0.0 ? diagonal * (1.0 + tolerance::kRowShift) : 1.0;
  }
  factor_->ldlt.factorize(lower);
  return factor_->ldlt.info() == Eigen::Success && factor_->ldlt.vectorD().allFinite();
}

void RowSystem::solve(std::span<const double> b, std::span<double> lambda) {
  if (rows_.empty()) return;
  for (std::size_t r = 0; r < rows_.size(); ++r)
    factor_->right_side[static_cast<Eigen::Index>(r)] = active_[r] != 0 ? b[r] : 0.0;
  factor_->solution = factor_->ldlt.solve(factor_->right_side);
  for (std::size_t r = 0; r < rows_.size(); ++r)
    lambda[r] = active_[r] != 0 ? factor_->solution[static_cast<Eigen::Index>(r)] : 0.0;
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
