#pragma once
#include <algorithm>
#include <cstdint>
#include <muslin/math/qp/row_mobility.hpp>
#include <utility>

namespace muslin {

/// Records which rows of an iterative solver are active, and the mobility of each row.
class ActiveRows {
 public:
  /// Begins with another matrix and no rows.
  void begin(const BlockMatrix& matrix, FixedMask fixed) {
    compliance_ = vertex_compliance(matrix, fixed);
    rows_ = {};
    is_active_.clear();
    mobility_.clear();
    is_stale_ = true;
  }
  /// Sets the rows. Those before `first_new` are unchanged and stay active or free.
  void set(std::span<const QpRow> rows, std::size_t first_new) {
    rows_ = rows;
    is_active_.resize(std::min(is_active_.size(), first_new));
    is_active_.resize(rows.size(), 0);
    mobility_.resize(rows.size());
    for (std::size_t i = first_new; i < rows.size(); ++i) mobility_[i] = row_mobility(rows[i], compliance_);
    is_stale_ = true;
  }
  /// Returns false if the row cannot be active because nothing moves it.
  bool activate(std::size_t row) {
    if (!(mobility_[row] > 0.0)) return false;
    change(row, 1);
    return true;
  }
  void deactivate(std::size_t row) { change(row, 0); }

  [[nodiscard]] std::span<const QpRow> all() const { return rows_; }
  [[nodiscard]] const QpRow& operator[](std::size_t row) const { return rows_[row]; }
  [[nodiscard]] bool is_active(std::size_t row) const { return is_active_[row] != 0; }
  [[nodiscard]] std::span<const std::uint8_t> active() const { return is_active_; }
  [[nodiscard]] double mobility(std::size_t row) const { return mobility_[row]; }
  [[nodiscard]] std::span<const double> mobility() const { return mobility_; }

  /// Returns whether the active rows have changed since the last call.
  [[nodiscard]] bool take_stale_flag() { return std::exchange(is_stale_, false); }
  /// Returns the number of changes of rows since the last call of reset_changes().
  [[nodiscard]] std::size_t changes() const { return changes_; }
  void reset_changes() { changes_ = 0; }

 private:
  void change(std::size_t row, std::uint8_t to) {
    if (is_active_[row] == to) return;
    is_active_[row] = to;
    ++changes_;
    is_stale_ = true;
  }

  std::span<const QpRow> rows_;
  std::vector<double> compliance_, mobility_;
  std::vector<std::uint8_t> is_active_;
  std::size_t changes_ = 0;
  bool is_stale_ = true;
};

}  // namespace muslin
