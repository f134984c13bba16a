#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/math/sparse_ldlt.hpp>

namespace muslin {
namespace {

/// Columns that are eliminated together.
constexpr std::size_t kGroup = 4;

/// Zeros that a panel may hold so that it becomes wider [1]: the wider, the fewer.
double share_of_zeros(std::size_t width) { return width <= 4 ? 0.5 : width <= 16 ? 0.3 : width <= 48 ? 0.1 : 0.05; }

using Columns = std::array<const double*, kGroup>;
using Weights = std::array<double, kGroup>;

/// target[i] -= Σ column_k[first + i] · weight_k, of the first `count` columns.
void subtract(const Columns& columns, std::size_t count, const Weights& weights, std::size_t first, std::size_t length,
              double* __restrict target) {
  for (std::size_t k = 0; k < count; ++k) {
    const double* __restrict a = columns[k] + first;
    const double u = weights[k];
    for (std::size_t i = 0; i < length; ++i) target[i] -= a[i] * u;
  }
}

/// The same for a whole group, and two targets at once: what is loaded serves twice. Inline it would lack registers.
[[gnu::noinline]] void subtract_group(const Columns& columns, const Weights& for_x, const Weights& for_y,
                                      std::size_t first, std::size_t length, double* __restrict x,
                                      double* __restrict y) {
  const double* __restrict a = columns[0] + first;
  const double* __restrict b = columns[1] + first;
  const double* __restrict c = columns[2] + first;
  const double* __restrict d = columns[3] + first;
  const auto [p, q, r, s] = for_x;
  const auto [t, u, v, w] = for_y;
  for (std::size_t i = 0; i < length; ++i) {
    const double e = a[i], f = b[i], g = c[i], h = d[i];
    x[i] -= (e * p + f * q) + (g * r + h * s);
    y[i] -= (e * t + f * u) + (g * v + h * w);
  }
}

}  // namespace

SparseLdlt::SparseLdlt(const LowerPattern& pattern) : tree_(pattern), permuted_(pattern.size()) {
  make_panels();
  find_rows(pattern);
  find_places_in_parents();
  find_targets(pattern);
}

/// Of columns with the same rows, and of such as have them but for a few zeros.
void SparseLdlt::make_panels() {
  std::vector<double> zeros;  // that each panel holds
  for (std::size_t j = 0; j < size(); ++j) {
    panels_.push_back({.first = j, .width = 1, .row_count = static_cast<std::size_t>(tree_.count[j])});
    zeros.push_back(0.0);
    // With the panel before it, as long as that one ends in a child of this one.
    while (panels_.size() > 1) {
      const Panel& last = panels_.back();
      const Panel& child = panels_[panels_.size() - 2];
      const std::int32_t parent = tree_.parent[child.end() - 1];
      if (parent < 0 || static_cast<std::size_t>(parent) >= last.end()) break;
      const std::size_t width = child.width + last.width;
      const auto new_zeros = static_cast<double>(child.width * (last.height() - child.row_count));
      const double sum = zeros[zeros.size() - 2] + zeros.back() + new_zeros;
      const double entries = static_cast<double>(width) * (0.5 * static_cast<double>(width + 1 + 2 * last.row_count));
      if (new_zeros > 0.0 && sum > share_of_zeros(width) * entries) break;
      const Panel merged{.first = child.first, .width = width, .row_count = last.row_count};
      panels_.pop_back();
      zeros.pop_back();
      panels_.back() = merged;
      zeros.back() = sum;
    }
  }
  panel_of_.resize(size());
  for (std::size_t p = 0; p < panels_.size(); ++p)
    for (std::size_t j = panels_[p].first; j < panels_[p].end(); ++j) panel_of_[j] = p;
  for (Panel& panel : panels_) {
    const std::int32_t parent = tree_.parent[panel.end() - 1];
    if (parent < 0) continue;
    panel.parent = panel_of_[parent];
    ++panels_[panel.parent].child_count;
  }
}

/// Those of the matrix, and those of the children.
void SparseLdlt::find_rows(const LowerPattern& pattern) {
  std::vector<std::vector<std::int32_t>> of_matrix(panels_.size());
  for (std::size_t j = 0; j < pattern.size(); ++j)
    for (const std::int32_t i : pattern.column(j)) {
      const auto [low, high] = std::minmax(tree_.place[j], tree_.place[i]);
      of_matrix[panel_of_[low]].push_back(high);
    }
  std::vector<std::size_t> seen(size(), kNone), waiting;
  std::size_t entries = 0;
  for (std::size_t p = 0; p < panels_.size(); ++p) {
    Panel& panel = panels_[p];
    panel.rows = rows_.size();
    const auto add = [&](std::int32_t row) {
      if (static_cast<std::size_t>(row) < panel.end() || seen[row] == p) return;
      seen[row] = p;
      rows_.push_back(row);
    };
    for (const std::int32_t row : of_matrix[p]) add(row);
    for (std::size_t c = 0; c < panel.child_count; ++c) {
      const Panel& child = panels_[waiting.back()];
      waiting.pop_back();
      for (std::size_t k = 0; k < child.row_count; ++k) add(rows_[child.rows + k]);
    }
    waiting.push_back(p);
    panel.row_count = rows_.size() - panel.rows;
    std::sort(rows_.end() - static_cast<std::ptrdiff_t>(panel.row_count), rows_.end());
    panel.factor = entries;
    entries += panel.height() * panel.width;
  }
  factor_.resize(entries);
}

/// Which of the panel's rows the matrix' row is.
std::size_t SparseLdlt::row_in(const Panel& panel, std::size_t row) const {
  if (row < panel.end()) return row - panel.first;
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(panel.rows);
  const auto end = begin + static_cast<std::ptrdiff_t>(panel.row_count);
  return panel.width + static_cast<std::size_t>(std::lower_bound(begin, end, static_cast<std::int32_t>(row)) - begin);
}

/// And how deep the stack of updates becomes.
void SparseLdlt::find_places_in_parents() {
  place_in_parent_.resize(rows_.size());
  std::vector<std::size_t> sizes;
  std::size_t depth = 0, deepest = 0;
  for (const Panel& panel : panels_) {
    const std::size_t size = panel.row_count * panel.row_count;
    deepest = std::max(deepest, depth + size);
    for (std::size_t c = 0; c < panel.child_count; ++c) {
      depth -= sizes.back();
      sizes.pop_back();
    }
    depth += size;
    sizes.push_back(size);
    if (panel.parent == kNone) continue;
    for (std::size_t k = panel.rows; k < panel.rows + panel.row_count; ++k)
      place_in_parent_[k] = static_cast<std::int32_t>(row_in(panels_[panel.parent], rows_[k]));
  }
  updates_.resize(deepest);
}

void SparseLdlt::find_targets(const LowerPattern& pattern) {
  for (std::size_t j = 0; j < pattern.size(); ++j)
    for (const std::int32_t i : pattern.column(j)) {
      const auto [low, high] = std::minmax(tree_.place[j], tree_.place[i]);
      const Panel& panel = panels_[panel_of_[low]];
      target_.push_back(panel.factor + (low - panel.first) * panel.height() + row_in(panel, high));
    }
}

void SparseLdlt::find_quiet_panels(std::span<const std::uint8_t> idle) {
  is_quiet_.assign(panels_.size(), idle.empty() ? 0 : 1);
  for (std::size_t j = 0; j < idle.size(); ++j)
    if (idle[j] == 0) is_quiet_[panel_of_[tree_.place[j]]] = 0;
  for (std::size_t p = 0; p < panels_.size(); ++p)
    if (is_quiet_[p] == 0 && panels_[p].parent != kNone) is_quiet_[panels_[p].parent] = 0;
}

bool SparseLdlt::factorise(std::span<const double> values, std::span<const std::uint8_t> idle) {
  MUSLIN_ASSERT(values.size() == target_.size() && (idle.empty() || idle.size() == size()));
  find_quiet_panels(idle);
  for (std::size_t p = 0; p < panels_.size(); ++p)
    if (is_quiet_[p] == 0) std::fill_n(factor_.data() + panels_[p].factor, panels_[p].height() * panels_[p].width, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) factor_[target_[k]] = values[k];
  waiting_.clear();
  std::size_t top = 0;  // of the stack
  for (std::size_t p = 0; p < panels_.size(); ++p) {
    if (is_quiet_[p] != 0) continue;  // and so are all below it
    const Panel& panel = panels_[p];
    double* const update = updates_.data() + top;
    const std::size_t size = panel.row_count * panel.row_count;
    std::fill_n(update, size, 0.0);
    const std::size_t bottom = take_over_children(p, top);
    if (!eliminate(panel, update)) return false;
    std::copy_n(update, size, updates_.data() + bottom);
    top = bottom + size;
    waiting_.push_back(p);
  }
  return true;
}

/// Adds the updates of those that are not quiet to the panel, and to its own, which stands above them at `top`. Returns
/// where they begin.
std::size_t SparseLdlt::take_over_children(std::size_t index, std::size_t top) {
  const Panel& panel = panels_[index];
  double* const front = factor_.data() + panel.factor;
  double* const update = updates_.data() + top;
  std::size_t bottom = top;
  while (!waiting_.empty() && panels_[waiting_.back()].parent == index) {
    const Panel& child = panels_[waiting_.back()];
    waiting_.pop_back();
    const std::size_t count = child.row_count;
    bottom -= count * count;
    const std::int32_t* const place = place_in_parent_.data() + child.rows;
    for (std::size_t j = 0; j < count; ++j) {
      const double* const from = updates_.data() + bottom + j * count;
      const auto column = static_cast<std::size_t>(place[j]);
      if (column < panel.width) {
        double* const to = front + column * panel.height();
        for (std::size_t i = j; i < count; ++i) to[place[i]] += from[i];
      } else {
        double* const to = update + (column - panel.width) * panel.row_count;
        for (std::size_t i = j; i < count; ++i) to[place[i] - panel.width] += from[i];
      }
    }
  }
  return bottom;
}

/// A group of columns at a time, which then is taken from all columns behind it: those of the panel, and the update.
bool SparseLdlt::eliminate(const Panel& panel, double* update) {
  const std::size_t width = panel.width, height = panel.height();
  double* const front = factor_.data() + panel.factor;
  for (std::size_t begin = 0; begin < width; begin += kGroup) {
    const std::size_t count = std::min(kGroup, width - begin);
    Columns columns{};
    Weights pivots{};
    const auto weights_of = [&](std::size_t row) {
      Weights weights{};
      for (std::size_t k = 0; k < count && columns[k] != nullptr; ++k) weights[k] = columns[k][row] * pivots[k];
      return weights;
    };
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t j = begin + k;
      double* const column = front + j * height;
      subtract(columns, k, weights_of(j), j, height - j, column + j);
      pivots[k] = column[j];
      if (!std::isfinite(pivots[k]) || pivots[k] == 0.0) return false;
      const double inverse = 1.0 / pivots[k];
      for (std::size_t i = j + 1; i < height; ++i) column[i] *= inverse;
      columns[k] = column;
    }
    const auto diagonal_at = [&](std::size_t j) {
      return j < width ? front + j * (height + 1) : update + (j - width) * (panel.row_count + 1);
    };
    std::size_t j = begin + count;
    for (; count == kGroup && j + 1 < height; j += 2) {
      const Weights first = weights_of(j), second = weights_of(j + 1);
      subtract(columns, kGroup, first, j, 1, diagonal_at(j));
      subtract_group(columns, first, second, j + 1, height - j - 1, diagonal_at(j) + 1, diagonal_at(j + 1));
    }
    for (; j < height; ++j) subtract(columns, count, weights_of(j), j, height - j, diagonal_at(j));
  }
  return true;
}

