#include <algorithm>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/implicit_context.hpp>
#include <muslin/response/qp/qp_metric.hpp>

namespace muslin {
namespace {

/// Largest number of blocks per vertex of a matrix of cables, in which a vertex is coupled to the next two.
constexpr std::size_t kCableBlocks = 3;

}  // namespace

void QpMetric::begin(const CollisionView& step) {
  const std::size_t n = step.start().size();
  const std::span<const double> w = step.inverse_mass();
  fixed_.resize(n);
  for (std::size_t i = 0; i < n; ++i) fixed_[i] = w[i] > 0.0 ? 0 : 1;
  free_count_ = static_cast<std::size_t>(std::count(fixed_.begin(), fixed_.end(), 0));
  matrix_ = step.implicit() == nullptr ? nullptr : step.implicit()->matrix;
  if (matrix_ == nullptr) {
    if (own_.vertex_count() != n || own_.block_pattern().slot_count() != n || own_.scalar_pattern().slot_count() != n)
      own_ = BlockMatrix(BlockPattern(n, {}), BlockPattern(n, {}));
    for (std::size_t i = 0; i < n; ++i)
      own_.block(own_.block_pattern().diagonal_slot(VertexId(i))) = (w[i] > 0.0 ? 1.0 / w[i] : 0.0) * Mat3::Identity();
    matrix_ = &own_;
    return;
  }
  // Obstacles have no mass in K, but are given one when they yield.
  const auto has_no_mass = [&](std::size_t i) { return w[i] > 0.0 && !(matrix_->diagonal(VertexId(i)).trace() > 0.0); };
  bool is_enough = true;
  for (std::size_t i = 0; i < n && is_enough; ++i) is_enough = !has_no_mass(i);
  if (is_enough) return;
  own_ = *matrix_;
  for (std::size_t i = 0; i < n; ++i)
    if (has_no_mass(i)) own_.block(own_.block_pattern().diagonal_slot(VertexId(i))) = Mat3::Identity() / w[i];
  matrix_ = &own_;
}

bool QpMetric::is_narrow() const {
  const std::size_t n = matrix_->vertex_count();
  return matrix_->block_pattern().slot_count() <= kCableBlocks * n && matrix_->scalar_pattern().slot_count() <= n;
}

}  // namespace muslin
