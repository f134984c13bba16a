#include <Eigen/LU>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <muslin/filter/tension_system.hpp>

namespace muslin {
namespace {

using Block = Eigen::Matrix<double, 6, 6>;
using Hold = Eigen::Matrix<double, 3, 6>;  ///< of D by way and turn of a node

Mat3 cross_matrix(const Vec3& a) {
  Mat3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

/// turn × arms = -arms × turn.
Hold hold_of(const RowHandle& handle) {
  Hold hold;
  hold.leftCols<3>() = handle.share * Mat3::Identity();
  hold.rightCols<3>() = -cross_matrix(handle.arms);
  return hold;
}

}  // namespace

struct TensionSystem::Parts {
  std::vector<std::int32_t> first_of_node;  ///< where its coordinates stand; -1: nothing active takes hold of it
  std::vector<std::uint8_t> active;         ///< that the pattern is for
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::SparseMatrix<double> lower;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> ldlt;
  Eigen::VectorXd right_side, solution;
};

TensionSystem::TensionSystem() : parts_(std::make_unique<Parts>()) {}
TensionSystem::~TensionSystem() = default;
TensionSystem::TensionSystem(TensionSystem&&) noexcept = default;
TensionSystem& TensionSystem::operator=(TensionSystem&&) noexcept = default;

bool TensionSystem::solve(const RowSystem& rows, std::span<const std::uint8_t> active, std::span<const double> tension,
                          std::span<const double> value, double shift, std::span<double> lambda,
                          RowSystem::Motion& delta) {
  Parts& p = *parts_;
  std::fill(lambda.begin(), lambda.end(), 0.0);
  delta.assign_zero(rows.nodes());

  // Coordinates: three for a vertex, six for a patch; then a number for each active row.
  p.first_of_node.assign(rows.nodes(), -1);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const RowHandle& h : rows.row(r))
      if (active[r] != 0 && h.node >= 0) p.first_of_node[static_cast<std::size_t>(h.node)] = 0;
  std::int32_t size = 0;
  for (std::size_t n = 0; n < rows.nodes(); ++n)
    if (p.first_of_node[n] == 0) {
      p.first_of_node[n] = size;
      size += n < rows.vertex_nodes() ? 3 : 6;
    }
  const std::int32_t first_row = size;
  size += static_cast<std::int32_t>(std::count(active.begin(), active.end(), 1));
  if (size == 0) return true;
  const auto width = [&](std::int32_t node) { return static_cast<std::size_t>(node) < rows.vertex_nodes() ? 3 : 6; };

  p.entries.clear();
  const auto add_block = [&](std::int32_t row_node, std::int32_t column_node, const Block& block) {
    const std::int32_t row = p.first_of_node[static_cast<std::size_t>(row_node)];
    const std::int32_t column = p.first_of_node[static_cast<std::size_t>(column_node)];
    for (int i = 0; i < width(row_node); ++i)
      for (int j = 0; j < width(column_node); ++j)
        if (row + i >= column + j) p.entries.emplace_back(row + i, column + j, block(i, j));
  };
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    if (p.first_of_node[n] < 0) continue;
    Block mass = Block::Zero();
    const Mobility& mobility = rows.mobility(n);
    mass.topLeftCorner<3, 3>() = Mat3::Identity() / mobility.inverse_mass;
    if (n >= rows.vertex_nodes()) {
      // A patch that is a line does not turn about itself.
      const double least = 1e-12 * mobility.inverse_inertia.trace();
      mass.bottomRightCorner<3, 3>() = (mobility.inverse_inertia + least * Mat3::Identity()).inverse();
    }
    add_block(static_cast<std::int32_t>(n), static_cast<std::int32_t>(n), mass);
  }
  p.right_side = Eigen::VectorXd::Zero(size);
  std::int32_t place = first_row;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (active[r] == 0) continue;
    double diagonal = 0.0;
    for (const RowHandle& a : rows.row(r)) {
      if (a.node < 0) continue;
      const Mobility& mobility = rows.mobility(static_cast<std::size_t>(a.node));
      diagonal += mobility.inverse_mass * a.way.squaredNorm() + a.turn.dot(mobility.inverse_inertia * a.turn);
      const std::int32_t first = p.first_of_node[static_cast<std::size_t>(a.node)];
      for (int i = 0; i < width(a.node); ++i)
        p.entries.emplace_back(place, first + i, i < 3 ? a.way[i] : a.turn[i - 3]);
      const Hold hold = hold_of(a);
      for (const RowHandle& b : rows.row(r))
        if (b.node >= 0 && b.node <= a.node)
          add_block(a.node, b.node, std::max(0.0, tension[r]) * hold.transpose() * hold_of(b));
    }
    p.entries.emplace_back(place, place, -shift * diagonal);
    p.right_side[place] = -value[r];
    ++place;
  }
  p.lower.resize(size, size);
  p.lower.setFromTriplets(p.entries.begin(), p.entries.end());
  if (!std::equal(active.begin(), active.end(), p.active.begin(), p.active.end())) {
    p.ldlt.analyzePattern(p.lower);
    p.active.assign(active.begin(), active.end());
  }
  // Positive in the coordinates, negative in the rows: LDLᵀ needs no pivoting.
  p.ldlt.factorize(p.lower);
  if (p.ldlt.info() != Eigen::Success || !p.ldlt.vectorD().allFinite()) return false;
  p.solution = p.ldlt.solve(p.right_side);
  if (!p.solution.allFinite()) return false;

  place = first_row;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (active[r] != 0) lambda[r] = p.solution[place++];
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    const std::int32_t first = p.first_of_node[n];
    if (first < 0) continue;
    delta.way[n] = p.solution.segment<3>(first);
    if (n >= rows.vertex_nodes()) delta.turn[n] = p.solution.segment<3>(first + 3);
  }
  return true;
}

}  // namespace muslin
