#pragma once
#include <span>
#include <vector>

namespace muslin {

/// Maintains the Cholesky factor of a dense positive definite matrix whose rows come and go. Appending a row costs k²
/// operations and removing one at most 3 k², whereas a new factorisation costs k³/3.
class UpdatedCholesky {
 public:
  void clear() { rows_.clear(); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  /// Appends a row and column: `beside` are its entries next to the existing ones, `diagonal` the one on the diagonal.
  /// It returns false and does nothing if the matrix would not be positive definite as far as rounding can tell.
  [[nodiscard]] bool append(std::span<const double> beside, double diagonal);
  /// Removes row and column `place`; later ones move up.
  void remove(std::size_t place);

  /// Replaces b by the solution of A x = b.
  void solve(std::span<double> b) const;

 private:
  std::vector<std::vector<double>> rows_;  ///< rows of L, each up to the diagonal
  struct Rotation {
    double c, s;
  };
  std::vector<Rotation> rotations_;  ///< work space of remove()
};

}  // namespace muslin
