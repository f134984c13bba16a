#pragma once
#include <muslin/core/tolerances.hpp>
#include <muslin/filter/contact_system.hpp>
#include <muslin/filter/hybrid_patches.hpp>
#include <muslin/filter/row_system.hpp>
#include <muslin/filter/stretch_rows.hpp>
#include <muslin/filter/tension_system.hpp>
#include <muslin/filter/yarn_system.hpp>
#include <span>
#include <vector>

namespace muslin {

/// What came of a projection.
struct FilterReport {
  int iterations = 0;           ///< linear systems solved
  double strain = 0.0;          ///< the largest of a limited length that is left [1]
  std::int64_t over_limit = 0;  ///< lengths that are still over their limit
  VertexId worst;               ///< of the worst of them; of the world
  double max_violation = 0.0;   ///< the largest violation of a gap [m]
  [[nodiscard]] bool is_within() const { return over_limit == 0; }
};

/// Fast projection [Goldenthal07]: the nearest positions, as masses see it, in which no limited length exceeds its
/// limit, rigid patches have their shape, and contacts keep their gaps. By Newton's method on the constraints,
///   (G W Gᵀ) δλ = C,   x ← x - W Gᵀ δλ,
/// in the coordinates of what is free: vertices, and six for each patch. Momentum is kept to rounding. Edges that may
/// be shorter, or are many, are solved for by YarnSystem; whatever else there is, or where that fails, directly.
class StretchFilter {
 public:
  /// `inverse_mass`: of all vertices; 0: prescribed. No patch may have such a vertex.
  StretchFilter(StretchRows rows, RigidPatches patches, std::vector<double> inverse_mass, int max_iterations,
                HybridPatches hybrid = {});

  [[nodiscard]] bool is_idle() const { return rows_.size() == 0 && patches_.size() == 0 && hybrid_.size() == 0; }
  [[nodiscard]] const RigidPatches& patches() const { return patches_; }
  [[nodiscard]] StretchRows& rows() { return rows_; }
  /// Has it nothing but limits on lengths?
  [[nodiscard]] bool has_rows_only() const { return patches_.size() == 0 && hybrid_.size() == 0; }
  [[nodiscard]] const HybridPatches& hybrid() const { return hybrid_; }

  /// Lengths that it limits; not those within a rigid patch, or between what is prescribed.
  [[nodiscard]] std::size_t size() const { return row_of_.size(); }
  /// How hard each of them is likely to pull [J] in steps of so many seconds: as hard as it did before. Until told
  /// otherwise; not at all to begin with.
  void set_warm_start(std::span<const double> tension, double step_size);
  /// How hard they pulled in the last projection.
  void find_tension(double step_size, std::span<double> tension) const;

  /// Moves x, from where the step began at `start`. What is prescribed stays.
  FilterReport project(std::span<const Vec3> start, std::span<Vec3> x, std::span<const ContactRow> contacts = {});
  /// Puts the members of each patch where the patch comes nearest to them.
  void fit_rigid_patches(std::span<Vec3> x) { patches_.fit(x); }
  /// Is each patch its shape, but for rounding?
  [[nodiscard]] bool patches_are_rigid(std::span<const Vec3> x) const;
  /// How things are, without moving anything.
  [[nodiscard]] FilterReport inspect(std::span<const Vec3> x);

 private:
  [[nodiscard]] std::size_t node_of(VertexId v) const;
  [[nodiscard]] NodeGradient node_gradient(VertexId v, const Vec3& gradient) const;
  [[nodiscard]] double begin(std::span<const Vec3> start, std::span<Vec3> x);
  void activate_taut_rows(std::span<const Vec3> start);
  void linearise_rows();
  /// In which two steps are equally long: as masses see it, or as masses and tensions do.
  enum class Metric { mass, tension };
  struct NewtonOptions {
    double shift = 0.0;         ///< of the system's diagonal [1]
    double shift_factor = 1.0;  ///< the share of it that each further step has [1]
    int max_halvings = 0;       ///< how often a step may be cut in half
    int patience = 2;           ///< iterations without a gain before it gives up
  };
  [[nodiscard]] int newton(std::span<Vec3> x, const NewtonOptions& rule, double& defect);
  [[nodiscard]] int damped_newton(std::span<Vec3> x, double defect, double shift, int iterations);
  [[nodiscard]] int apply_warm_start(std::span<const Vec3> start, std::span<Vec3> x, double& defect);
  [[nodiscard]] bool is_tension_large() const;
  [[nodiscard]] bool is_converged() const;
  [[nodiscard]] bool find_step(Metric metric, double shift, int rounds);
  [[nodiscard]] bool find_step_by_yarns(double shift);
  [[nodiscard]] bool find_step_directly(Metric metric, double shift, int rounds);
  void update_tension(Metric metric);
  [[nodiscard]] bool add_contact_impulses();
  [[nodiscard]] double measure(std::span<const Vec3> x);
  [[nodiscard]] double predicted_defect() const;
  void take_step(std::span<Vec3> x, double share);
  void undo_step(std::span<Vec3> x);
  [[nodiscard]] FilterReport make_report() const;

  StretchRows rows_;
  RigidPatches patches_;
  HybridPatches hybrid_;
  std::vector<double> inverse_mass_;
  int max_iterations_;
  RowSystem system_;
  TensionSystem tension_system_;
  YarnSystem yarn_system_;
  bool has_limits_ = false;            ///< Are there lengths that need not be kept?
  bool uses_yarns_ = false;            ///< Are steps found by them?
  double yarn_tolerance_ = 0.0;        ///< how far they may be off [1]
  bool has_factors_ = false;           ///< of system_, from the step that was found last
  std::vector<std::uint32_t> row_of_;  ///< of each row of the system: which of rows_ it is
  std::vector<std::uint8_t> active_;   ///< rows of the system
  std::vector<double> multiplier_, total_multiplier_, lower_bound_, value_, tension_;
  std::vector<double> warm_start_tension_;      ///< tension [kg m²]; empty: none
  double row_length_ = 1.0;                     ///< mean [m]
  double row_shift_ = tolerance::kMaxRowShift;  ///< of the system's diagonal, to begin with [1]
  double raised_shift_ = 0.0;                   ///< the same in the metric of tension, where it was not expected
  double tension_shift_ = 0.0;                  ///< and where it was
  std::vector<Vec3> requested_;                 ///< where the projection began
  std::vector<Vec3> before_;                    ///< the step that was taken last
  std::vector<Placement> poses_before_;
  std::vector<Vec3> best_;  ///< what Newton's method has reached
  std::vector<Placement> best_poses_;
  RowSystem::Motion motion_;
  ContactSystem contact_system_;
  int systems_ = 0;  ///< solved
};

}  // namespace muslin
