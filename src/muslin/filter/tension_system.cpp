#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/tension_system.hpp>

namespace muslin {
namespace {

using Block = Eigen::Matrix<double, 6, 6>;
using NodeJacobian = Eigen::Matrix<double, 3, 6>;  ///< of D by translation and rotation of a node
using Gradient6 = Eigen::Matrix<double, 6, 1>;     ///< by translation and rotation of a node

Mat3 cross_matrix(const Vec3& a) {
  Mat3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

/// rotation × weighted_arm = -weighted_arm × rotation.
NodeJacobian node_jacobian(const NodeGradient& gradient) {
  NodeJacobian jacobian;
  jacobian.leftCols<3>() = gradient.coefficient * Mat3::Identity();
  jacobian.rightCols<3>() = -cross_matrix(gradient.weighted_arm);
  return jacobian;
}

/// Number of coordinates of a node: three for a vertex, six for a rigid patch.
int width(const RowSystem& rows, std::int32_t node) {
  return static_cast<std::size_t>(node) < rows.vertex_nodes() ? 3 : 6;
}

/// Diagonal entry of G W Gᵀ.
double diagonal_of(const RowSystem& rows, std::size_t row) {
  double sum = 0.0;
  for (const NodeGradient& gradient : rows.row(row)) {
    if (gradient.node < 0) continue;
    const Mobility& mobility = rows.mobility(static_cast<std::size_t>(gradient.node));
    sum += mobility.inverse_mass * gradient.translation.squaredNorm() +
           gradient.rotation.dot(mobility.inverse_inertia * gradient.rotation);
  }
  return sum;
}

}  // namespace

/// Makes the pattern over the coordinates of all nodes that have rows.
void TensionSystem::make_pattern(const RowSystem& rows) {
  first_of_node_.assign(rows.nodes(), -1);
  std::vector<std::vector<std::int32_t>> neighbours(rows.nodes());  // each node with those that follow it
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const NodeGradient& a : rows.row(r))
      for (const NodeGradient& b : rows.row(r))
        if (a.node >= 0 && b.node >= a.node) neighbours[static_cast<std::size_t>(a.node)].push_back(b.node);
  std::int32_t size = 0;
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    if (neighbours[n].empty()) continue;
    std::sort(neighbours[n].begin(), neighbours[n].end());
    neighbours[n].erase(std::unique(neighbours[n].begin(), neighbours[n].end()), neighbours[n].end());
    first_of_node_[n] = size;
    size += width(rows, static_cast<std::int32_t>(n));
  }
  pattern_ = {};
  pattern_.column_begin.push_back(0);
  for (std::size_t n = 0; n < rows.nodes(); ++n)
    for (int j = 0; first_of_node_[n] >= 0 && j < width(rows, static_cast<std::int32_t>(n)); ++j) {
      for (const std::int32_t m : neighbours[n])
        for (int i = m == static_cast<std::int32_t>(n) ? j : 0; i < width(rows, m); ++i)
          pattern_.row.push_back(first_of_node_[static_cast<std::size_t>(m)] + i);
      pattern_.column_begin.push_back(static_cast<std::int32_t>(pattern_.row.size()));
    }
  offset_of_pair_.clear();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::array<std::int32_t, RowSystem::kNodesPerRow * RowSystem::kNodesPerRow> offsets{};
    for (std::size_t a = 0; a < RowSystem::kNodesPerRow; ++a)
      for (std::size_t b = 0; b < RowSystem::kNodesPerRow; ++b) {
        const std::int32_t row_node = rows.row(r)[a].node, column_node = rows.row(r)[b].node;
        if (column_node < 0 || row_node < column_node) continue;
        const auto column = static_cast<std::size_t>(first_of_node_[static_cast<std::size_t>(column_node)]);
        const auto begin = pattern_.row.begin() + pattern_.column_begin[column];
        const auto end = pattern_.row.begin() + pattern_.column_begin[column + 1];
        const std::int32_t row = first_of_node_[static_cast<std::size_t>(row_node)];
        offsets[a * RowSystem::kNodesPerRow + b] = static_cast<std::int32_t>(std::lower_bound(begin, end, row) - begin);
      }
    offset_of_pair_.push_back(offsets);
  }
  values_.resize(pattern_.row.size());
  solution_.resize(static_cast<std::size_t>(size));
  idle_.resize(static_cast<std::size_t>(size));
  ldlt_ = SparseLdlt(pattern_);
}

