#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/core/stopwatch.hpp>
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>

namespace muslin {
namespace {

/// v⁺ = v + Δt M⁻¹ f(x, v), x⁺ = x + Δt v⁺. The method is of first order and conserves momentum and, on average,
/// energy.
class SymplecticEuler final : public Integrator {
 public:
  explicit SymplecticEuler(const IntegratorOptions& options) : cfl_(options.cfl) {}

  [[nodiscard]] double max_step_size(const System& system) const override {
    // v⁺ = (1 - Δt d) v - Δt k x is stable while Δt² k + 2 Δt d < 4, with k and d the eigenvalues of M⁻¹K and M⁻¹D.
    const auto [k, d] = system.max_rates();
    return cfl_ * (4.0 / (d + std::sqrt(d * d + 4.0 * k)));
  }

  [[nodiscard]] IntegrationReport step(System& system, const TimeStep& time, Kinematics& state) override {
    Stopwatch watch;
    force_.resize(state.position.size());
    system.force(force_);
    parallel_for(state.position.size(), kElementsPerChunk, [&](std::size_t i) {
      if (system.scripted(i)) {
        state.velocity[i] = time.scripted_velocity(i, state.position[i]);
        state.position[i] = time.scripted_position[i];
        return;
      }
      state.acceleration[i] = force_[i] / system.world().mass[i];
      state.velocity[i] += time.size * state.acceleration[i];
      state.position[i] += time.size * state.velocity[i];
    });
    return {.assembly_seconds = watch.seconds()};
  }

 private:
  double cfl_;
  std::vector<Vec3> force_;
};

}  // namespace

std::unique_ptr<Integrator> make_symplectic_euler(const IntegratorOptions& options) {
  return std::make_unique<SymplecticEuler>(options);
}

}  // namespace muslin
