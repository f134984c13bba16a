#pragma once
#include <Eigen/Cholesky>
#include <memory>
#include <muslin/math/krylov/galerkin.hpp>
#include <muslin/math/krylov/incomplete_cholesky.hpp>
#include <muslin/math/krylov/preconditioner.hpp>
#include <muslin/math/krylov/prolongation.hpp>
#include <optional>
#include <vector>

namespace muslin {

/// Smoothed aggregation [Vanek96] with incomplete Cholesky factors as smoothers. The number of iterations hardly grows
/// with the mesh.
///
/// The finest level is added to the rest, z = S r + P z_coarse. This needs no product with the large matrix and stays
/// positive definite for every smoother. The coarse levels, a tenth of the size, form a symmetric V-cycle.
///
/// With couplings, only the finest level is used: aggregates of one layer do not account for the next, and coarse
/// levels took more iterations (30 instead of 12 for five curtains that are pressed into each other).
class Multilevel final : public Preconditioner {
 public:
  explicit Multilevel(const BlockMatrix& matrix);

  [[nodiscard]] std::string_view name() const override { return "multilevel"; }
  void refresh(const BlockMatrix& matrix, FixedMask fixed) override;
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

  /// Returns the number of levels, including the finest.
  [[nodiscard]] std::size_t level_count() const { return 1 + coarse_.size(); }

 private:
  struct Level {
    Prolongation prolongation;  ///< from this level to the finer one
    GalerkinProduct product;
    BlockMatrix matrix;
    IncompleteCholesky smoother;
    std::vector<Vec3> right_side, solution, residual, correction;
  };

  void cycle(std::size_t level);
  void solve_coarsest();

  IncompleteCholesky finest_smoother_;
  std::vector<std::unique_ptr<Level>> coarse_;
  std::optional<Eigen::LLT<Eigen::MatrixXd>> coarsest_;  ///< set if the coarsest level is small and positive definite
  std::vector<std::uint8_t> fixed_;
  bool with_levels_ = true;
};

}  // namespace muslin