void SparseLdlt::solve(std::span<double> b) {
  MUSLIN_ASSERT(b.size() == size());
  std::vector<double>& x = permuted_;
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = b[tree_.order[k]];
  for (std::size_t p = 0; p < panels_.size(); ++p) {
    if (is_quiet_[p] != 0) continue;
    const Panel& panel = panels_[p];
    const std::int32_t* const rows = rows_.data() + panel.rows;
    for (std::size_t j = 0; j < panel.width; ++j) {
      const double* const l = factor_.data() + panel.factor + j * panel.height();
      const double value = x[panel.first + j];
      for (std::size_t i = j + 1; i < panel.width; ++i) x[panel.first + i] -= l[i] * value;
      for (std::size_t i = 0; i < panel.row_count; ++i) x[rows[i]] -= l[panel.width + i] * value;
    }
  }
  for (std::size_t p = panels_.size(); p-- > 0;) {
    if (is_quiet_[p] != 0) continue;
    const Panel& panel = panels_[p];
    const std::int32_t* const rows = rows_.data() + panel.rows;
    for (std::size_t j = panel.width; j-- > 0;) {
      const double* const l = factor_.data() + panel.factor + j * panel.height();
      double value = x[panel.first + j] / l[j];
      for (std::size_t i = 0; i < panel.row_count; ++i) value -= l[panel.width + i] * x[rows[i]];
      for (std::size_t i = j + 1; i < panel.width; ++i) value -= l[i] * x[panel.first + i];
      x[panel.first + j] = value;
    }
  }
  for (std::size_t k = 0; k < x.size(); ++k) b[tree_.order[k]] = x[k];
}

bool SparseLdlt::is_positive() const {
  for (std::size_t p = 0; p < panels_.size(); ++p)
    for (std::size_t j = 0; j < panels_[p].width && is_quiet_[p] == 0; ++j)
      if (!(factor_[panels_[p].factor + j * (panels_[p].height() + 1)] > 0.0)) return false;
  return true;
}

}  // namespace muslin
