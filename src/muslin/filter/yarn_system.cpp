#include <algorithm>
#include <cmath>
#include <muslin/filter/yarn_system.hpp>

namespace muslin {

/// The matrix A, in the order of the yarns.
class YarnSystem::Matrix final : public BoundedMatrix {
 public:
  Matrix(YarnSystem& system, const RowSystem& rows) : system_(system), all_(rows) {}

  void multiply(std::span<const double> x, std::span<double> y) override {
    system_.respond(all_, x, system_.motion_);
    const RowSystem::Motion& motion = system_.motion_;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const Row& row = system_.rows_[k];
      Vec3 change = motion.translation[static_cast<std::size_t>(row.node[0])];
      if (row.node[1] >= 0) change -= motion.translation[static_cast<std::size_t>(row.node[1])];
      y[k] = system_.parts_[k].compliance * x[k] - row.translation.dot(change);
    }
    for (const RotationGradient& rotation : system_.rotation_gradients_)
      y[rotation.row] -= rotation.rotation.dot(motion.rotation[static_cast<std::size_t>(rotation.node)]);
  }
  void set_free(std::span<const std::uint8_t> is_free) override { system_.yarns_.factorise(system_.parts_, is_free); }
  void precondition(std::span<const double> r, std::span<double> z) override { system_.yarns_.solve(r, z); }

 private:
  YarnSystem& system_;
  const RowSystem& all_;
};

/// Copies the rows into the order of the yarns.
void YarnSystem::update(const RowSystem& rows, double shift) {
  yarns_.find(rows);
  rows_.resize(rows.size());
  parts_.resize(rows.size());
  rotation_gradients_.clear();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const YarnLines::Link& link = yarns_.links()[k];
    const RowSystem::NodeGradients& gradients = rows.row(link.row);
    rows_[k] = {.node = {gradients[0].node, gradients[1].node}, .translation = gradients[0].translation};
    double diagonal = 0.0;
    for (std::size_t end = 0; end < 2; ++end) {
      const NodeGradient& gradient = gradients[end];
      if (gradient.node < 0) continue;
      const auto node = static_cast<std::size_t>(gradient.node);
      diagonal += rows.mobility(node).inverse_mass * gradient.translation.squaredNorm();
      if (node < rows.vertex_nodes()) continue;
      diagonal += gradient.rotation.dot(rows.mobility(node).inverse_inertia * gradient.rotation);
      rotation_gradients_.push_back(
          {.row = static_cast<std::uint32_t>(k), .node = gradient.node, .rotation = gradient.rotation});
    }
    // An endless yarn with tension τ that crosses here resists at one vertex like a mass of √(m² + 4 m τ).
    const bool continues = k + 1 < rows_.size() && !yarns_.links()[k + 1].begins;
    const auto mass_at = [&](std::size_t end) {
      if (gradients[end].node < 0) return 0.0;
      const auto node = static_cast<std::size_t>(gradients[end].node);
      double own = metric_.tension(link.row);
      if (end == link.first && !link.begins) own += metric_.tension(yarns_.links()[k - 1].row);
      if (end != link.first && continues) own += metric_.tension(yarns_.links()[k + 1].row);
      const double mass = 1.0 / rows.mobility(node).inverse_mass;
      const double other = std::max(0.0, metric_.mass(node) - mass - own);
      return own + std::sqrt(mass * mass + 2.0 * mass * other);
    };
    // A row without a direction is decoupled.
    const double compliance = diagonal > 0.0 ? shift * diagonal : 1.0;
    parts_[k] = {.gradient_norm = gradients[0].translation.norm(),
                 .first_mass = mass_at(link.first),
                 .second_mass = mass_at(1u - link.first),
                 .tension = metric_.tension(link.row),
                 .compliance = compliance};
  }
}

/// Computes the motion -H⁻¹ Gᵀ λ.
void YarnSystem::respond(const RowSystem& rows, std::span<const double> lambda, RowSystem::Motion& motion) {
  motion.assign_zero(rows.nodes());
  for (std::size_t k = 0; k < lambda.size(); ++k) {
    if (lambda[k] == 0.0) continue;
    const Row& row = rows_[k];
    const Vec3 impulse = lambda[k] * row.translation;
    motion.translation[static_cast<std::size_t>(row.node[0])] -= impulse;
    if (row.node[1] >= 0) motion.translation[static_cast<std::size_t>(row.node[1])] += impulse;
  }
  for (const RotationGradient& rotation : rotation_gradients_)
    motion.rotation[static_cast<std::size_t>(rotation.node)] -= lambda[rotation.row] * rotation.rotation;
  apply_inverse_metric(rows, motion);
}

/// Converts impulses and angular impulses to translations and rotations.
void YarnSystem::apply_inverse_metric(const RowSystem& rows, RowSystem::Motion& motion) {
  metric_.invert(motion.translation);
  for (std::size_t n = rows.vertex_nodes(); n < rows.nodes(); ++n)
    motion.rotation[n] = rows.mobility(n).inverse_inertia * motion.rotation[n];
}

bool YarnSystem::compute_response(const RowSystem& rows, std::span<const double> tension,
                                  std::span<const double> lambda, RowSystem::Motion& delta) {
  if (!metric_.update(rows, tension)) return false;
  delta.assign_zero(rows.nodes());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (lambda[r] == 0.0) continue;
    for (const NodeGradient& gradient : rows.row(r)) {
      if (gradient.node < 0) continue;
      delta.translation[static_cast<std::size_t>(gradient.node)] -= lambda[r] * gradient.translation;
      delta.rotation[static_cast<std::size_t>(gradient.node)] -= lambda[r] * gradient.rotation;
    }
  }
  apply_inverse_metric(rows, delta);
  return true;
}

bool YarnSystem::solve(const RowSystem& rows, const Problem& problem, std::span<double> lambda,
                       RowSystem::Motion& delta) {
  iterations_ = 0;
  if (!metric_.update(rows, problem.tension)) return false;
  update(rows, problem.shift);
  const std::span<const YarnLines::Link> links = yarns_.links();
  for (std::vector<double>* v : {&value_, &lower_bound_, &lambda_}) v->resize(links.size());
  for (std::size_t k = 0; k < links.size(); ++k) {
    const bool has_direction = parts_[k].gradient_norm > 0.0;
    value_[k] = has_direction ? problem.value[links[k].row] : 0.0;
    lambda_[k] = has_direction ? lambda[links[k].row] : 0.0;
    lower_bound_[k] = problem.lower_bound[links[k].row];
  }
  Matrix matrix(*this, rows);
  const BoundedConjugateGradient::Report answer = conjugate_gradient_.solve(matrix,
                                                                            {.b = value_,
                                                                             .lower_bound = lower_bound_,
                                                                             .tolerance = problem.tolerance,
                                                                             .max_iterations = problem.max_iterations},
                                                                            lambda_);
  iterations_ = answer.iterations;
  respond(rows, lambda_, delta);
  for (std::size_t k = 0; k < links.size(); ++k) lambda[links[k].row] = lambda_[k];
  return answer.converged;
}

}  // namespace muslin