bool TensionSystem::solve(const RowSystem& rows, std::span<const std::uint8_t> active, std::span<const double> tension,
                          std::span<const double> value, double shift, std::span<double> lambda,
                          RowSystem::Motion& delta) {
  if (offset_of_pair_.size() != rows.size() || first_of_node_.size() != rows.nodes()) make_pattern(rows);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  delta.assign_zero(rows.nodes());
  std::fill(values_.begin(), values_.end(), 0.0);
  std::fill(solution_.begin(), solution_.end(), 0.0);
  std::fill(idle_.begin(), idle_.end(), 1);

  // `offset` is that of the block's first row in its first column; each further column begins one row lower.
  const auto add_block = [&](std::int32_t row_node, std::int32_t column_node, std::int32_t offset, const auto& block) {
    const int height = width(rows, row_node), columns = width(rows, column_node);
    const auto first = static_cast<std::size_t>(first_of_node_[static_cast<std::size_t>(column_node)]);
    for (int j = 0; j < columns; ++j) {
      double* const column = values_.data() + pattern_.column_begin[first + static_cast<std::size_t>(j)] + offset - j;
      for (int i = row_node == column_node ? j : 0; i < height; ++i) column[i] += block(i, j);
    }
  };
  inertia_.resize(rows.nodes() - rows.vertex_nodes());
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    if (first_of_node_[n] < 0) continue;
    Block mass = Block::Zero();
    const Mobility& mobility = rows.mobility(n);
    mass.topLeftCorner<3, 3>() = Mat3::Identity() / mobility.inverse_mass;
    if (n >= rows.vertex_nodes()) {
      // A line has no inertia about itself, and a point none at all: a small one keeps the matrix regular.
      const double inverse_inertia_trace = mobility.inverse_inertia.trace();
      const double regularisation =
          inverse_inertia_trace > 0.0 ? tolerance::kMinInverseInertiaRatio * inverse_inertia_trace : 1.0;
      inertia_[n - rows.vertex_nodes()] = (mobility.inverse_inertia + regularisation * Mat3::Identity()).inverse();
      mass.bottomRightCorner<3, 3>() = inertia_[n - rows.vertex_nodes()];
    }
    add_block(static_cast<std::int32_t>(n), static_cast<std::int32_t>(n), 0, mass);
  }
  compliance_.resize(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    compliance_[r] = active[r] != 0 ? shift * diagonal_of(rows, r) : 0.0;
    if (compliance_[r] == 0.0) continue;  // free, or without a direction
    const RowSystem::NodeGradients& gradients = rows.row(r);
    const double row_tension = std::max(0.0, tension[r]);
    for (std::size_t a = 0; a < RowSystem::kNodesPerRow; ++a) {
      if (gradients[a].node < 0) continue;
      Gradient6 left;
      left << gradients[a].translation, gradients[a].rotation;
      left /= compliance_[r];
      const int height = width(rows, gradients[a].node);
      double* const right_side = solution_.data() + first_of_node_[static_cast<std::size_t>(gradients[a].node)];
      for (int i = 0; i < height; ++i) right_side[i] -= left[i] * value[r];
      std::fill_n(idle_.begin() + first_of_node_[static_cast<std::size_t>(gradients[a].node)], height, 0);
      for (std::size_t b = 0; b < RowSystem::kNodesPerRow; ++b) {
        if (gradients[b].node < 0 || gradients[a].node < gradients[b].node) continue;
        const std::int32_t offset = offset_of_pair_[r][a * RowSystem::kNodesPerRow + b];
        if (height == 3 && width(rows, gradients[b].node) == 3) {
          Mat3 block = left.head<3>() * gradients[b].translation.transpose();
          block.diagonal().array() += row_tension * gradients[a].coefficient * gradients[b].coefficient;
          add_block(gradients[a].node, gradients[b].node, offset, block);
          continue;
        }
        Gradient6 right;
        right << gradients[b].translation, gradients[b].rotation;
        const Block block = left * right.transpose() +
                            row_tension * node_jacobian(gradients[a]).transpose() * node_jacobian(gradients[b]);
        add_block(gradients[a].node, gradients[b].node, offset, block);
      }
    }
  }
  if (!ldlt_.factorise(values_, idle_) || !solve_and_add(rows, delta)) return false;
  find_lambda(rows, value, delta, lambda);
  compute_residual(rows, tension, lambda, delta);
  if (!solve_and_add(rows, delta)) return false;
  find_lambda(rows, value, delta, lambda);
  return true;
}

