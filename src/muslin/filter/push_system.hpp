#pragma once
#include <array>
#include <functional>
#include <muslin/filter/push_row.hpp>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/qp/bounded_minimiser.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Contacts that push beside lengths that pull: what they lack of their gaps, and the impulses that make up for it in
/// what the lengths leave free,
///   B P Bᵀ μ ≥ lack,   P = W - W Gᵀ (G W Gᵀ)⁻¹ G W,   μ ≥ 0 ⟂
/// so one factorisation of a RowSystem serves all of them, however many there are.
class PushSystem {
 public:
  /// A gradient by a vertex as one by its node.
  using HandleOf = std::function<RowHandle(VertexId, const Vec3& gradient)>;

  /// The pushes from here on. Keeps a reference.
  void begin(std::span<const PushRow> pushes) { pushes_ = pushes; }
  [[nodiscard]] bool empty() const { return pushes_.empty(); }

  /// Takes over how much each lacks at positions x.
  void look_at(std::span<const Vec3> x);
  [[nodiscard]] double lacking() const;   ///< the most of it [m]; 0: none
  [[nodiscard]] bool is_lacking() const;  ///< is it more than the next detection could tell?
  /// Σ of squares of what is lacking, in lengths of a row.
  [[nodiscard]] double defect(double row_length) const;
  /// The same if gaps changed in proportion to a motion.
  [[nodiscard]] double expected_defect(const RowSystem::Motion& motion, double row_length) const;

  /// Takes over how the pushes take hold of the nodes of a system.
  void take_hold(const RowSystem& system, const HandleOf& handle_of);
  /// Adds what the pushes do to a motion, and to the pulls of the active rows, for which the system is factorised.
  void add_to(RowSystem& system, std::span<const std::uint8_t> active, std::span<double> pull,
              RowSystem::Motion& motion);

 private:
  using Handles = std::array<RowHandle, 4>;
  void add_response(const RowSystem& system, std::span<const double> mu, RowSystem::Motion& motion) const;
  [[nodiscard]] double change(std::size_t push, const RowSystem::Motion& motion) const;
  [[nodiscard]] double largest_eigenvalue(const RowSystem& system) const;

  std::span<const PushRow> pushes_;
  std::vector<Handles> handles_;
  std::vector<double> scale_;  ///< with which (B W Bᵀ) has ones on its diagonal
  std::vector<double> lack_;   ///< [m]
  RowSystem::Motion trial_;
  BoundedMinimiser<double> minimiser_;
};

}  // namespace muslin
