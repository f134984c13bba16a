#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/core/stopwatch.hpp>
#include <muslin/dynamics/velocity_solver.hpp>

namespace muslin {
namespace {

/// Semi-implicit Newmark [Bridson03 §3], explicit in the elastic forces and implicit in damping and drag:
///   v½ = v + Δt/2 a(x, v½),  x⁺ = x + Δt v½,  v⁺ = v½ + Δt/2 a(x⁺, v⁺).
/// Without damping this is the central difference scheme, of second order and stable up to a CFL number of 1.
class Newmark final : public Integrator {
 public:
  explicit Newmark(const IntegratorOptions& options)
      : options_(options), solver_(options, PreconditionerKind::block_jacobi) {}

  [[nodiscard]] double max_step_size(const System& system) const override {
    return options_.cfl * 2.0 / std::sqrt(system.max_rates().stiffness);
  }

  [[nodiscard]] IntegrationReport step(System& system, const TimeStep& time, Kinematics& state) override {
    IntegrationReport report;
    const std::size_t n = state.position.size();
    start_velocity_ = state.velocity;
    for (std::size_t i = 0; i < n; ++i)
      if (system.scripted(i)) state.velocity[i] = time.scripted_velocity(i, state.position[i]);

    half_step(system, 0.5 * time.size, state, report);
    parallel_for(n, kElementsPerChunk, [&](std::size_t i) {
      state.position[i] =
          system.scripted(i) ? time.scripted_position[i] : state.position[i] + time.size * state.velocity[i];
    });
    Stopwatch watch;
    system.evaluate(state.position, state.velocity, time.start + time.size);
    report.assembly_seconds += watch.lap();
    half_step(system, 0.5 * time.size, state, report);

    parallel_for(n, kElementsPerChunk,
                 [&](std::size_t i) { state.acceleration[i] = (state.velocity[i] - start_velocity_[i]) / time.size; });
    return report;
  }

 private:
  /// Computes v ← v + h a(x, v at the end), for the state last evaluated.
  void half_step(System& system, double h, Kinematics& state, IntegrationReport& report) {
    Stopwatch watch;
    const std::size_t n = state.velocity.size();
    const std::vector<double>& mass = system.world().mass;
    const MatrixWeights weights{.velocity = h};
    for (std::vector<Vec3>* vector : {&force_, &missing_, &delta_}) vector->resize(n);
    system.implicit_force(force_);
    const BlockMatrix& matrix = system.assemble(weights);
    matrix.multiply(state.velocity, missing_);
    parallel_for(n, kElementsPerChunk, [&](std::size_t i) {
      missing_[i] = mass[i] * state.velocity[i] + h * force_[i] - missing_[i];
      delta_[i] = h * state.acceleration[i];
    });
    report.assembly_seconds += watch.lap();
    solver_.solve(system, matrix, weights, missing_, state.velocity, delta_, SolveAccuracy(), report);
    parallel_for(n, kElementsPerChunk, [&](std::size_t i) { state.velocity[i] += delta_[i]; });
    report.solve_seconds += watch.lap();
  }

  IntegratorOptions options_;
  VelocitySolver solver_;
  std::vector<Vec3> force_, missing_, delta_, start_velocity_;
};

}  // namespace

std::unique_ptr<Integrator> make_newmark(const IntegratorOptions& options) {
  return std::make_unique<Newmark>(options);
}

}  // namespace muslin
