#include <muslin/filter/shape_matching.hpp>
#include <muslin/math/direct/nearest_rotation.hpp>

namespace muslin {

Placement match_shape(std::span<const Vec3> arm, std::span<const double> mass, std::span<const Vec3> x) {
  Placement placement;
  double total = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    placement.centre += mass[i] * x[i];
    total += mass[i];
  }
  placement.centre /= total;
  Mat3 a = Mat3::Zero();
  for (std::size_t i = 0; i < x.size(); ++i) a += mass[i] * (x[i] - placement.centre) * arm[i].transpose();
  placement.rotation = nearest_rotation(a);
  return placement;
}

}  // namespace muslin
