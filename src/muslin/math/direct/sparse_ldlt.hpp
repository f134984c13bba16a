#pragma once
#include <muslin/math/direct/dense_strips.hpp>
#include <muslin/math/direct/elimination_tree.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Factorises a sparse symmetric matrix as A = L D Lᵀ. The matrix must need no pivoting: it is positive definite or
/// quasi-definite. The elimination order is found once; factorise() takes new values. Neighbouring columns of L that
/// have (nearly) the same rows form one dense panel, and the update by a panel of later columns is one dense matrix
/// that is passed up the elimination tree [Liu92]. This is several times as fast as working column by column. It runs
/// on one thread.
class SparseLdlt {
 public:
  SparseLdlt() = default;
  explicit SparseLdlt(const LowerPattern& pattern);

  [[nodiscard]] std::size_t size() const { return tree_.size(); }
  /// `values` are in the order of the pattern's rows. `idle` marks columns that nothing couples to others this time;
  /// panels of idle columns only cost nothing. It returns false if a pivot is zero or not finite; then solve() must not
  /// be called.
  [[nodiscard]] bool factorise(std::span<const double> values, std::span<const std::uint8_t> idle = {});
  /// Replaces b by the solution of A x = b. In idle columns b must be zero.
  void solve(std::span<double> b);

  [[nodiscard]] bool is_positive() const;  ///< true if all pivots are positive
  /// Returns the number of entries of the factor, a measure of memory and time.
  [[nodiscard]] std::size_t factor_entries() const { return factor_.empty() ? 0 : factor_.size() - kSpare; }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::size_t kSpare = DenseStrips::kRows;  ///< unused numbers at the end, for ProductSubtraction

  /// Columns first … first + width - 1. Each has the rows of all these columns, followed by those in rows_.
  struct Panel {
    std::size_t first = 0, width = 0;
    std::size_t rows = 0, row_count = 0;  ///< range in rows_
    std::size_t factor = 0;               ///< first entry in factor_, by columns
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
  std::vector<std::size_t> panel_of_;          ///< panel of each column
  std::vector<std::uint8_t> is_idle_;          ///< panels whose columns, and those of all their descendants, are idle
  std::vector<std::int32_t> rows_;             ///< rows of each panel below its own columns, ascending
  std::vector<std::int32_t> place_in_parent_;  ///< for each of rows_, its row index in the parent panel
  std::vector<std::size_t> target_;            ///< index in factor_ of each entry of the pattern
  std::vector<double> factor_;                 ///< L, with D on its diagonal, then kSpare unused numbers
  std::vector<double> updates_;                ///< stack of updates of later columns, then kSpare unused numbers
  std::vector<std::size_t> waiting_;           ///< panels whose updates are on the stack
  std::vector<double> permuted_, at_panel_;
  // Work space for the columns that are being eliminated.
  std::vector<double> pivots_;
  DenseStrips strips_, strips_below_;
  ProductSubtraction subtract_products_;
};

}  // namespace muslin
