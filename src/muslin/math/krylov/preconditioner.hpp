#pragma once
#include <memory>
#include <muslin/core/types.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <span>
#include <string_view>

namespace muslin {

/// An approximate inverse of a BlockMatrix, symmetric and positive definite on the free vertices. What depends on the
/// pattern alone is done when it is made; refresh() takes over new values, apply() runs once per iteration.
/// Same input, same bits, on any number of threads.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Takes the values of `matrix`, which has the pattern this was made for, with the rows and columns of fixed vertices
  /// left out. Numbers that have no inverse (not finite, not positive) get a harmless one: the solver will tell.
  virtual void refresh(const BlockMatrix& matrix, FixedMask fixed) = 0;

  /// z ≈ A⁻¹ r; zero at fixed vertices, where r must be zero too.
  virtual void apply(std::span<const Vec3> r, std::span<Vec3> z) = 0;
};

enum class PreconditionerKind {
  automatic,            ///< the fastest for the size of the matrix
  block_jacobi,         ///< the inverse of each vertex's 3×3 block: cheapest, iterations grow with the mesh
  incomplete_cholesky,  ///< also couples neighbours: a third of the iterations, which still grow with the mesh
  multilevel,           ///< and far vertices too: iterations hardly grow
};

/// For matrices with the patterns of `matrix`; its values are not read.
[[nodiscard]] std::unique_ptr<Preconditioner> make_preconditioner(PreconditionerKind kind, const BlockMatrix& matrix);

}  // namespace muslin
