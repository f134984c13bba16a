#pragma once
#include <muslin/contact/contact_rows.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Impulses at the contacts of a zone that leave the least energy, each within its own convex set K:
///   min ½ pᵀ G p + ρᵀ p,  pᵢ ∈ Kᵢ      (in the units of contact_rows.hpp).
/// By conjugate gradients among the impulses inside their sets, projected gradients at the rims, and a rule that says
/// which is due [DostalKozubek12]. G may be singular. Begins at the impulses given, moved into their sets. Keeps its
/// vectors from call to call.
class ImpulseMinimiser {
 public:
  struct Options {
    double tolerance = 1e-10;  ///< of the velocities left, relative to the largest of ρ [1]
    int max_iterations = 100;  ///< products with G
  };
  struct Report {
    bool converged = false;
    bool impossible = false;  ///< shown to have no answer
    int iterations = 0;       ///< products with G
    double residual = 0.0;    ///< largest velocity that an impulse could still take away, relative to the largest of ρ
  };

  /// Pushes: p = r n, r ≥ 0. Then n·(ρ + G p) ≥ aim, and = aim wherever r > 0. Impossible where prescribed vertices
  /// leave no room.
  Report push(const ContactRows& rows, std::span<const Vec3> normal, std::span<const double> aim,
              std::span<const Vec3> rho, const Options& options, std::span<Vec3> impulse);
  /// Rubs: p ⟂ n, |p| ≤ bound. Then each contact sticks, or rubs with all of its bound against its sliding.
  Report rub(const ContactRows& rows, std::span<const Vec3> normal, std::span<const double> bound,
             std::span<const Vec3> rho, const Options& options, std::span<Vec3> impulse);

 private:
  template <class Sets>
  Report minimise(const ContactRows& rows, const Sets& sets, std::span<const Vec3> rho, const Options& options,
                  std::span<Vec3> impulse);
  template <class Sets>
  void find_gradient(const ContactRows& rows, const Sets& sets, std::span<const Vec3> rho,
                     std::span<const Vec3> impulse);
  void multiply(const ContactRows& rows, std::span<const Vec3> p, std::span<Vec3> product);

  std::vector<Vec3> gradient_, direction_, product_, vertices_;
  std::vector<std::uint8_t> at_rim_;
};

}  // namespace muslin
