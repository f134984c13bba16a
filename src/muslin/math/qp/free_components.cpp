#include <Eigen/LU>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/qp/free_components.hpp>

namespace muslin {
namespace {

bool feels_translation(const QpRow& row) {
  Vec3 sum = Vec3::Zero();
  double lengths = 0.0;
  for (const Vec3& gradient : row.gradient) sum += gradient, lengths += gradient.norm();
  return sum.norm() > tolerance::kTranslationRowTolerance * lengths;
}

}  // namespace

void FreeComponents::begin(const BlockMatrix& matrix, FixedMask fixed) {
  const std::size_t n = matrix.vertex_count();
  couplings_.clear();
  for (const BlockPattern* pattern : {&matrix.block_pattern(), &matrix.scalar_pattern()})
    for (std::size_t s = 0; s < pattern->slot_count(); ++s)
      if (pattern->row(s) != pattern->column(s)) couplings_.push_back({pattern->row(s), pattern->column(s)});
  is_fixed_.resize(n);
  for (std::size_t i = 0; i < n; ++i) is_fixed_[i] = is_fixed(fixed, i) ? 1 : 0;
  weight_.assign(n, Mat3::Zero());
  std::vector<Vec3> all(n), product(n);
  for (Eigen::Index k = 0; k < 3; ++k) {
    std::fill(all.begin(), all.end(), Vec3(Vec3::Unit(k)));
    matrix.multiply(all, product);
    for (std::size_t i = 0; i < n; ++i) weight_[i].col(k) = product[i];
  }
  activate({}, {});
}

void FreeComponents::activate(std::span<const QpRow> rows, std::span<const std::uint8_t> is_active) {
  const std::size_t n = is_fixed_.size();
  DisjointSets sets(n);
  std::vector<std::uint8_t> is_bound = is_fixed_;
  for (const auto& [a, b] : couplings_) sets.join(a.index(), b.index());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (is_active[r] == 0) continue;
    const bool is_bound_here = feels_translation(rows[r]);
    VertexId last;
    for (const VertexId v : rows[r].vertex) {
      if (!v.valid()) continue;
      if (last.valid()) sets.join(last.index(), v.index());
      if (is_bound_here) is_bound[v.index()] = 1;
      last = v;
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    if (is_bound[i] != 0) is_bound[sets.find(i)] = 1;
  part_of_.assign(n, -1);
  parts_.clear();
  std::vector<Mat3> weights;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t lowest = sets.find(i);
    if (is_bound[lowest] != 0) continue;
    if (lowest == i) {
      part_of_[i] = static_cast<std::int32_t>(weights.size());
      weights.emplace_back(Mat3::Zero());
    }
    part_of_[i] = part_of_[lowest];
    weights[static_cast<std::size_t>(part_of_[i])] += weight_[i];
  }
  for (const Mat3& weight : weights) parts_.emplace_back(weight.inverse());
}

void FreeComponents::balance(std::span<const Vec3> residual, std::span<Vec3> v) const {
  std::vector<Vec3> sums(parts_.size(), Vec3::Zero());
  for (std::size_t i = 0; i < part_of_.size(); ++i)
    if (part_of_[i] >= 0) sums[static_cast<std::size_t>(part_of_[i])] += residual[i];
  for (std::size_t p = 0; p < sums.size(); ++p) sums[p] = parts_[p] * sums[p];
  for (std::size_t i = 0; i < part_of_.size(); ++i)
    if (part_of_[i] >= 0) v[i] += sums[static_cast<std::size_t>(part_of_[i])];
}

}  // namespace muslin
