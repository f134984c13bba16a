#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <utility>

namespace muslin {
namespace {

constexpr std::size_t kLineWidth = 100;

void write_number(std::string& out, double number) {
  MUSLIN_ASSERT(std::isfinite(number));
  const bool whole = std::abs(number) < 1e15 && number == std::floor(number);
  const bool negative_zero = number == 0.0 && std::signbit(number);
  out += negative_zero ? "-0.0" : whole ? fmt::format("{:.0f}", number) : fmt::format("{}", number);
}

void write_flat(std::string& out, const JsonValue& value) {
  const char* separator = "";
  switch (value.type) {
    case JsonValue::Type::null:
      out += "null";
      break;
    case JsonValue::Type::boolean:
      out += value.boolean ? "true" : "false";
      break;
    case JsonValue::Type::number:
      write_number(out, value.number);
      break;
    case JsonValue::Type::text:
      append_json_text(out, value.text);
      break;
    case JsonValue::Type::list:
      out += '[';
      for (const JsonValue& item : value.items) {
        out += std::exchange(separator, ", ");
        write_flat(out, item);
      }
      out += ']';
      break;
    case JsonValue::Type::object:
      out += '{';
      for (const auto& member : value.members) {
        out += std::exchange(separator, ", ");
        append_json_text(out, member.key);
        out += ": ";
        write_flat(out, member.value);
      }
      out += '}';
      break;
  }
}

bool is_scalar(const JsonValue& value) { return value.items.empty() && value.members.empty(); }

/// Writes many numbers with as many on each line as fit.
void write_wrapped(std::string& out, const JsonValue& list, const std::string& margin) {
  std::string line;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    std::string item;
    write_flat(item, list.items[i]);
    if (i + 1 < list.items.size()) item += ',';
    if (!line.empty() && margin.size() + line.size() + 1 + item.size() > kLineWidth) {
      out += '\n' + margin + line;
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += item;
  }
  out += '\n' + margin + line;
}

void write(std::string& out, const JsonValue& value, std::size_t indent, std::size_t used) {
  std::string flat;
  write_flat(flat, value);
  const bool has_parts = !value.items.empty() || !value.members.empty();
  if (!has_parts || indent + used + flat.size() <= kLineWidth) {
    out += flat;
    return;
  }
  const std::string margin(indent + 2, ' ');
  const bool is_list = value.is(JsonValue::Type::list);
  const char* separator = "\n";
  out += is_list ? '[' : '{';
  const bool wraps = is_list && std::all_of(value.items.begin(), value.items.end(), is_scalar);
  if (wraps) write_wrapped(out, value, margin);
  for (std::size_t i = 0; !wraps && i < value.items.size(); ++i) {
    out += std::exchange(separator, ",\n") + margin;
    write(out, value.items[i], indent + 2, 1);
  }
  for (const auto& member : value.members) {
    out += std::exchange(separator, ",\n") + margin;
    append_json_text(out, member.key);
    out += ": ";
    write(out, member.value, indent + 2, member.key.size() + 5);
  }
  out += '\n' + std::string(indent, ' ') + (is_list ? ']' : '}');
}

}  // namespace

JsonValue::JsonValue() = default;
JsonValue::JsonValue(const JsonValue&) = default;
JsonValue::JsonValue(JsonValue&&) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue&) = default;
JsonValue& JsonValue::operator=(JsonValue&&) noexcept = default;
JsonValue::~JsonValue() = default;

JsonValue JsonValue::of(bool value) {
  JsonValue result;
  result.type = Type::boolean;
  result.boolean = value;
  return result;
}

JsonValue JsonValue::of(double value) {
  JsonValue result;
  result.type = Type::number;
  result.number = value;
  return result;
}

JsonValue JsonValue::of(std::string value) {
  JsonValue result;
  result.type = Type::text;
  result.text = std::move(value);
  return result;
}

JsonValue JsonValue::of(const char* value) { return of(std::string(value)); }

JsonValue JsonValue::list(std::vector<JsonValue> items) {
  JsonValue result;
  result.type = Type::list;
  result.items = std::move(items);
  return result;
}

JsonValue JsonValue::list() { return list(std::vector<JsonValue>()); }

JsonValue JsonValue::object() {
  JsonValue result;
  result.type = Type::object;
  return result;
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto member = std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.key == key; });
  return member == members.end() ? nullptr : &member->value;
}

JsonValue* JsonValue::find(std::string_view key) { return const_cast<JsonValue*>(std::as_const(*this).find(key)); }

const JsonValue& JsonValue::at(std::string_view key) const {
  const JsonValue* value = find(key);
  MUSLIN_ASSERT(value != nullptr);
  return *value;
}

JsonValue& JsonValue::at(std::string_view key) { return const_cast<JsonValue&>(std::as_const(*this).at(key)); }

JsonValue& JsonValue::set(std::string_view key, JsonValue value) {
  MUSLIN_ASSERT(is(Type::object));
  if (JsonValue* old = find(key)) return *old = std::move(value);
  const int where = value.line;
  members.push_back({std::string(key), std::move(value), where});
  return members.back().value;
}

void JsonValue::erase(std::string_view key) {
  std::erase_if(members, [&](const Member& member) { return member.key == key; });
}

std::string_view describe(JsonValue::Type type) {
  switch (type) {
    case JsonValue::Type::null:
      return "null";
    case JsonValue::Type::boolean:
      return "true or false";
    case JsonValue::Type::number:
      return "a number";
    case JsonValue::Type::text:
      return "a string";
    case JsonValue::Type::list:
      return "a list";
    case JsonValue::Type::object:
      return "an object";
  }
  return "";
}

std::string to_json(const JsonValue& value) {
  std::string out;
  write(out, value, 0, 0);
  out += '\n';
  return out;
}

}  // namespace muslin
