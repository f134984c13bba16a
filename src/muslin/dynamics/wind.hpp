#pragma once
#include <muslin/model/body.hpp>

namespace muslin {

/// Returns the velocity of the air [m/s] at a time [s] since the start: the wind, modulated by its gusts. It is a
/// smooth function of time without a noticeable period, and the same in every run.
[[nodiscard]] Vec3 wind_at(const Loads& loads, double time);

}  // namespace muslin
