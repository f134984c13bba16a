#pragma once
#include <memory>
#include <muslin/core/types.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <span>
#include <string_view>

namespace muslin {

/// An approximate inverse of a BlockMatrix, symmetric and positive definite on the free vertices. The constructor does
/// all work that depends on the pattern alone; refresh() takes new values, and apply() runs once per iteration. The
/// same input gives the same bits on any number of threads.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Takes the values of `matrix`, which has the pattern that this was made for, without the rows and columns of fixed
  /// vertices. Blocks without an inverse (not finite, not positive) get a harmless one; the solver will detect and
  /// report them.
  virtual void refresh(const BlockMatrix& matrix, FixedMask fixed) = 0;

  /// Computes z ≈ A⁻¹ r. z is zero at fixed vertices, where r must be zero too.
  virtual void apply(std::span<const Vec3> r, std::span<Vec3> z) = 0;
};

enum class PreconditionerKind {
  automatic,            ///< the fastest kind for the size of the matrix
  block_jacobi,         ///< inverts each vertex's 3×3 block: cheapest, iterations grow with the mesh
  incomplete_cholesky,  ///< also couples neighbours: a third of the iterations, which still grow with the mesh
  multilevel,           ///< also couples far vertices: iterations hardly grow
};

/// Makes a preconditioner for matrices with the patterns of `matrix`, whose values are not read.
[[nodiscard]] std::unique_ptr<Preconditioner> make_preconditioner(PreconditionerKind kind, const BlockMatrix& matrix);

}  // namespace muslin
