#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/io/json/option_format.hpp>
#include <utility>

namespace muslin {
namespace {

std::optional<JsonValue> json_of(const OptionValue& value, const Option& option) {
  if (const auto* flag = std::get_if<bool>(&value)) return JsonValue::of(*flag);
  if (const auto* text = std::get_if<std::string>(&value)) return JsonValue::of(*text);
  const auto* numbers = std::get_if<std::vector<double>>(&value);
  if (numbers == nullptr) return std::nullopt;
  if (option.components == 0) return JsonValue::of(numbers->front());
  JsonValue list = JsonValue::list();
  for (const double number : *numbers) list.items.push_back(JsonValue::of(number));
  return list;
}

OptionValue option_value_of(const JsonValue& value, const Option& option) {
  switch (option.kind) {
    case Option::Kind::boolean:
      return value.boolean;
    case Option::Kind::text:
    case Option::Kind::choice:
      MUSLIN_ASSERT(value.is(JsonValue::Type::text));
      return value.text;
    case Option::Kind::number:
    case Option::Kind::integer:
    case Option::Kind::object:
      break;
  }
  if (option.components == 0) {
    MUSLIN_ASSERT(value.is(JsonValue::Type::number));
    return std::vector<double>{value.number};
  }
  std::vector<double> numbers;
  for (const JsonValue& item : value.items) numbers.push_back(item.number);
  return numbers;
}

ValueFormat format_of(const Option& option, MissingKeys missing) {
  ValueFormat format;
  switch (option.kind) {
    case Option::Kind::number:
      format = format::number(option.quantity);
      break;
    case Option::Kind::integer:
      format = format::integer();
      break;
    case Option::Kind::boolean:
      format.kind = ValueFormat::Kind::boolean;
      break;
    case Option::Kind::text:
      break;
    case Option::Kind::choice:
      format = format::choice(option.choices);
      break;
    case Option::Kind::object:
      format = options_format(*option.parts, missing);
      break;
  }
  format.range = option.range;
  if (option.components > 0) format = format::list(std::move(format), option.components, option.components);
  format.about = option.about;
  return format;
}

ValueFormat::Field field_of(const Option& option, MissingKeys missing) {
  ValueFormat::Field field = {option.key, format_of(option, missing), false, {}, {}, option.stands_for};
  if (option.kind == Option::Kind::object) {
    if (!option.is_left_open) field.fallback = JsonValue::object();
  } else if (missing == MissingKeys::left_open) {
    field.usual = json_of(option.fallback, option);
  } else if (!option.is_left_open) {
    field.fallback = json_of(option.fallback, option);
  }
  return field;
}

}  // namespace

FormatBuilder options_format(const OptionTable& table, MissingKeys missing) {
  ValueFormat object = format::object(table.about);
  object.name = table.name;
  object.short_for = table.short_for;
  for (const Option& option : table.options) {
    object.fields.push_back(field_of(option, missing));
    for (const std::string& other : option.stands_for) object.at_most_one_of.push_back({option.key, other});
  }
  return FormatBuilder(std::move(object));
}

ValueFormat::Field option_field(const OptionTable& table, std::string_view key) {
  return field_of(table.at(key), MissingKeys::filled_in);
}

void read_options(const JsonValue& object, const OptionTable& table, void* options) {
  for (const Option& option : table.options) {
    const JsonValue* value = object.find(option.key);
    if (value == nullptr || !option.stands_for.empty()) continue;
    if (option.kind == Option::Kind::object)
      read_options(*value, *option.parts, option.part(options));
    else
      option.set(options, option_value_of(*value, option));
  }
}

JsonValue write_options(const OptionTable& table, const void* options) {
  JsonValue object = JsonValue::object();
  for (const Option& option : table.options) {
    if (!option.stands_for.empty()) continue;
    if (option.kind == Option::Kind::object)
      object.set(option.key, write_options(*option.parts, option.part_of(options)));
    else if (auto value = json_of(option.get(options), option))
      object.set(option.key, std::move(*value));
  }
  return object;
}

}  // namespace muslin
