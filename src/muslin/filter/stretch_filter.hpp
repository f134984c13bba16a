#pragma once
#include <memory>
#include <muslin/filter/projection_problem.hpp>
#include <muslin/filter/projection_strategy.hpp>
#include <muslin/filter/step_solver.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Fast projection [Goldenthal07]: finds the positions nearest to given ones, in the mass metric, at which no limited
/// length exceeds its limit, rigid patches have their shape, and contacts keep their gaps. Conserves momentum to
/// rounding. The work is done by an ordered list of strategies (projection_strategy.hpp).
class StretchFilter {
 public:
  /// `inverse_mass` covers all vertices; 0 means prescribed. No patch may contain a prescribed vertex.
  StretchFilter(StretchRows rows, RigidPatches patches, std::vector<double> inverse_mass, int max_iterations,
                HybridPatches hybrid = {});

  /// True if there is nothing to project.
  [[nodiscard]] bool is_idle() const { return problem_.rows().size() == 0 && has_rows_only(); }
  /// True if it limits lengths, which may contradict each other. Rigid patches share no vertex, and cannot.
  [[nodiscard]] bool limits_stretch() const { return problem_.rows().size() > 0 || problem_.hybrid().size() > 0; }
  /// True if it limits lengths only, and has no patches.
  [[nodiscard]] bool has_rows_only() const { return problem_.patches().size() == 0 && problem_.hybrid().size() == 0; }
  [[nodiscard]] StretchRows& rows() { return problem_.rows(); }
  [[nodiscard]] const RigidPatches& patches() const { return problem_.patches(); }
  [[nodiscard]] const HybridPatches& hybrid() const { return problem_.hybrid(); }
  /// Returns how often shapes were matched since the last call.
  [[nodiscard]] HybridPatches::Matchings take_matchings() { return problem_.hybrid().take_matchings(); }

  /// Number of lengths that can change: those within a rigid patch or between prescribed vertices do not count.
  [[nodiscard]] std::size_t size() const { return problem_.size(); }
  /// Warm-starts the projections from here on with tensions [J] of a step of this size [s], one for each of size().
  void set_warm_start(std::span<const double> tension, double step_size) {
    problem_.set_warm_start(tension, step_size);
  }
  /// Writes the tensions [J] that the last projection ended with.
  void find_tension(double step_size, std::span<double> tension) const { problem_.find_tension(step_size, tension); }

  /// Projects x, the end of a step that began at `start`. Prescribed vertices stay where they are.
  FilterReport project(std::span<const Vec3> start, std::span<Vec3> x, std::span<const ContactRow> contacts = {});
  /// Moves the members of each rigid patch to the best fit of its shape.
  void fit_rigid_patches(std::span<Vec3> x) { problem_.patches().fit(x); }
  /// True if each rigid patch has its shape, but for rounding.
  [[nodiscard]] bool patches_are_rigid(std::span<const Vec3> x) const;
  /// Reports on x without moving anything.
  [[nodiscard]] FilterReport inspect(std::span<const Vec3> x) { return problem_.inspect(x); }

 private:
  ProjectionProblem problem_;
  StepSolver solver_;
  std::vector<std::unique_ptr<ProjectionStrategy>> strategies_;
};

}  // namespace muslin
