#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/math/direct/updated_cholesky.hpp>

namespace muslin {
namespace {

/// Forms four sums at once, because the compiler may not reorder a single sum. The order is always the same.
double dot(const double* a, const double* b, std::size_t count) {
  double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < count; ++i) s0 += a[i] * b[i];
  return (s0 + s1) + (s2 + s3);
}

}  // namespace

bool UpdatedCholesky::append(std::span<const double> beside, double diagonal) {
  const std::size_t k = rows_.size();
  MUSLIN_ASSERT(beside.size() == k);
  std::vector<double> row(k + 1);
  double rest = diagonal;
  for (std::size_t i = 0; i < k; ++i) {
    row[i] = (beside[i] - dot(rows_[i].data(), row.data(), i)) / rows_[i][i];
    rest -= row[i] * row[i];
  }
  if (!(rest > 0.0) || !std::isfinite(rest)) return false;
  row[k] = std::sqrt(rest);
  rows_.push_back(std::move(row));
  return true;
}

// Without row p, the rows behind it reach one column too far to the right. Rotations of columns j and j + 1, one after
// the other, restore the triangle and leave L Lᵀ unchanged. They are applied row by row, because a row is contiguous in
// memory.
void UpdatedCholesky::remove(std::size_t place) {
  MUSLIN_ASSERT(place < rows_.size());
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(place));
  rotations_.clear();
  for (std::size_t i = place; i < rows_.size(); ++i) {
    std::vector<double>& row = rows_[i];
    for (std::size_t j = place; j < i; ++j) {
      const auto [c, s] = rotations_[j - place];
      const double x = row[j], y = row[j + 1];
      row[j] = c * x + s * y;
      row[j + 1] = c * y - s * x;
    }
    const double a = row[i], b = row[i + 1], length = std::hypot(a, b);
    rotations_.push_back({a / length, b / length});
    row[i] = length;
    row.resize(i + 1);
  }
}

void UpdatedCholesky::solve(std::span<double> b) const {
  const std::size_t k = rows_.size();
  MUSLIN_ASSERT(b.size() == k);
  for (std::size_t i = 0; i < k; ++i) b[i] = (b[i] - dot(rows_[i].data(), b.data(), i)) / rows_[i][i];
  for (std::size_t i = k; i-- > 0;) {
    const double x = b[i] / rows_[i][i];
    const double* const row = rows_[i].data();
    for (std::size_t j = 0; j < i; ++j) b[j] -= row[j] * x;
    b[i] = x;
  }
}

}  // namespace muslin
