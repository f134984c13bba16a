#pragma once
#include <limits>
#include <muslin/core/counters.hpp>
#include <muslin/core/report_fields.hpp>
#include <muslin/core/types.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Reading and writing of reports in stats.ndjson and run.json, driven by the descriptions of their structs. A value of
/// the wrong type or a missing required field throws an exception of the JSON library; the readers of the files turn it
/// into an Error.
namespace muslin::detail {

/// Ordered JSON, which keeps the order of its keys.
using Json = nlohmann::ordered_json;

/// Distinguishes the report of a step (stats.ndjson) from that of a run (run.json).
enum class Scope { step, run };

[[nodiscard]] constexpr bool is_in(Scope scope, Combine combine) {
  return scope == Scope::step ? combine != Combine::count : combine != Combine::step_only;
}

template <class F>
[[nodiscard]] constexpr std::string_view name_in(Scope scope, const F& field) {
  return scope == Scope::run && !field.text.run_name.empty() ? field.text.run_name : field.name;
}

/// Returns the scope of the fields of a member. A member that a run copies whole from one step keeps all fields of a
/// step.
[[nodiscard]] constexpr Scope scope_within(Scope scope, Combine combine) {
  return combine == Combine::of_largest ? Scope::step : scope;
}

// Overloads for values that are not structs.
inline void write_value(JsonWriter& json, const Vec3& vector) {
  json.begin_list();
  for (const double coordinate : {vector.x(), vector.y(), vector.z()}) json.value(coordinate);
  json.end_list();
}
template <class Tag>
void write_value(JsonWriter& json, Id<Tag> id) {
  json.value(id.value);
}
template <class T>
requires std::is_arithmetic_v<T>
void write_value(JsonWriter& json, T number) { json.value(number); }
template <class T>
void write_value(JsonWriter& json, const std::vector<T>& items) {
  json.begin_list();
  for (const T& item : items) write_value(json, item);
  json.end_list();
}

void write_counters(JsonWriter& json, const Counters& counters);

/// Writes the members of the object that is open.
template <Described T>
void write_members(JsonWriter& json, const T& report, Scope scope) {
  for_each_field<T>([&]<class Member>(const Field<T, Member>& field) {
    const Member& member = report.*field.member;
    if (!is_in(scope, field.combine)) return;
    if constexpr (Described<Member> && requires { member.empty(); })
      if (member.empty()) return;
    if constexpr (std::is_same_v<Member, Counters>) {
      write_counters(json, member);
    } else if constexpr (Described<Member>) {
      if (!field.is_inline) json.key(name_in(scope, field));
      if (!field.is_inline) json.begin_object();
      write_members(json, member, scope_within(scope, field.combine));
      if (!field.is_inline) json.end_object();
    } else {
      json.key(name_in(scope, field));
      write_value(json, member);
    }
  });
}

/// Converts a number; null stands for a number that was not finite and becomes NaN.
[[nodiscard]] double number_of(const Json& json);
[[nodiscard]] Vec3 vector_of(const Json& json);

inline void read_value(const Json& json, double& number) { number = number_of(json); }
inline void read_value(const Json& json, Vec3& vector) { vector = vector_of(json); }
template <class Tag>
void read_value(const Json& json, Id<Tag>& id) {
  id.value = json;
}
template <class T>
void read_value(const Json& json, T& value) {
  value = json.get<T>();
}

/// Reads the members of `json` that are groups of counters, that is, objects of numbers whose keys are not in `others`.
/// A group that belongs to no response of this program is kept unchanged.
[[nodiscard]] Counters read_counters(const Json& json, const std::vector<std::string_view>& others);

template <Described T>
void read_members(const Json& json, T& report, Scope scope) {
  for_each_field<T>([&]<class Member>(const Field<T, Member>& field) {
    Member& member = report.*field.member;
    if (!is_in(scope, field.combine)) return;
    if constexpr (std::is_same_v<Member, Counters>) {
      std::vector<std::string_view> others;
      for_each_field<T>([&](const auto& other) { others.push_back(name_in(scope, other)); });
      member = read_counters(json, others);
      return;
    } else if constexpr (Described<Member>) {
      if (field.is_inline) return read_members(json, member, scope);
    }
    const auto found = json.find(std::string(name_in(scope, field)));
    if (found == json.end()) {
      if (field.text.absent == Absent::is_damage) static_cast<void>(json.at(std::string(name_in(scope, field))));
      if constexpr (std::is_floating_point_v<Member>)
        if (field.text.absent == Absent::as_unknown) member = std::numeric_limits<Member>::quiet_NaN();
      return;
    }
    if constexpr (Described<Member>)
      read_members(*found, member, scope_within(scope, field.combine));
    else if constexpr (!std::is_same_v<Member, Counters>)
      read_value(*found, member);
  });
}

}  // namespace muslin::detail
