#pragma once
#include <cstdint>
#include <muslin/filter/contact_system.hpp>
#include <muslin/filter/filter_report.hpp>
#include <muslin/filter/hybrid_patches.hpp>
#include <muslin/filter/row_system.hpp>
#include <muslin/filter/stretch_rows.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A Newton step of the projection, relative to the positions at which the problem was linearised.
struct ProjectionStep {
  std::vector<double> multiplier;    ///< δλ of each row; negative where the row is under tension
  std::vector<std::uint8_t> active;  ///< 1: the row is held at its bound
  RowSystem::Motion motion;          ///< of all nodes
  bool has_mass_factors = false;     ///< the row system still holds the factors of the active rows
};

/// Everything that the strategies of the stretch filter share: which lengths are limited, the masses, rigid and hybrid
/// patches, contacts, the warm start, and the state of the current projection.
///
/// The unknowns are reduced coordinates, called nodes: three for a vertex, six for a rigid patch. Rigid patches are
/// therefore exact with any strategy, and need no strategy of their own.
class ProjectionProblem {
 public:
  /// `inverse_mass` covers all vertices; 0 means prescribed. No patch may contain a prescribed vertex.
  ProjectionProblem(StretchRows rows, RigidPatches patches, std::vector<double> inverse_mass, int max_iterations,
                    HybridPatches hybrid);

  // --- Definition of the problem: fixed after construction. ---

  [[nodiscard]] StretchRows& rows() { return rows_; }
  [[nodiscard]] const StretchRows& rows() const { return rows_; }
  [[nodiscard]] RigidPatches& patches() { return patches_; }
  [[nodiscard]] const RigidPatches& patches() const { return patches_; }
  [[nodiscard]] HybridPatches& hybrid() { return hybrid_; }
  [[nodiscard]] const HybridPatches& hybrid() const { return hybrid_; }
  [[nodiscard]] int max_iterations() const { return max_iterations_; }

  /// Rows of the system: all of rows() but those within a rigid patch or between prescribed vertices.
  [[nodiscard]] std::size_t size() const { return row_of_.size(); }
  [[nodiscard]] bool is_equality(std::size_t r) const { return rows_.is_equality(row_of_[r]); }
  [[nodiscard]] double limit(std::size_t r) const { return rows_.limit(row_of_[r]); }
  [[nodiscard]] double target_stretch(std::size_t r) const { return rows_.target_stretch(row_of_[r]); }

  [[nodiscard]] bool has_hybrid_patches() const { return hybrid_.size() > 0; }
  [[nodiscard]] bool has_triangles() const { return rows_.has_triangles(); }
  [[nodiscard]] bool has_inequalities() const { return has_inequalities_; }  ///< rows that may become shorter
  /// True if conjugate gradients over yarns are the first choice for its linear systems: all rows are edges, and which
  /// of them are active is unknown or they are too many to factorise.
  [[nodiscard]] bool prefers_yarns() const { return prefers_yarns_; }

  /// Regularisation of the linear systems, as shares of their diagonals [1].
  struct Shifts {
    double mass = 0.0;        ///< mass metric, first iteration
    double tension = 0.0;     ///< tension metric, if the warm start does not know the tension
    double warm_start = 0.0;  ///< tension metric, if it does
  };
  [[nodiscard]] const Shifts& shifts() const { return shifts_; }

  // --- Warm start. ---

  /// The tensions [J] of the previous step, expected again in steps of this size [s]. Initially none.
  void set_warm_start(std::span<const double> tension, double step_size);
  /// The tensions [J] that the last projection ended with.
  void find_tension(double step_size, std::span<double> tension) const;
  /// The expected tensions, times the squared step size [kg m²]; empty if there are none.
  [[nodiscard]] std::span<const double> warm_start_tension() const { return warm_start_tension_; }
  /// True if the expected tension would make ripples grow in the mass metric. A tension τ moves a yarn by τ W DᵀD x;
  /// an eigenvalue of that above 2 throws every zigzag over to the other side, and farther.
  [[nodiscard]] bool has_large_tension() const;

  // --- State of the current projection. ---

  /// Begins a projection of x for a step that started at `start`. Keeps references to all three until it ends.
  void begin(std::span<const Vec3> start, std::span<Vec3> x, std::span<const ContactRow> contacts);
  /// Goes back to the positions that were asked for, if a strategy has left them.
  void restart();

  /// Evaluates all rows and contacts at the current positions. Returns the defect, the sum of the squared violations:
  /// strains [1], and gaps in units of the mean row length.
  double measure();
  [[nodiscard]] double defect() const { return defect_; }  ///< as last measured
  /// The defect after the current step if all rows and contacts were linear.
  [[nodiscard]] double predicted_defect() const;
  [[nodiscard]] bool is_converged() const;
  [[nodiscard]] FilterReport report() const;
  /// Reports on the lengths at positions x, outside of a projection.
  [[nodiscard]] FilterReport inspect(std::span<const Vec3> x);
  [[nodiscard]] double strain(std::size_t r) const { return rows_.strain(row_of_[r]); }
  [[nodiscard]] std::span<const double> values() const { return value_; }  ///< C of each row

  /// Takes the gradients of rows and contacts, where they were last measured, into row_system().
  void linearise();
  [[nodiscard]] RowSystem& row_system() { return system_; }
  void count_linear_system() { ++systems_; }

  [[nodiscard]] ProjectionStep& step() { return step_; }
  void set_zero_step();
  /// Adds to the step the contact impulses that close the gaps which it leaves open, without changing the active rows.
  /// Returns false if the rows have no finite factors.
  [[nodiscard]] bool add_contact_impulses();
  void take_step(double share);
  void undo_step();
  [[nodiscard]] std::span<Vec3> positions() { return x_; }

  /// λ of all steps so far. The step is added once a strategy accepts it.
  [[nodiscard]] std::span<double> total_multipliers() { return total_multiplier_; }
  [[nodiscard]] std::span<const double> total_multipliers() const { return total_multiplier_; }
  void accumulate_multipliers();

  /// Positions to come back to.
  struct Snapshot {
    std::vector<Vec3> x;
    std::vector<Placement> poses;
  };
  void save(Snapshot& snapshot) const;
  void restore(const Snapshot& snapshot);

 private:
  [[nodiscard]] std::size_t node_of(VertexId v) const;
  [[nodiscard]] NodeGradient node_gradient(VertexId v, const Vec3& gradient) const;
  void make_row_system();
  void activate_taut_rows();
  [[nodiscard]] FilterReport report_lengths() const;

  StretchRows rows_;
  RigidPatches patches_;
  HybridPatches hybrid_;
  std::vector<double> inverse_mass_;
  int max_iterations_;
  RowSystem system_;
  ContactSystem contacts_;
  std::vector<std::uint32_t> row_of_;  ///< index into rows_ of each row of the system
  bool has_inequalities_ = false;
  bool prefers_yarns_ = false;
  double row_length_ = 1.0;  ///< mean rest length [m]
  Shifts shifts_;

  std::vector<double> warm_start_tension_;
  std::vector<double> value_, total_multiplier_;
  ProjectionStep step_;
  std::span<const Vec3> start_;
  std::span<Vec3> x_;
  std::vector<Vec3> requested_;  ///< positions for which the projection was asked
  bool is_at_request_ = false;
  Snapshot before_step_;
  double defect_ = 0.0;
  int systems_ = 0;
};

}  // namespace muslin
