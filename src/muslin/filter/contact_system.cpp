#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/contact_system.hpp>

namespace muslin {
namespace {

/// |W^½ h|², where h is the gradient of a contact by a node.
double squared_size(const NodeGradient& h, const RowSystem& system) {
  const Mobility& mobility = system.mobility(static_cast<std::size_t>(h.node));
  return mobility.inverse_mass * h.translation.squaredNorm() + h.rotation.dot(mobility.inverse_inertia * h.rotation);
}

}  // namespace

void ContactSystem::measure(std::span<const Vec3> x) {
  violation_.resize(contacts_.size());
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const ContactRow& contact = contacts_[i];
    double gap = 0.0;
    for (std::size_t j = 0; j < 4; ++j)
      if (contact.vertex[j].valid()) gap += contact.weight[j] * contact.normal.dot(x[contact.vertex[j].index()]);
    violation_[i] = contact.gap - gap;
  }
}

double ContactSystem::max_violation() const {
  double largest = 0.0;
  for (const double violation : violation_) largest = std::max(largest, violation);
  return largest;
}

bool ContactSystem::is_violated() const {
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (violation_[i] > tolerance::kMaxGapViolationShare * contacts_[i].gap) return true;
  return false;
}

double ContactSystem::defect(double row_length) const {
  double sum = 0.0;
  for (const double value : violation_) {
    const double violation = std::max(0.0, value) / row_length;
    sum += violation * violation;
  }
  return sum;
}

double ContactSystem::predicted_defect(const RowSystem::Motion& motion, double row_length) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < violation_.size(); ++i) {
    if (!(scale_[i] > 0.0)) continue;
    const double violation = std::max(0.0, violation_[i] - change(i, motion) / scale_[i]) / row_length;
    sum += violation * violation;
  }
  return sum;
}

void ContactSystem::linearise(const RowSystem& system, const NodeGradientOf& node_gradient_of) {
  gradients_.resize(contacts_.size());
  scale_.resize(contacts_.size());
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    NodeGradients& gradients = gradients_[i];
    for (std::size_t j = 0; j < 4; ++j)
      gradients[j] = node_gradient_of(contacts_[i].vertex[j], contacts_[i].weight[j] * contacts_[i].normal);
    for (std::size_t j = 1; j < 4; ++j)  // merge the gradients of vertices that share a node
      for (std::size_t k = 0; k < j; ++k)
        if (gradients[j].node >= 0 && gradients[j].node == gradients[k].node) {
          gradients[k].translation += gradients[j].translation;
          gradients[k].rotation += gradients[j].rotation;
          gradients[j] = {};
        }
    double squared = 0.0;
    for (const NodeGradient& h : gradients)
      if (h.node >= 0) squared += squared_size(h, system);
    scale_[i] = squared > 0.0 ? 1.0 / std::sqrt(squared) : 0.0;
  }
}

void ContactSystem::add_response(const RowSystem& system, std::span<const double> mu, RowSystem::Motion& motion) const {
  for (std::size_t i = 0; i < mu.size(); ++i) {
    const double impulse = scale_[i] * mu[i];
    if (impulse == 0.0) continue;
    for (const NodeGradient& h : gradients_[i]) {
      if (h.node < 0) continue;
      const auto node = static_cast<std::size_t>(h.node);
      const Mobility& mobility = system.mobility(node);
      motion.translation[node] += (mobility.inverse_mass * impulse) * h.translation;
      if (node >= system.vertex_nodes()) motion.rotation[node] += mobility.inverse_inertia * (impulse * h.rotation);
    }
  }
}

double ContactSystem::change(std::size_t contact, const RowSystem::Motion& motion) const {
  double sum = 0.0;
  for (const NodeGradient& h : gradients_[contact]) {
    if (h.node < 0) continue;
    const auto node = static_cast<std::size_t>(h.node);
    sum += h.translation.dot(motion.translation[node]) + h.rotation.dot(motion.rotation[node]);
  }
  return scale_[contact] * sum;
}

/// Upper bound of the eigenvalues of B W Bᵀ: |B W^½|² ≤ largest row sum · largest column sum, over blocks of nodes.
double ContactSystem::largest_eigenvalue(const RowSystem& system) const {
  std::vector<double> at_node(system.nodes(), 0.0);
  double largest_row = 0.0, largest_node = 0.0;
  for (std::size_t i = 0; i < gradients_.size(); ++i) {
    double sum = 0.0;
    for (const NodeGradient& h : gradients_[i]) {
      if (h.node < 0) continue;
      const double size = scale_[i] * std::sqrt(squared_size(h, system));
      double& at = at_node[static_cast<std::size_t>(h.node)];
      sum += size;
      at += size;
      largest_node = std::max(largest_node, at);
    }
    largest_row = std::max(largest_row, sum);
  }
  return largest_row * largest_node;
}

void ContactSystem::add_to(RowSystem& system, std::span<const std::uint8_t> active, std::span<double> multiplier,
                           RowSystem::Motion& motion) {
  const std::size_t count = gradients_.size();
  std::vector<double> violation(count), mu(count, 0.0), along(system.size()), answer(system.size());
  for (std::size_t i = 0; i < count; ++i) violation[i] = scale_[i] * violation_[i] - change(i, motion);
  const auto respond = [&](std::span<const double> q) {
    trial_.assign_zero(system.nodes());
    add_response(system, q, trial_);
    for (std::size_t r = 0; r < along.size(); ++r) along[r] = active[r] != 0 ? system.change(r, trial_) : 0.0;
    system.solve(along, answer);
    for (double& value : answer) value = -value;
    system.add_response(answer, trial_);
  };
  minimiser_.minimise(
      NonNegative{violation},
      [&](std::span<const double> q, std::span<double> product) {
        respond(q);
        for (std::size_t i = 0; i < count; ++i) product[i] = change(i, trial_);
      },
      largest_eigenvalue(system),
      {.tolerance = tolerance::kGapSolverTolerance, .max_iterations = tolerance::kGapSolverMaxIterations}, mu);
  respond(mu);
  for (std::size_t r = 0; r < multiplier.size(); ++r) multiplier[r] += answer[r];
  for (std::size_t n = 0; n < motion.translation.size(); ++n) {
    motion.translation[n] += trial_.translation[n];
    motion.rotation[n] += trial_.rotation[n];
  }
}

}  // namespace muslin
