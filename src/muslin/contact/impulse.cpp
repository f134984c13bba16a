#include <algorithm>
#include <muslin/contact/impulse.hpp>

namespace muslin {

double apply_friction(const Contact& contact, double bound, std::span<const double> vertex_inverse_mass,
                      std::span<Vec3> velocity) {
  const double a = inverse_mass(contact, vertex_inverse_mass);
  if (!(bound > 0.0) || !(a > 0.0)) return 0.0;
  const Vec3 relative = relative_velocity(contact, velocity);
  const Vec3 sliding = tangential(relative, contact.normal);
  const double speed = sliding.norm();
  if (!(speed > 0.0)) return 0.0;
  const double size = std::min(bound, speed / a);
  apply_impulse(contact, sliding * (-size / speed), vertex_inverse_mass, velocity);
  return size;
}

}  // namespace muslin
