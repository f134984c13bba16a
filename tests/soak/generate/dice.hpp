#pragma once
#include <cmath>
#include <initializer_list>
#include <muslin/io/json/json_value.hpp>
#include <string_view>
#include <tests/support/random.hpp>
#include <utility>
#include <vector>

namespace muslin::soak {

/// Random numbers for drawing scenes.
class Dice : public test::Random {
 public:
  using Random::Random;

  /// Returns a number whose logarithm is uniform, for quantities that span decades.
  double log_uniform(double low, double high) { return low * std::exp(std::log(high / low) * unit()); }
  /// Returns one of the choices, each as likely.
  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[integer(0, static_cast<int>(choices.size()) - 1)];
  }
  const char* pick(std::initializer_list<const char*> choices) { return pick<const char*>(choices); }
};

/// Makes a number of a scene. It has four significant digits, so that scenes can be read and shrunk.
[[nodiscard]] JsonValue number(double value);
/// Makes a list of three such numbers.
[[nodiscard]] JsonValue numbers(const Vec3& value);
/// Makes a list of whole numbers.
[[nodiscard]] JsonValue whole(std::initializer_list<int> values);
/// Makes an object of members in this order.
[[nodiscard]] JsonValue object(std::initializer_list<std::pair<std::string_view, JsonValue>> members);

}  // namespace muslin::soak
