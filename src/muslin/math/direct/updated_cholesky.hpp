#pragma once
#include <span>
#include <vector>

namespace muslin {

/// The Cholesky factor of a dense positive definite matrix whose rows come and go: to append one costs k² operations
/// and to remove one 3 k² at most, where a new factorisation costs k³/3.
class UpdatedCholesky {
 public:
  void clear() { rows_.clear(); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  /// A new last row and column: its entries beside those that are there, and on the diagonal. False, and nothing
  /// happens, where the matrix would not be positive definite as far as rounding can tell.
  [[nodiscard]] bool append(std::span<const double> beside, double diagonal);
  /// Takes row and column `place` out; those behind it move up.
  void remove(std::size_t place);

  /// Replaces b by the solution of A x = b.
  void solve(std::span<double> b) const;

 private:
  std::vector<std::vector<double>> rows_;  ///< of L, each up to the diagonal
  struct Rotation {
    double c, s;
  };
  std::vector<Rotation> rotations_;  ///< of remove()
};

}  // namespace muslin
