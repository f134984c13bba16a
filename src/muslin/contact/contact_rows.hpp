#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The contacts of a zone as a linear map B from the velocities of its movable vertices to relative velocities at the
/// contacts, in units that make every vertex and every contact alike [kg^½ m/s]:
///   velocities          y = v / √w
///   relative velocities ρ = Σ cᵢ vᵢ / √a = B y
///   impulses            p = √a λ          so that y changes by Bᵀp, and ρ by G p, G = B Bᵀ.
/// Squared lengths are energies, and G has ones on its diagonal (the paper normalises gradients to the same end
/// [Harmon08 §2]). B acts on the three coordinates alike: c are numbers. Coulomb's bound keeps its form, for the normal
/// and the tangential part of a contact are scaled alike.
class ContactRows {
 public:
  /// `which`: indices of contacts. `vertices`: all of their movable vertices, ascending. A contact that no movable
  /// vertex has a weight in is a row of zeros.
  void assign(std::span<const Contact> contacts, std::span<const std::uint32_t> which,
              std::span<const VertexId> vertices, std::span<const double> vertex_inverse_mass);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }  ///< contacts
  [[nodiscard]] std::size_t vertex_count() const { return root_inverse_mass_.size(); }
  [[nodiscard]] double root_inverse_mass(std::size_t vertex) const { return root_inverse_mass_[vertex]; }  ///< √w
  /// 1/√a, or 0 for a row of zeros.
  [[nodiscard]] double scale(std::size_t contact) const { return rows_[contact].scale; }

  /// ρ = B y.
  template <class T>
  void multiply(std::span<const T> y, std::span<T> rho) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      T sum = row.coefficient[0] * y[row.vertex[0]];
      for (std::size_t j = 1; j < 4; ++j) sum += row.coefficient[j] * y[row.vertex[j]];
      rho[i] = sum;
    }
  }
  /// y = Bᵀ p.
  template <class T>
  void multiply_transposed(std::span<const T> p, std::span<T> y, const T& zero) const {
    for (T& value : y) value = zero;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      for (std::size_t j = 0; j < 4; ++j) y[row.vertex[j]] += row.coefficient[j] * p[i];
    }
  }

  /// No eigenvalue of G is larger: the largest sum of a row of |B| |Bᵀ|.
  [[nodiscard]] double largest_eigenvalue_bound() const;
  /// The coefficient of a vertex in a contact, for dense matrices.
  template <class Body>
  void for_each_entry(Body&& body) const {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t j = 0; j < 4; ++j)
        if (rows_[i].coefficient[j] != 0.0) body(i, rows_[i].vertex[j], rows_[i].coefficient[j]);
  }

 private:
  struct Row {
    std::array<std::uint32_t, 4> vertex = {};  ///< of this zone; any, where the coefficient is 0
    std::array<double, 4> coefficient = {};    ///< c √w / √a
    double scale = 0.0;
  };
  std::vector<Row> rows_;
  std::vector<double> root_inverse_mass_;
};

}  // namespace muslin
