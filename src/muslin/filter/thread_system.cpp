#include <algorithm>
#include <cmath>
#include <muslin/filter/thread_system.hpp>

namespace muslin {

/// A, in the order of the threads.
class ThreadSystem::Matrix final : public BoundedMatrix {
 public:
  Matrix(ThreadSystem& system, const RowSystem& rows) : system_(system), all_(rows) {}

  void multiply(std::span<const double> x, std::span<double> y) override {
    system_.respond(all_, x, system_.motion_);
    const RowSystem::Motion& motion = system_.motion_;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const Row& row = system_.rows_[k];
      Vec3 change = motion.way[static_cast<std::size_t>(row.node[0])];
      if (row.node[1] >= 0) change -= motion.way[static_cast<std::size_t>(row.node[1])];
      y[k] = system_.parts_[k].softness * x[k] - row.way.dot(change);
    }
    for (const Turn& turn : system_.turns_)
      y[turn.row] -= turn.turn.dot(motion.turn[static_cast<std::size_t>(turn.node)]);
  }
  void set_free(std::span<const std::uint8_t> is_free) override { system_.threads_.factorise(system_.parts_, is_free); }
  void precondition(std::span<const double> r, std::span<double> z) override { system_.threads_.solve(r, z); }

 private:
  ThreadSystem& system_;
  const RowSystem& all_;
};

/// Takes the rows into the order of the threads.
void ThreadSystem::take_over(const RowSystem& rows, double shift) {
  threads_.find(rows);
  rows_.resize(rows.size());
  parts_.resize(rows.size());
  turns_.clear();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const ThreadLines::Link& link = threads_.links()[k];
    const RowSystem::Handles& handles = rows.row(link.row);
    rows_[k] = {.node = {handles[0].node, handles[1].node}, .way = handles[0].way};
    double diagonal = 0.0;
    for (std::size_t end = 0; end < 2; ++end) {
      const RowHandle& handle = handles[end];
      if (handle.node < 0) continue;
      const auto node = static_cast<std::size_t>(handle.node);
      diagonal += rows.mobility(node).inverse_mass * handle.way.squaredNorm();
      if (node < rows.vertex_nodes()) continue;
      diagonal += handle.turn.dot(rows.mobility(node).inverse_inertia * handle.turn);
      turns_.push_back({.row = static_cast<std::uint32_t>(k), .node = handle.node, .turn = handle.turn});
    }
    // A thread that crosses here with tension τ resists at one vertex as if it weighed √(m² + 4 m τ), were it endless.
    const bool goes_on = k + 1 < rows_.size() && !threads_.links()[k + 1].begins;
    const auto mass_at = [&](std::size_t end) {
      if (handles[end].node < 0) return 0.0;
      const auto node = static_cast<std::size_t>(handles[end].node);
      double own = metric_.tension(link.row);
      if (end == link.first && !link.begins) own += metric_.tension(threads_.links()[k - 1].row);
      if (end != link.first && goes_on) own += metric_.tension(threads_.links()[k + 1].row);
      const double mass = 1.0 / rows.mobility(node).inverse_mass;
      const double other = std::max(0.0, metric_.mass(node) - mass - own);
      return own + std::sqrt(mass * mass + 2.0 * mass * other);
    };
    // A row without a direction has no part in it.
    const double softness = diagonal > 0.0 ? shift * diagonal : 1.0;
    parts_[k] = {.hold = handles[0].way.norm(),
                 .first_mass = mass_at(link.first),
                 .second_mass = mass_at(1u - link.first),
                 .tension = metric_.tension(link.row),
                 .softness = softness};
  }
}

/// The motion that pulls make: -H⁻¹ Gᵀ λ.
void ThreadSystem::respond(const RowSystem& rows, std::span<const double> lambda, RowSystem::Motion& motion) {
  motion.assign_zero(rows.nodes());
  for (std::size_t k = 0; k < lambda.size(); ++k) {
    if (lambda[k] == 0.0) continue;
    const Row& row = rows_[k];
    const Vec3 impulse = lambda[k] * row.way;
    motion.way[static_cast<std::size_t>(row.node[0])] -= impulse;
    if (row.node[1] >= 0) motion.way[static_cast<std::size_t>(row.node[1])] += impulse;
  }
  for (const Turn& turn : turns_) motion.turn[static_cast<std::size_t>(turn.node)] -= lambda[turn.row] * turn.turn;
  make_motion(rows, motion);
}

/// From impulses and their moments to ways and turns.
void ThreadSystem::make_motion(const RowSystem& rows, RowSystem::Motion& motion) {
  metric_.invert(motion.way);
  for (std::size_t n = rows.vertex_nodes(); n < rows.nodes(); ++n)
    motion.turn[n] = rows.mobility(n).inverse_inertia * motion.turn[n];
}

bool ThreadSystem::respond_to(const RowSystem& rows, std::span<const double> tension, std::span<const double> lambda,
                              RowSystem::Motion& delta) {
  if (!metric_.take_over(rows, tension)) return false;
  delta.assign_zero(rows.nodes());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (lambda[r] == 0.0) continue;
    for (const RowHandle& handle : rows.row(r)) {
      if (handle.node < 0) continue;
      delta.way[static_cast<std::size_t>(handle.node)] -= lambda[r] * handle.way;
      delta.turn[static_cast<std::size_t>(handle.node)] -= lambda[r] * handle.turn;
    }
  }
  make_motion(rows, delta);
  return true;
}

bool ThreadSystem::solve(const RowSystem& rows, const Question& question, std::span<double> lambda,
                         RowSystem::Motion& delta) {
  iterations_ = 0;
  if (!metric_.take_over(rows, question.tension)) return false;
  take_over(rows, question.shift);
  const std::span<const ThreadLines::Link> links = threads_.links();
  for (std::vector<double>* v : {&value_, &lowest_, &lambda_}) v->resize(links.size());
  for (std::size_t k = 0; k < links.size(); ++k) {
    const bool has_direction = parts_[k].hold > 0.0;
    value_[k] = has_direction ? question.value[links[k].row] : 0.0;
    lambda_[k] = has_direction ? lambda[links[k].row] : 0.0;
    lowest_[k] = question.lowest[links[k].row];
  }
  Matrix matrix(*this, rows);
  const BoundedConjugateGradient::Answer answer = conjugate_gradient_.solve(
      matrix,
      {.b = value_, .lowest = lowest_, .tolerance = question.tolerance, .max_iterations = question.max_iterations},
      lambda_);
  iterations_ = answer.iterations;
  respond(rows, lambda_, delta);
  for (std::size_t k = 0; k < links.size(); ++k) lambda[links[k].row] = lambda_[k];
  return answer.is_near;
}

}  // namespace muslin
