#include <algorithm>
#include <cmath>
#include <cstring>
#include <muslin/core/assert.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>

namespace muslin {
namespace {

/// Number of columns that are eliminated before later columns are updated.
constexpr std::size_t kBlock = 32;
/// Number of columns that are eliminated one by one.
constexpr std::size_t kFewColumns = 4;

/// Largest share of zeros that a merged panel of this width may contain [1]. It falls with the width.
double share_of_zeros(std::size_t width) { return width <= 4 ? 0.5 : width <= 16 ? 0.3 : width <= 48 ? 0.1 : 0.05; }

/// Computes x ← L⁻¹ x for a panel. The last entries of x receive its contributions to the rows below its columns. Four
/// columns are processed at a time, so that each loaded entry serves all four.
void solve_forwards(const double* front, std::size_t height, std::size_t width, double* __restrict x) {
  std::size_t j = 0;
  for (; j + 4 <= width; j += 4) {
    const double* __restrict const a = front + j * height;
    const double* __restrict const b = a + height;
    const double* __restrict const c = b + height;
    const double* __restrict const d = c + height;
    const double p = x[j];
    const double q = x[j + 1] - a[j + 1] * p;
    const double r = x[j + 2] - a[j + 2] * p - b[j + 2] * q;
    const double s = x[j + 3] - a[j + 3] * p - b[j + 3] * q - c[j + 3] * r;
    x[j + 1] = q, x[j + 2] = r, x[j + 3] = s;
    for (std::size_t i = j + 4; i < height; ++i) x[i] -= (a[i] * p + b[i] * q) + (c[i] * r + d[i] * s);
  }
  for (; j < width; ++j) {
    const double* __restrict const l = front + j * height;
    for (std::size_t i = j + 1; i < height; ++i) x[i] -= l[i] * x[j];
  }
}

/// Computes x ← L⁻ᵀ D⁻¹ x for a panel; here the last entries are known. Four independent sums are formed at a time, so
/// that they need not wait for each other.
void solve_backwards(const double* front, std::size_t height, std::size_t width, double* x) {
  std::size_t j = width;
  for (; j % 4 != 0; --j) {
    const double* const l = front + (j - 1) * height;
    double sum = 0.0;
    for (std::size_t i = j; i < height; ++i) sum += l[i] * x[i];
    x[j - 1] = x[j - 1] / l[j - 1] - sum;
  }
  for (; j > 0; j -= 4) {
    const double* const a = front + (j - 4) * height;
    const double* const b = a + height;
    const double* const c = b + height;
    const double* const d = c + height;
    double p = 0.0, q = 0.0, r = 0.0, s = 0.0;
    for (std::size_t i = j; i < height; ++i) {
      const double value = x[i];
      p += a[i] * value, q += b[i] * value, r += c[i] * value, s += d[i] * value;
    }
    double* const y = x + (j - 4);
    const double *const e = a + (j - 4), *const f = b + (j - 4), *const g = c + (j - 4), *const h = d + (j - 4);
    y[3] = y[3] / h[3] - s;
    y[2] = y[2] / g[2] - r - g[3] * y[3];
    y[1] = y[1] / f[1] - q - f[2] * y[2] - f[3] * y[3];
    y[0] = y[0] / e[0] - p - e[1] * y[1] - e[2] * y[2] - e[3] * y[3];
  }
}

}  // namespace

SparseLdlt::SparseLdlt(const LowerPattern& pattern) : tree_(pattern), permuted_(pattern.size()) {
  make_panels();
  find_rows(pattern);
  find_places_in_parents();
  find_targets(pattern);
}

/// Makes panels of columns that have the same rows, or the same rows except for a few zeros.
void SparseLdlt::make_panels() {
  std::vector<double> zeros;  // number of zeros in each panel
  for (std::size_t j = 0; j < size(); ++j) {
    panels_.push_back({.first = j, .width = 1, .row_count = static_cast<std::size_t>(tree_.count[j])});
    zeros.push_back(0.0);
    // Merge the new panel with the one before it, as long as that one ends in a child of this one.
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

/// Finds the rows of each panel: those of the matrix, and those of its children.
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
  factor_.resize(entries + kSpare);
}

/// Returns the index within the panel of a row of the matrix.
std::size_t SparseLdlt::row_in(const Panel& panel, std::size_t row) const {
  if (row < panel.end()) return row - panel.first;
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(panel.rows);
  const auto end = begin + static_cast<std::ptrdiff_t>(panel.row_count);
  return panel.width + static_cast<std::size_t>(std::lower_bound(begin, end, static_cast<std::int32_t>(row)) - begin);
}

/// Finds the places of rows in their parent panels, and the depth of the stack of updates.
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
  updates_.resize(deepest + kSpare);
}

void SparseLdlt::find_targets(const LowerPattern& pattern) {
  for (std::size_t j = 0; j < pattern.size(); ++j)
    for (const std::int32_t i : pattern.column(j)) {
      const auto [low, high] = std::minmax(tree_.place[j], tree_.place[i]);
      const Panel& panel = panels_[panel_of_[low]];
      target_.push_back(panel.factor + (low - panel.first) * panel.height() + row_in(panel, high));
    }
}

void SparseLdlt::find_idle_panels(std::span<const std::uint8_t> idle) {
  is_idle_.assign(panels_.size(), idle.empty() ? 0 : 1);
  for (std::size_t j = 0; j < idle.size(); ++j)
    if (idle[j] == 0) is_idle_[panel_of_[tree_.place[j]]] = 0;
  for (std::size_t p = 0; p < panels_.size(); ++p)
    if (is_idle_[p] == 0 && panels_[p].parent != kNone) is_idle_[panels_[p].parent] = 0;
}

bool SparseLdlt::factorise(std::span<const double> values, std::span<const std::uint8_t> idle) {
  MUSLIN_ASSERT(values.size() == target_.size() && (idle.empty() || idle.size() == size()));
  find_idle_panels(idle);
  for (std::size_t p = 0; p < panels_.size(); ++p)
    if (is_idle_[p] == 0) std::fill_n(factor_.data() + panels_[p].factor, panels_[p].height() * panels_[p].width, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) factor_[target_[k]] = values[k];
  waiting_.clear();
  std::size_t top = 0;  // top of the stack
  for (std::size_t p = 0; p < panels_.size(); ++p) {
    if (is_idle_[p] != 0) continue;  // all its descendants are idle too
    const Panel& panel = panels_[p];
    double* const update = updates_.data() + top;
    const std::size_t size = panel.row_count * panel.row_count;
    // Only the lower triangle of the square update is used.
    for (std::size_t j = 0; j < panel.row_count; ++j)
      std::fill_n(update + j * (panel.row_count + 1), panel.row_count - j, 0.0);
    const std::size_t bottom = assemble_children(p, top);
    if (!eliminate(panel, update)) return false;
    if (double* const place = updates_.data() + bottom; place != update)
      for (std::size_t j = 0; j < panel.row_count; ++j)
        std::memmove(place + j * (panel.row_count + 1), update + j * (panel.row_count + 1),
                     (panel.row_count - j) * sizeof(double));
    top = bottom + size;
    waiting_.push_back(p);
  }
  return true;
}

/// Adds the updates of the children that are not idle to the panel and to its own update, which stands above them at
/// `top`. Returns where they begin.
std::size_t SparseLdlt::assemble_children(std::size_t index, std::size_t top) {
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

/// Eliminates blocks of columns. Each block is then subtracted from all later columns: those of the panel, and the
/// update.
bool SparseLdlt::eliminate(const Panel& panel, double* update) {
  const std::size_t width = panel.width, height = panel.height();
  double* const front = factor_.data() + panel.factor;
  for (std::size_t begin = 0; begin < width; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, width);
    if (!eliminate_columns(front, height, begin, end)) return false;
    subtract_columns(front, height, begin, end, width);
    strips_below_.take(front + begin * height + width, height, panel.row_count, end - begin);
    if (panel.row_count > 0)
      subtract_products_(strips_below_, pivots_, strips_below_, ProductSubtraction::Part::lower, update,
                         panel.row_count);
  }
  return true;
}

/// Eliminates columns begin … end - 1 of a front, by recursive halving.
bool SparseLdlt::eliminate_columns(double* front, std::size_t height, std::size_t begin, std::size_t end) {
  if (end - begin > kFewColumns) {
    const std::size_t middle = begin + (end - begin + 1) / 2;
    if (!eliminate_columns(front, height, begin, middle)) return false;
    subtract_columns(front, height, begin, middle, end);
    return eliminate_columns(front, height, middle, end);
  }
  for (std::size_t j = begin; j < end; ++j) {
    double* __restrict const column = front + j * height;
    const double pivot = column[j];
    if (!std::isfinite(pivot) || pivot == 0.0) return false;
    const double inverse = 1.0 / pivot;
    for (std::size_t i = j + 1; i < height; ++i) column[i] *= inverse;
    for (std::size_t k = j + 1; k < end; ++k) {
      double* __restrict const target = front + k * height;
      const double weight = column[k] * pivot;
      for (std::size_t i = k; i < height; ++i) target[i] -= column[i] * weight;
    }
  }
  return true;
}

/// Subtracts the contribution of columns begin … middle - 1 of a front from columns middle … end - 1.
void SparseLdlt::subtract_columns(double* front, std::size_t height, std::size_t begin, std::size_t middle,
                                  std::size_t end) {
  pivots_.clear();
  for (std::size_t j = begin; j < middle; ++j) pivots_.push_back(front[j * (height + 1)]);
  if (middle == end) return;
  // Rows up to `end` are columns as well.
  strips_.take(front + begin * height + middle, height, end - middle, middle - begin);
  subtract_products_(strips_, pivots_, strips_, ProductSubtraction::Part::lower, front + middle * (height + 1), height);
  strips_below_.take(front + begin * height + end, height, height - end, middle - begin);
  subtract_products_(strips_below_, pivots_, strips_, ProductSubtraction::Part::whole, front + middle * height + end,
                     height);
}

void SparseLdlt::solve(std::span<double> b) {
  MUSLIN_ASSERT(b.size() == size());
  std::vector<double>& x = permuted_;
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = b[tree_.order[k]];
  for (std::size_t p = 0; p < panels_.size(); ++p) {
    if (is_idle_[p] != 0) continue;
    const Panel& panel = panels_[p];
    const std::int32_t* const rows = rows_.data() + panel.rows;
    at_panel_.assign(panel.height(), 0.0);
    std::copy_n(x.data() + panel.first, panel.width, at_panel_.data());
    solve_forwards(factor_.data() + panel.factor, panel.height(), panel.width, at_panel_.data());
    std::copy_n(at_panel_.data(), panel.width, x.data() + panel.first);
    for (std::size_t i = 0; i < panel.row_count; ++i) x[rows[i]] += at_panel_[panel.width + i];
  }
  for (std::size_t p = panels_.size(); p-- > 0;) {
    if (is_idle_[p] != 0) continue;
    const Panel& panel = panels_[p];
    const std::int32_t* const rows = rows_.data() + panel.rows;
    at_panel_.resize(panel.height());
    std::copy_n(x.data() + panel.first, panel.width, at_panel_.data());
    for (std::size_t i = 0; i < panel.row_count; ++i) at_panel_[panel.width + i] = x[rows[i]];
    solve_backwards(factor_.data() + panel.factor, panel.height(), panel.width, at_panel_.data());
    std::copy_n(at_panel_.data(), panel.width, x.data() + panel.first);
  }
  for (std::size_t k = 0; k < x.size(); ++k) b[tree_.order[k]] = x[k];
}

bool SparseLdlt::is_positive() const {
  for (std::size_t p = 0; p < panels_.size(); ++p)
    for (std::size_t j = 0; j < panels_[p].width && is_idle_[p] == 0; ++j)
      if (!(factor_[panels_[p].factor + j * (panels_[p].height() + 1)] > 0.0)) return false;
  return true;
}

}  // namespace muslin
