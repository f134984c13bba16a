#pragma once
#include <array>
#include <functional>
#include <muslin/filter/contact_row.hpp>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/qp/bounded_minimiser.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Contact impulses μ that close violated gaps without changing the active length constraints,
///   B P Bᵀ μ ≥ violation,   P = W - W Gᵀ (G W Gᵀ)⁻¹ G W,   μ ≥ 0 ⟂
/// B has the contacts' gradients, G those of the active rows, and W the inverse masses. One factorisation of a
/// RowSystem serves all contacts, however many there are.
class ContactSystem {
 public:
  /// Converts a gradient by a vertex into one by its node.
  using NodeGradientOf = std::function<NodeGradient(VertexId, const Vec3& gradient)>;

  /// Takes the contacts of the next projection. Keeps a reference to them.
  void begin(std::span<const ContactRow> contacts) { contacts_ = contacts; }
  [[nodiscard]] bool empty() const { return contacts_.empty(); }

  /// Computes the violation of each contact at positions x.
  void measure(std::span<const Vec3> x);
  [[nodiscard]] double max_violation() const;  ///< largest violation [m]; 0 if there is none
  [[nodiscard]] bool is_violated() const;      ///< true if one exceeds a tenth of its gap
  /// Sum of the squared violations, in units of `row_length`.
  [[nodiscard]] double defect(double row_length) const;
  /// The same after a motion, with linearised gaps.
  [[nodiscard]] double predicted_defect(const RowSystem::Motion& motion, double row_length) const;

  /// Computes the gradients of the contacts by the nodes of a system.
  void linearise(const RowSystem& system, const NodeGradientOf& node_gradient_of);
  /// Adds the contact impulses to a motion, and their effect on the active rows to the multipliers. The system holds
  /// the factors of these rows.
  void add_to(RowSystem& system, std::span<const std::uint8_t> active, std::span<double> multiplier,
              RowSystem::Motion& motion);

 private:
  using NodeGradients = std::array<NodeGradient, 4>;
  void add_response(const RowSystem& system, std::span<const double> mu, RowSystem::Motion& motion) const;
  [[nodiscard]] double change(std::size_t contact, const RowSystem::Motion& motion) const;
  [[nodiscard]] double largest_eigenvalue(const RowSystem& system) const;

  std::span<const ContactRow> contacts_;
  std::vector<NodeGradients> gradients_;
  std::vector<double> scale_;      ///< makes the diagonal of B W Bᵀ one
  std::vector<double> violation_;  ///< [m]
  RowSystem::Motion trial_;
  BoundedMinimiser<double> minimiser_;
};

}  // namespace muslin
