#pragma once
#include <muslin/math/krylov/preconditioner.hpp>
#include <vector>

namespace muslin {

/// Inverts the 3×3 block of each vertex. [BaraffWitkin98 §5.2] uses its diagonal only.
class BlockJacobi final : public Preconditioner {
 public:
  explicit BlockJacobi(std::size_t vertices) : inverses_(vertices, Mat3::Identity()) {}

  [[nodiscard]] std::string_view name() const override { return "block Jacobi"; }
  void refresh(const BlockMatrix& matrix, FixedMask fixed) override;
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

 private:
  std::vector<Mat3> inverses_;
};

/// Returns the inverse of a symmetric positive definite block, which is itself symmetric to the bit. For any other
/// block it returns a diagonal matrix: the reciprocals of the positive diagonal entries, and ones for the rest.
[[nodiscard]] Mat3 safe_inverse(const Mat3& block);

}  // namespace muslin
