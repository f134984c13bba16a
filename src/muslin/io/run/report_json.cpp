#include <algorithm>
#include <cmath>
#include <muslin/io/run/report_json.hpp>
#include <muslin/response/response.hpp>

namespace muslin::detail {
namespace {

constexpr double kMaxExactInteger = 0x1p53;

bool is_counter_group(const Json& json) {
  return json.is_object() && !json.empty() &&
         std::all_of(json.begin(), json.end(), [](const Json& value) { return value.is_number() || value.is_null(); });
}

CounterGroupPtr group_as_written(const std::string& key, const Json& json) {
  auto group = std::make_shared<CounterGroup>();
  group->key = key;
  for (const auto& [name, value] : json.items())
    group->counters.push_back({.name = name, .unit = {}, .about = {}, .is_whole = value.is_number_integer()});
  return group;
}

}  // namespace

void write_counters(JsonWriter& json, const Counters& counters) {
  for (const Counters::Group& group : counters.groups()) {
    json.key(group.info->key);
    json.begin_object();
    for (std::size_t i = 0; i < group.values.size(); ++i) {
      json.key(group.info->counters[i].name);
      if (group.info->counters[i].is_whole && std::abs(group.values[i]) <= kMaxExactInteger)
        json.value(static_cast<std::int64_t>(group.values[i]));
      else
        json.value(group.values[i]);
    }
    json.end_object();
  }
}

double number_of(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

Vec3 vector_of(const Json& json) { return {number_of(json.at(0)), number_of(json.at(1)), number_of(json.at(2))}; }

Counters read_counters(const Json& json, const std::vector<std::string_view>& others) {
  Counters counters;
  for (const auto& [key, value] : json.items()) {
    if (std::find(others.begin(), others.end(), key) != others.end() || !is_counter_group(value)) continue;
    CounterGroupPtr info = find_counter_group(key);
    if (info == nullptr) info = group_as_written(key, value);
    Counters::Group& group = counters.group(info);
    for (std::size_t i = 0; i < group.values.size(); ++i)
      if (const auto number = value.find(info->counters[i].name); number != value.end())
        group.values[i] = number_of(*number);
  }
  return counters;
}

}  // namespace muslin::detail
