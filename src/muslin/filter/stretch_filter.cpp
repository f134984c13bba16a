#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <utility>

namespace muslin {

StretchFilter::StretchFilter(StretchRows rows, RigidPatches patches, std::vector<double> inverse_mass,
                             int max_iterations, HybridPatches hybrid)
    : problem_(std::move(rows), std::move(patches), std::move(inverse_mass), max_iterations, std::move(hybrid)),
      solver_(problem_) {
  strategies_.push_back(make_hybrid_projection());
  strategies_.push_back(make_triangle_projection(tolerance::kTriangleRowShift));
  strategies_.push_back(make_triangle_projection(tolerance::kSoftRowShift));
  strategies_.push_back(make_warm_start_projection());
  strategies_.push_back(make_mass_projection());
  strategies_.push_back(make_damped_projection());
}

FilterReport StretchFilter::project(std::span<const Vec3> start, std::span<Vec3> x,
                                    std::span<const ContactRow> contacts) {
  problem_.begin(start, x, contacts);
  // Hybrid patches need shape matching even if all lengths are within their limits.
  bool is_done = problem_.is_converged() && !problem_.has_hybrid_patches();
  int iterations_left = problem_.max_iterations();
  for (const auto& strategy : strategies_) {
    if (is_done || iterations_left <= 0) break;
    if (!strategy->is_applicable(problem_)) continue;
    iterations_left -= strategy->project(problem_, solver_, iterations_left);
    is_done = problem_.is_converged();
  }
  return problem_.report();
}

bool StretchFilter::patches_are_rigid(std::span<const Vec3> x) const {
  const RigidPatches& patches = problem_.patches();
  for (std::size_t p = 0; p < patches.size(); ++p)
    if (patches.shape_error(p, x) > tolerance::kRigidShapeTolerance * patches.diameter(p)) return false;
  return true;
}

}  // namespace muslin
