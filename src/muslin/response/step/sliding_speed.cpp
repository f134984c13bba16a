#include <muslin/contact/impulse.hpp>
#include <muslin/response/step/sliding_speed.hpp>

namespace muslin {

double mean_sliding_speed(std::span<const Proximity> pairs, std::span<const Vec3> velocity) {
  if (pairs.empty()) return 0.0;
  double sum = 0.0;
  for (const Proximity& pair : pairs)
    sum += tangential(relative_velocity(pair.contact, velocity), pair.contact.normal).norm();
  return sum / static_cast<double>(pairs.size());
}

}  // namespace muslin
