#include <muslin/math/krylov/block_jacobi.hpp>
#include <muslin/math/krylov/incomplete_cholesky.hpp>
#include <muslin/math/krylov/multilevel.hpp>
#include <muslin/math/krylov/preconditioner.hpp>

namespace muslin {
namespace {

/// Number of vertices below which the coarse levels cost more than the iterations that they save.
constexpr std::size_t kFewestForLevels = 1500;

}  // namespace

std::unique_ptr<Preconditioner> make_preconditioner(PreconditionerKind kind, const BlockMatrix& matrix) {
  switch (kind) {
    case PreconditionerKind::multilevel:
      return std::make_unique<Multilevel>(matrix);
    case PreconditionerKind::automatic:
      if (matrix.vertex_count() >= kFewestForLevels) return std::make_unique<Multilevel>(matrix);
      return std::make_unique<IncompleteCholesky>(matrix);
    case PreconditionerKind::incomplete_cholesky:
      return std::make_unique<IncompleteCholesky>(matrix);
    case PreconditionerKind::block_jacobi:
      break;
  }
  return std::make_unique<BlockJacobi>(matrix.vertex_count());
}

}  // namespace muslin
