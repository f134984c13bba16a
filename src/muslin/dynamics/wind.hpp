#pragma once
#include <muslin/model/body.hpp>

namespace muslin {

/// Velocity of the air so many seconds after the start [m/s]: the wind, swelling and falling by its gusts. A smooth
/// function of time without a period that the eye would notice, and the same in every run.
[[nodiscard]] Vec3 wind_at(const Loads& loads, double time);

}  // namespace muslin
