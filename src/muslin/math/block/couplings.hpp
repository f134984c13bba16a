#pragma once
#include <muslin/math/block/coupling.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A set of couplings over the vertices of a matrix. Their product with a vector is computed coupling by coupling. That
/// takes a fraction of the memory of blocks between all pairs of vertices, and the common motion of the vertices of a
/// coupling cancels before it is multiplied with a stiffness.
class Couplings {
 public:
  Couplings() = default;
  Couplings(std::size_t vertices, std::vector<Coupling> couplings);

  [[nodiscard]] bool empty() const { return couplings_.empty(); }
  [[nodiscard]] std::size_t vertex_count() const { return diagonal_.size(); }
  [[nodiscard]] std::span<const Coupling> list() const { return couplings_; }
  /// Returns entry (i, i).
  [[nodiscard]] Mat3 diagonal(std::size_t i) const { return diagonal_[i].matrix(); }

  /// Computes a product with a vector as sums over a few parts of the couplings, in parallel. The parts are the same on
  /// any number of threads.
  class Product {
   public:
    void compute(const Couplings& couplings, std::span<const Vec3> x);
    /// Adds row i to `sum`. It is called once per row, after which the row is ready for the next product.
    void take_row(std::size_t i, Vec3& sum) {
      for (std::vector<Vec3>& part : parts_) {
        sum += part[i];
        part[i].setZero();
      }
    }

   private:
    std::vector<std::vector<Vec3>> parts_;  ///< zero except between compute and take_row
  };

 private:
  std::vector<Coupling> couplings_;
  std::vector<SymmetricBlock> diagonal_;
};

}  // namespace muslin
