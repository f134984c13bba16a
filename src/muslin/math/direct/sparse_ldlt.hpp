#pragma once
#include <muslin/math/direct/dense_strips.hpp>
#include <muslin/math/direct/elimination_tree.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A = L D Lᵀ of a sparse symmetric matrix that needs no pivoting: positive definite, or quasi-definite. The order of
/// elimination is found once; factorise() takes new values. Neighbouring columns of L that have (nearly) the same rows
/// are one dense panel, and what a panel does to those behind it is one dense matrix, handed up the tree of elimination
/// [Liu92]: several times as fast as column by column. On one thread.
class SparseLdlt {
 public:
  SparseLdlt() = default;
  explicit SparseLdlt(const LowerPattern& pattern);

  [[nodiscard]] std::size_t size() const { return tree_.size(); }
  /// `values`: in the order of the pattern's rows. `idle`: columns that nothing couples to others this time; what lies
  /// among such costs nothing. False: a pivot is zero or not finite, and solve() must not be called.
  [[nodiscard]] bool factorise(std::span<const double> values, std::span<const std::uint8_t> idle = {});
  /// Replaces b by the solution of A x = b. In idle columns b must be zero.
  void solve(std::span<double> b);

  [[nodiscard]] bool is_positive() const;  ///< Are all pivots positive?
  /// Entries of the factor: a measure of memory and time.
  [[nodiscard]] std::size_t factor_entries() const { return factor_.empty() ? 0 : factor_.size() - kSpare; }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::size_t kSpare = DenseStrips::kRows;  ///< numbers behind the last one, for ProductSubtraction

  /// Columns first … first + width - 1, each with the rows of all these columns and then those of rows_.
  struct Panel {
    std::size_t first = 0, width = 0;
    std::size_t rows = 0, row_count = 0;  ///< in rows_
    std::size_t factor = 0;               ///< in factor_, by columns
    std::size_t parent = kNone, child_count = 0;
    [[nodiscard]] std::size_t end() const { return first + width; }
    [[nodiscard]] std::size_t height() const { return width + row_count; }
  };
  void make_panels();
  void find_rows(const LowerPattern& pattern);
  void find_places_in_parents();
  void find_targets(const LowerPattern& pattern);
  void find_idle_panels(std::span<const std::uint8_t> idle);
  [[nodiscard]] std::size_t row_in(const Panel& panel, std::size_t row) const;
  [[nodiscard]] std::size_t assemble_children(std::size_t panel, std::size_t top);
  [[nodiscard]] bool eliminate(const Panel& panel, double* update);
  [[nodiscard]] bool eliminate_columns(double* front, std::size_t height, std::size_t begin, std::size_t end);
  void subtract_columns(double* front, std::size_t height, std::size_t begin, std::size_t middle, std::size_t end);

  EliminationTree tree_;
  std::vector<Panel> panels_;
  std::vector<std::size_t> panel_of_;          ///< of each column
  std::vector<std::uint8_t> is_idle_;          ///< panels whose columns are all idle, and those of all below them
  std::vector<std::int32_t> rows_;             ///< of each panel below its own columns, ascending
  std::vector<std::int32_t> place_in_parent_;  ///< of each of rows_: which row of its parent it is
  std::vector<std::size_t> target_;            ///< of each entry of the pattern, in factor_
  std::vector<double> factor_;                 ///< L, with D in place of its diagonal; and kSpare numbers
  std::vector<double> updates_;                ///< a stack of what panels do to those behind them; likewise
  std::vector<std::size_t> waiting_;           ///< the panels whose updates these are
  std::vector<double> permuted_, at_panel_;
  // Of columns that are at hand.
  std::vector<double> pivots_;
  DenseStrips strips_, strips_below_;
  ProductSubtraction subtract_products_;
};

}  // namespace muslin
