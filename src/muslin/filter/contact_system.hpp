#pragma once
#include <array>
#include <functional>
#include <muslin/filter/contact_row.hpp>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/qp/bounded_minimiser.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Contact impulses beside length constraints: the violations of their gaps, and the impulses that make up for it in
/// what the lengths leave free,
///   B P Bᵀ μ ≥ violation,   P = W - W Gᵀ (G W Gᵀ)⁻¹ G W,   μ ≥ 0 ⟂
/// so one factorisation of a RowSystem serves all of them, however many there are.
class ContactSystem {
 public:
  /// A gradient by a vertex as one by its node.
  using NodeGradientOf = std::function<NodeGradient(VertexId, const Vec3& gradient)>;

  /// The contacts from here on. Keeps a reference.
  void begin(std::span<const ContactRow> contacts) { contacts_ = contacts; }
  [[nodiscard]] bool empty() const { return contacts_.empty(); }

  /// Takes over how much each lacks at positions x.
  void measure(std::span<const Vec3> x);
  [[nodiscard]] double max_violation() const;  ///< the most of it [m]; 0: none
  [[nodiscard]] bool is_violated() const;      ///< is it more than the next detection could tell?
  /// Σ of squares of the violations, in lengths of a row.
  [[nodiscard]] double defect(double row_length) const;
  /// The same if gaps changed in proportion to a motion.
  [[nodiscard]] double predicted_defect(const RowSystem::Motion& motion, double row_length) const;

  /// Takes over how the contacts take hold of the nodes of a system.
  void linearise(const RowSystem& system, const NodeGradientOf& node_gradient_of);
  /// Adds what the contacts do to a motion, and to the pulls of the active rows, for which the system is factorised.
  void add_to(RowSystem& system, std::span<const std::uint8_t> active, std::span<double> multiplier,
              RowSystem::Motion& motion);

 private:
  using NodeGradients = std::array<NodeGradient, 4>;
  void add_response(const RowSystem& system, std::span<const double> mu, RowSystem::Motion& motion) const;
  [[nodiscard]] double change(std::size_t contact, const RowSystem::Motion& motion) const;
  [[nodiscard]] double largest_eigenvalue(const RowSystem& system) const;

  std::span<const ContactRow> contacts_;
  std::vector<NodeGradients> gradients_;
  std::vector<double> scale_;      ///< with which (B W Bᵀ) has ones on its diagonal
  std::vector<double> violation_;  ///< [m]
  RowSystem::Motion trial_;
  BoundedMinimiser<double> minimiser_;
};

}  // namespace muslin
