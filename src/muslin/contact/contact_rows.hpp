#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/contact/stencil_matrix.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The contacts of a zone as a linear map B from the velocities of its movable vertices to the relative velocities at
/// the contacts, in units in which all vertices and all contacts are equivalent [kg^½ m/s]:
///   velocities          y = v / √w
///   relative velocities ρ = Σ cᵢ vᵢ / √a = B y
///   impulses            p = √a λ          so that y changes by Bᵀp, and ρ by G p, G = B Bᵀ.
/// Squared lengths are energies, and G has ones on its diagonal (the paper normalises gradients for the same purpose
/// [Harmon08 §2]). B acts on each of the three coordinates in the same manner, so its entries c √w / √a are scalars.
/// Coulomb's bound keeps its form, because the normal and the tangential part of a contact have the same scale.
class ContactRows : public StencilMatrix<double> {
 public:
  /// `which` holds indices of contacts, and `vertices` all of their movable vertices, ascending. A contact in which no
  /// movable vertex has a weight becomes a row of zeros.
  void assign(std::span<const Contact> contacts, std::span<const std::uint32_t> which,
              std::span<const VertexId> vertices, std::span<const double> vertex_inverse_mass);

  [[nodiscard]] double root_inverse_mass(std::size_t vertex) const { return root_inverse_mass_[vertex]; }  ///< √w
  /// Returns 1/√a, or 0 for a row of zeros.
  [[nodiscard]] double scale(std::size_t contact) const { return scale_[contact]; }

 private:
  std::vector<double> scale_, root_inverse_mass_;
};

}  // namespace muslin
