#pragma once
#include <muslin/detect/proximity.hpp>
#include <span>

namespace muslin {

/// How fast what touches slides: the mean tangential relative speed of the pairs [m/s], each counting alike; 0 if there
/// is none. Friction shows here: what sticks has 0.
[[nodiscard]] double mean_sliding_speed(std::span<const Proximity> pairs, std::span<const Vec3> velocity);

}  // namespace muslin
