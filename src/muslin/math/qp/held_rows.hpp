#pragma once
#include <algorithm>
#include <cstdint>
#include <muslin/math/qp/row_mobility.hpp>
#include <utility>

namespace muslin {

/// Which rows an iterative solver holds, and how easily each of them moves.
class HeldRows {
 public:
  /// Of another matrix; no rows.
  void begin(const BlockMatrix& matrix, FixedMask fixed) {
    softness_ = vertex_softness(matrix, fixed);
    rows_ = {};
    is_held_.clear();
    mobility_.clear();
    is_stale_ = true;
  }
  /// Those before `first_new` are as they were, and held as they were.
  void set(std::span<const QpRow> rows, std::size_t first_new) {
    rows_ = rows;
    is_held_.resize(std::min(is_held_.size(), first_new));
    is_held_.resize(rows.size(), 0);
    mobility_.resize(rows.size());
    for (std::size_t i = first_new; i < rows.size(); ++i) mobility_[i] = row_mobility(rows[i], softness_);
    is_stale_ = true;
  }
  /// False: nothing moves it.
  bool hold(std::size_t row) {
    if (!(mobility_[row] > 0.0)) return false;
    change(row, 1);
    return true;
  }
  void release(std::size_t row) { change(row, 0); }

  [[nodiscard]] std::span<const QpRow> all() const { return rows_; }
  [[nodiscard]] const QpRow& operator[](std::size_t row) const { return rows_[row]; }
  [[nodiscard]] bool is_held(std::size_t row) const { return is_held_[row] != 0; }
  [[nodiscard]] std::span<const std::uint8_t> held() const { return is_held_; }
  [[nodiscard]] double mobility(std::size_t row) const { return mobility_[row]; }
  [[nodiscard]] std::span<const double> mobility() const { return mobility_; }

  /// Have others been held since it was last asked?
  [[nodiscard]] bool ask_whether_stale() { return std::exchange(is_stale_, false); }
  /// Rows that came or went since it was last told to forget.
  [[nodiscard]] std::size_t changes() const { return changes_; }
  void forget_changes() { changes_ = 0; }

 private:
  void change(std::size_t row, std::uint8_t to) {
    if (is_held_[row] == to) return;
    is_held_[row] = to;
    ++changes_;
    is_stale_ = true;
  }

  std::span<const QpRow> rows_;
  std::vector<double> softness_, mobility_;
  std::vector<std::uint8_t> is_held_;
  std::size_t changes_ = 0;
  bool is_stale_ = true;
};

}  // namespace muslin