/// Solves for the right side in solution_. Returns false if the result is not finite.
bool TensionSystem::solve_and_add(const RowSystem& rows, RowSystem::Motion& delta) {
  ldlt_.solve(solution_);
  if (!std::all_of(solution_.begin(), solution_.end(), [](double x) { return std::isfinite(x); })) return false;
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    if (first_of_node_[n] < 0) continue;
    const double* const x = solution_.data() + first_of_node_[n];
    delta.translation[n] += Vec3(x[0], x[1], x[2]);
    if (n >= rows.vertex_nodes()) delta.rotation[n] += Vec3(x[3], x[4], x[5]);
  }
  return true;
}

void TensionSystem::find_lambda(const RowSystem& rows, std::span<const double> value, const RowSystem::Motion& delta,
                                std::span<double> lambda) const {
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (compliance_[r] != 0.0) lambda[r] = (value[r] + rows.change(r, delta)) / compliance_[r];
}

/// Writes the residual -Gᵀ λ - H δ as the next right side.
void TensionSystem::compute_residual(const RowSystem& rows, std::span<const double> tension,
                                     std::span<const double> lambda, const RowSystem::Motion& delta) {
  std::fill(solution_.begin(), solution_.end(), 0.0);
  const auto subtract = [&](std::size_t node, const Vec3& force, const Vec3& torque) {
    double* const left = solution_.data() + first_of_node_[node];
    for (int k = 0; k < 3; ++k) left[k] -= force[k];
    for (int k = 0; k < 3 && node >= rows.vertex_nodes(); ++k) left[3 + k] -= torque[k];
  };
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    if (first_of_node_[n] < 0 || idle_[static_cast<std::size_t>(first_of_node_[n])] != 0) continue;
    const Vec3 torque =
        n < rows.vertex_nodes() ? Vec3::Zero() : Vec3(inertia_[n - rows.vertex_nodes()] * delta.rotation[n]);
    subtract(n, delta.translation[n] / rows.mobility(n).inverse_mass, torque);
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (compliance_[r] == 0.0) continue;
    Vec3 change = Vec3::Zero();  // change of D
    for (const NodeGradient& h : rows.row(r))
      if (h.node >= 0) {
        const auto node = static_cast<std::size_t>(h.node);
        change += h.coefficient * delta.translation[node] + delta.rotation[node].cross(h.weighted_arm);
      }
    const Vec3 impulse = std::max(0.0, tension[r]) * change;
    for (const NodeGradient& h : rows.row(r))
      if (h.node >= 0)
        subtract(static_cast<std::size_t>(h.node), lambda[r] * h.translation + h.coefficient * impulse,
                 lambda[r] * h.rotation + h.weighted_arm.cross(impulse));
  }
}

}  // namespace muslin
