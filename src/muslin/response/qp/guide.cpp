#include <muslin/core/option.hpp>
#include <muslin/response/collision_options.hpp>

namespace muslin {

void describe(Description<Guide>& options) {
  options.about("Prescribes the velocity of vertices in one direction, and leaves them free across it.");
  options.number("direction", &Guide::direction).left_open().about("Direction of any length.");
  options.number("speed", &Guide::speed, quantity::kSpeed).from(-1e6).to(1e6).about("Speed along the direction.");
}

}  // namespace muslin
