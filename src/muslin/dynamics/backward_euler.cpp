#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/core/stopwatch.hpp>
#include <muslin/core/tolerances/dynamics.hpp>
#include <muslin/dynamics/velocity_solver.hpp>
#include <muslin/math/direct/pseudo_inverse.hpp>

namespace muslin {
namespace {

/// Finds v⁺ with M (v⁺ - v) = Δt f(x + Δt v⁺, v⁺); then x⁺ = x + Δt v⁺. The method is of first order, and its numerical
/// damping grows with the step size. One Newton step is the linearised method of [BaraffWitkin98]. Further steps follow
/// until the residual momentum is below the tolerance; each is shortened while it increases that residual.
class BackwardEuler final : public Integrator {
 public:
  explicit BackwardEuler(const IntegratorOptions& options)
      : options_(options), solver_(options, PreconditionerKind::automatic) {}

  [[nodiscard]] double max_step_size(const System&) const override { return std::numeric_limits<double>::infinity(); }

  [[nodiscard]] bool is_implicit() const override { return true; }
  [[nodiscard]] bool provides_matrix() const override { return true; }
  [[nodiscard]] bool keeps_start() const override { return options_.newton_steps == 1; }

  [[nodiscard]] IntegrationReport step(System& system, const TimeStep& time, Kinematics& state) override {
    IntegrationReport report;
    Stopwatch watch;
    const std::size_t n = state.position.size();
    const std::vector<double>& mass = system.world().mass;
    const double dt = time.size;
    const MatrixWeights weights{.stiffness = dt * dt, .velocity = dt};
    velocity_ = state.velocity;
    for (std::vector<Vec3>* vector : {&force_, &missing_, &delta_}) vector->resize(n);

    // Linearise at the start of the step: A (v + δ) = M v + Δt f, with scripted vertices already at their new velocity.
    for (std::size_t i = 0; i < n; ++i)
      if (system.scripted(i)) velocity_[i] = time.scripted_velocity(i, state.position[i]);
    system.implicit_force(force_);
    const BlockMatrix& matrix = system.assemble(weights);
    matrix.multiply(velocity_, missing_);
    parallel_for(n, kElementsPerChunk, [&](std::size_t i) {
      missing_[i] = mass[i] * state.velocity[i] + dt * force_[i] - missing_[i];
      delta_[i] = dt * state.acceleration[i];
    });
    report.assembly_seconds += watch.lap();
    solver_.solve(system, matrix, weights, missing_, state.velocity, delta_, time.accuracy, report);
    report.newton_steps = 1;
    add(delta_, 1.0, velocity_);
    report.solve_seconds += watch.lap();

    refine(system, time, state, report);
    parallel_for(n, kElementsPerChunk, [&](std::size_t i) {
      state.acceleration[i] = (velocity_[i] - state.velocity[i]) / dt;
      state.velocity[i] = velocity_[i];
      state.position[i] = system.scripted(i) ? time.scripted_position[i] : state.position[i] + dt * velocity_[i];
    });
    return report;
  }

 private:
  /// Takes the Newton steps beyond the first, each from the end of the previous one.
  void refine(System& system, const TimeStep& time, const Kinematics& state, IntegrationReport& report) {
    if (options_.newton_steps == 1) return;
    Stopwatch watch;
    const double dt = time.size;
    const MatrixWeights weights{.stiffness = dt * dt, .velocity = dt};
    const double first = missing_momentum(system, time, state, state.velocity);
    double left = missing_momentum(system, time, state, velocity_);
    while (report.newton_steps < options_.newton_steps && left > options_.tolerance * first) {
      const BlockMatrix& matrix = system.assemble(weights);
      report.assembly_seconds += watch.lap();
      std::fill(delta_.begin(), delta_.end(), Vec3::Zero());
      solver_.solve(system, matrix, weights, missing_, state.velocity, delta_, time.accuracy, report);
      report.solve_seconds += watch.lap();
      ++report.newton_steps;

      add(delta_, 1.0, velocity_);
      double now = missing_momentum(system, time, state, velocity_);
      for (int halving = 1; halving <= tolerance::kMaxNewtonHalvings && !(now < left); ++halving) {
        add(delta_, -std::ldexp(1.0, -halving), velocity_);
        now = missing_momentum(system, time, state, velocity_);
      }
      if (!(now < left)) return;  // rounding or a kink prevents further progress
      left = now;
    }
  }

  /// Computes missing_ = M (v - velocity) + Δt f at the end of a step with that velocity, and returns its length in the
  /// norm of M⁻¹. For a rigid group only the total force and torque count; internal forces of the group balance the
  /// rest.
  double missing_momentum(System& system, const TimeStep& time, const Kinematics& state,
                          std::span<const Vec3> velocity) {
    const std::size_t n = velocity.size();
    end_position_.resize(n);
    for (std::size_t i = 0; i < n; ++i) end_position_[i] = state.position[i] + time.size * velocity[i];
    system.evaluate(end_position_, velocity, time.start + time.size);
    system.force(force_);
    double squared = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (system.scripted(i)) continue;
      const double mass = system.world().mass[i];
      missing_[i] = mass * (state.velocity[i] - velocity[i]) + time.size * force_[i];
      squared += missing_[i].squaredNorm() / mass;
    }
    for (const std::vector<VertexId>& group : system.world().rigid_groups) squared += rigid_excess(system, group);
    return std::sqrt(std::max(0.0, squared));
  }

  /// Returns the square of that length for a rigid body, less the sum of the squares for its individual vertices.
  [[nodiscard]] double rigid_excess(const System& system, std::span<const VertexId> group) const {
    double total_mass = 0.0, alone = 0.0;
    Vec3 centre = Vec3::Zero(), sum = Vec3::Zero(), torque = Vec3::Zero();
    for (const VertexId v : group) {
      const double mass = system.world().mass[v.index()];
      total_mass += mass;
      centre += mass * end_position_[v.index()];
      sum += missing_[v.index()];
      alone += missing_[v.index()].squaredNorm() / mass;
    }
    if (!(total_mass > 0.0)) return 0.0;
    centre /= total_mass;
    Mat3 inertia = Mat3::Zero();
    for (const VertexId v : group) {
      const Vec3 arm = end_position_[v.index()] - centre;
      inertia += system.world().mass[v.index()] * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
      torque += arm.cross(missing_[v.index()]);
    }
    return sum.squaredNorm() / total_mass + torque.dot(pseudo_inverse(inertia) * torque) - alone;
  }

  static void add(std::span<const Vec3> delta, double factor, std::span<Vec3> velocity) {
    parallel_for(velocity.size(), kElementsPerChunk, [&](std::size_t i) { velocity[i] += factor * delta[i]; });
  }

  IntegratorOptions options_;
  VelocitySolver solver_;
  std::vector<Vec3> force_, missing_, delta_, velocity_, end_position_;
};

}  // namespace

std::unique_ptr<Integrator> make_backward_euler(const IntegratorOptions& options) {
  return std::make_unique<BackwardEuler>(options);
}

}  // namespace muslin
