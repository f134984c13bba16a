#pragma once
#include <muslin/math/block/coupling.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Many couplings over the vertices of a matrix. Their product with a vector goes coupling by coupling: that takes a
/// fraction of the memory of blocks between all pairs of vertices, and what the vertices of a coupling have in common
/// drops out before it is multiplied with a stiffness.
class Couplings {
 public:
  Couplings() = default;
  Couplings(std::size_t vertices, std::vector<Coupling> couplings);

  [[nodiscard]] bool empty() const { return couplings_.empty(); }
  [[nodiscard]] std::size_t vertex_count() const { return diagonal_.size(); }
  [[nodiscard]] std::span<const Coupling> list() const { return couplings_; }
  /// Entry (i, i).
  [[nodiscard]] Mat3 diagonal(std::size_t i) const { return diagonal_[i].matrix(); }

  /// A product with a vector as it comes: sums of a few parts of the couplings, in parallel, the same parts on any
  /// number of threads.
  class Product {
   public:
    void compute(const Couplings& couplings, std::span<const Vec3> x);
    /// sum += row i; once per row, after which the row is ready for the next product.
    void take_row(std::size_t i, Vec3& sum) {
      for (std::vector<Vec3>& part : parts_) {
        sum += part[i];
        part[i].setZero();
      }
    }

   private:
    std::vector<std::vector<Vec3>> parts_;  ///< zero but between compute and take_row
  };

 private:
  std::vector<Coupling> couplings_;
  std::vector<SymmetricBlock> diagonal_;
};

}  // namespace muslin
