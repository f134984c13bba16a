#include <algorithm>
#include <cmath>
#include <muslin/filter/push_system.hpp>
#include <muslin/math/qp/non_negative.hpp>

namespace muslin {
namespace {

/// Share of its gap that a push may lack [1]: the next detection tells what it is worth.
constexpr double kLackingShare = 0.1;
constexpr BoundedMinimiserOptions kSolve{.tolerance = 1e-2, .max_iterations = 60};

/// |W^½ h|², h being how a push takes hold of a node.
double squared_size(const RowHandle& h, const RowSystem& system) {
  const Mobility& mobility = system.mobility(static_cast<std::size_t>(h.node));
  return mobility.inverse_mass * h.way.squaredNorm() + h.turn.dot(mobility.inverse_inertia * h.turn);
}

}  // namespace

void PushSystem::look_at(std::span<const Vec3> x) {
  lack_.resize(pushes_.size());
  for (std::size_t i = 0; i < pushes_.size(); ++i) {
    const PushRow& push = pushes_[i];
    double gap = 0.0;
    for (std::size_t j = 0; j < 4; ++j)
      if (push.vertex[j].valid()) gap += push.weight[j] * push.normal.dot(x[push.vertex[j].index()]);
    lack_[i] = push.gap - gap;
  }
}

double PushSystem::lacking() const {
  double most = 0.0;
  for (const double lack : lack_) most = std::max(most, lack);
  return most;
}

bool PushSystem::is_lacking() const {
  for (std::size_t i = 0; i < pushes_.size(); ++i)
    if (lack_[i] > kLackingShare * pushes_[i].gap) return true;
  return false;
}

double PushSystem::defect(double row_length) const {
  double sum = 0.0;
  for (const double value : lack_) {
    const double lack = std::max(0.0, value) / row_length;
    sum += lack * lack;
  }
  return sum;
}

double PushSystem::expected_defect(const RowSystem::Motion& motion, double row_length) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < lack_.size(); ++i) {
    if (!(scale_[i] > 0.0)) continue;
    const double lack = std::max(0.0, lack_[i] - change(i, motion) / scale_[i]) / row_length;
    sum += lack * lack;
  }
  return sum;
}

void PushSystem::take_hold(const RowSystem& system, const HandleOf& handle_of) {
  handles_.resize(pushes_.size());
  scale_.resize(pushes_.size());
  for (std::size_t i = 0; i < pushes_.size(); ++i) {
    Handles& handles = handles_[i];
    for (std::size_t j = 0; j < 4; ++j)
      handles[j] = handle_of(pushes_[i].vertex[j], pushes_[i].weight[j] * pushes_[i].normal);
    for (std::size_t j = 1; j < 4; ++j)  // those of one node become one
      for (std::size_t k = 0; k < j; ++k)
        if (handles[j].node >= 0 && handles[j].node == handles[k].node) {
          handles[k].way += handles[j].way;
          handles[k].turn += handles[j].turn;
          handles[j] = {};
        }
    double squared = 0.0;
    for (const RowHandle& h : handles)
      if (h.node >= 0) squared += squared_size(h, system);
    scale_[i] = squared > 0.0 ? 1.0 / std::sqrt(squared) : 0.0;
  }
}

void PushSystem::add_response(const RowSystem& system, std::span<const double> mu, RowSystem::Motion& motion) const {
  for (std::size_t i = 0; i < mu.size(); ++i) {
    const double impulse = scale_[i] * mu[i];
    if (impulse == 0.0) continue;
    for (const RowHandle& h : handles_[i]) {
      if (h.node < 0) continue;
      const auto node = static_cast<std::size_t>(h.node);
      const Mobility& mobility = system.mobility(node);
      motion.way[node] += (mobility.inverse_mass * impulse) * h.way;
      if (node >= system.vertex_nodes()) motion.turn[node] += mobility.inverse_inertia * (impulse * h.turn);
    }
  }
}

double PushSystem::change(std::size_t push, const RowSystem::Motion& motion) const {
  double sum = 0.0;
  for (const RowHandle& h : handles_[push]) {
    if (h.node < 0) continue;
    const auto node = static_cast<std::size_t>(h.node);
    sum += h.way.dot(motion.way[node]) + h.turn.dot(motion.turn[node]);
  }
  return scale_[push] * sum;
}

/// An upper bound of that of B W Bᵀ: |B W^½|² ≤ largest row sum · largest column sum, by nodes.
double PushSystem::largest_eigenvalue(const RowSystem& system) const {
  std::vector<double> at_node(system.nodes(), 0.0);
  double largest_row = 0.0, largest_node = 0.0;
  for (std::size_t i = 0; i < handles_.size(); ++i) {
    double sum = 0.0;
    for (const RowHandle& h : handles_[i]) {
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

void PushSystem::add_to(RowSystem& system, std::span<const std::uint8_t> active, std::span<double> pull,
                        RowSystem::Motion& motion) {
  const std::size_t count = handles_.size();
  std::vector<double> lack(count), mu(count, 0.0), along(system.size()), answer(system.size());
  for (std::size_t i = 0; i < count; ++i) lack[i] = scale_[i] * lack_[i] - change(i, motion);
  const auto respond = [&](std::span<const double> q) {
    trial_.assign_zero(system.nodes());
    add_response(system, q, trial_);
    for (std::size_t r = 0; r < along.size(); ++r) along[r] = active[r] != 0 ? system.change(r, trial_) : 0.0;
    system.solve(along, answer);
    for (double& value : answer) value = -value;
    system.add_response(answer, trial_);
  };
  minimiser_.minimise(
      NonNegative{lack},
      [&](std::span<const double> q, std::span<double> product) {
        respond(q);
        for (std::size_t i = 0; i < count; ++i) product[i] = change(i, trial_);
      },
      largest_eigenvalue(system), kSolve, mu);
  respond(mu);
  for (std::size_t r = 0; r < pull.size(); ++r) pull[r] += answer[r];
  for (std::size_t n = 0; n < motion.way.size(); ++n) {
    motion.way[n] += trial_.way[n];
    motion.turn[n] += trial_.turn[n];
  }
}

}  // namespace muslin
