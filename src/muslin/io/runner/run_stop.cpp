#include <fmt/format.h>

#include <muslin/io/runner/run_stop.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

RunStop describe_stop(const Pinch& pinch, std::int64_t frame) {
  return {{pinch.body, pinch.vertex.value, pinch.place, pinch.time, frame},
          fmt::format("pinched: body {} is {:.3g} m behind its script{}, at vertex {} near ({:.6g}, {:.6g}, {:.6g}), "
                      "{:.6g} s after the start, before frame {}",
                      pinch.body, pinch.lag, pinch.against.empty() ? std::string() : ", blocked by " + pinch.against,
                      pinch.vertex.value, pinch.place.x(), pinch.place.y(), pinch.place.z(), pinch.time, frame),
          fmt::format("let it yield: --set collision.pinch=yield; or allow more: --set collision.max_lag={:.2g}; both "
                      "begin anew, with --force",
                      2.0 * pinch.lag)};
}

RunStop describe_stop(const Divergence& divergence, std::int64_t frame, double step, IntegratorMethod method) {
  const Vec3& place = divergence.last_position;
  const bool is_implicit = method == IntegratorMethod::backward_euler;
  const double next_step = divergence.needed_step > 0.0 ? divergence.needed_step : step / 2.0;
  const bool may_shorten = next_step >= SceneTime::kMinStep;
  const std::string implicit = "the implicit integrator (--set integrator=backward_euler)";
  const std::string shorter = fmt::format("try a smaller step (--set time.step={:.3g})", next_step);
  const std::string advice = may_shorten   ? shorter + (is_implicit ? "" : " or " + implicit)
                             : is_implicit ? "no step is short enough: check the material and the motions of this body"
                                           : "try " + implicit;
  return {{divergence.body, divergence.vertex.value, place, divergence.time, frame},
          fmt::format("the simulation diverged: body {}, vertex {} near ({:.6g}, {:.6g}, {:.6g}), {:.6g} s after the "
                      "start, before frame {}: {}",
                      divergence.body, divergence.vertex.value, place.x(), place.y(), place.z(), divergence.time, frame,
                      divergence.what),
          advice};
}

}  // namespace muslin
