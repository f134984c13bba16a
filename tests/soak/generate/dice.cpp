#include <fmt/format.h>

#include <cstdlib>
#include <tests/soak/generate/dice.hpp>

namespace muslin::soak {

JsonValue number(double value) { return JsonValue::of(std::strtod(fmt::format("{:.4g}", value).c_str(), nullptr)); }

JsonValue numbers(const Vec3& value) {
  return JsonValue::list({number(value.x()), number(value.y()), number(value.z())});
}

JsonValue whole(std::initializer_list<int> values) {
  JsonValue list = JsonValue::list();
  for (const int value : values) list.items.push_back(JsonValue::of(double{1} * value));
  return list;
}

JsonValue object(std::initializer_list<std::pair<std::string_view, JsonValue>> members) {
  JsonValue result = JsonValue::object();
  for (const auto& [key, value] : members) result.set(key, value);
  return result;
}

}  // namespace muslin::soak
