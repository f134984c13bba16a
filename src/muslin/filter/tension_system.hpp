#pragma once
#include <memory>
#include <muslin/filter/row_system.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The rows of a RowSystem in a metric that knows their tension,
///   H δ + Gᵀ λ = 0,   G δ - S λ = -C,   H = W⁻¹ + Σ τ_r D_rᵀ D_r
/// D_r being the vector whose length row r is about, and τ ≥ 0 its tension: the Lagrangian's second derivative but for
/// what turns of patches add. In the masses' own metric a thread that is all but straight between two pins is corrected
/// in proportion to its curvature, so that the smallest ripple grows; in this one it keeps its form. Since D is a
/// difference, momentum is kept in this metric too. Larger than RowSystem by the coordinates: for where that one fails.
class TensionSystem {
 public:
  TensionSystem();
  ~TensionSystem();
  TensionSystem(TensionSystem&&) noexcept;
  TensionSystem& operator=(TensionSystem&&) noexcept;

  /// S is `shift` times the diagonal of G W Gᵀ. Fills in λ, 0 where a row is not active, and δ. False: the matrix is
  /// not finite.
  [[nodiscard]] bool solve(const RowSystem& rows, std::span<const std::uint8_t> active, std::span<const double> tension,
                           std::span<const double> value, double shift, std::span<double> lambda,
                           RowSystem::Motion& delta);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace muslin
