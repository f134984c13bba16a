#include "schema_validator.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace muslin::test {
namespace {

using Type = JsonValue::Type;

bool has_type(const JsonValue& value, const std::string& type) {
  if (type == "integer") return value.is(Type::number) && value.number == std::floor(value.number);
  if (type == "number") return value.is(Type::number);
  if (type == "string") return value.is(Type::text);
  if (type == "boolean") return value.is(Type::boolean);
  if (type == "array") return value.is(Type::list);
  return type == "object" && value.is(Type::object);
}

bool keyword_holds(const JsonValue& value, const JsonValue& schema, const JsonValue::Member& keyword,
                   const JsonValue& root) {
  const std::string& key = keyword.key;
  const JsonValue& argument = keyword.value;
  const auto valid = [&](const JsonValue& sub_schema) { return is_valid(value, sub_schema, root); };
  const auto count = std::count_if(argument.items.begin(), argument.items.end(), [&](const JsonValue& item) {
    return (key == "anyOf" || key == "oneOf" || key == "allOf") && valid(item);
  });
  const bool number = value.is(Type::number), list = value.is(Type::list), object = value.is(Type::object);
  if (key == "$ref") return valid(root.at("$defs").at(argument.text.substr(std::string("#/$defs/").size())));
  if (key == "type") {
    if (argument.is(Type::text)) return has_type(value, argument.text);
    return std::any_of(argument.items.begin(), argument.items.end(),
                       [&](const JsonValue& type) { return has_type(value, type.text); });
  }
  if (key == "enum")
    return value.is(Type::text) && std::any_of(argument.items.begin(), argument.items.end(),
                                               [&](const JsonValue& name) { return name.text == value.text; });
  if (key == "minimum") return !number || value.number >= argument.number;
  if (key == "maximum") return !number || value.number <= argument.number;
  if (key == "exclusiveMinimum") return !number || value.number > argument.number;
  if (key == "exclusiveMaximum") return !number || value.number < argument.number;
  if (key == "minItems") return !list || static_cast<double>(value.items.size()) >= argument.number;
  if (key == "maxItems") return !list || static_cast<double>(value.items.size()) <= argument.number;
  if (key == "items")
    return !list || std::all_of(value.items.begin(), value.items.end(),
                                [&](const JsonValue& item) { return is_valid(item, argument, root); });
  if (key == "required")
    return !object || std::all_of(argument.items.begin(), argument.items.end(),
                                  [&](const JsonValue& name) { return value.find(name.text) != nullptr; });
  if (key == "properties")
    return !object || std::all_of(value.members.begin(), value.members.end(), [&](const auto& member) {
      const JsonValue* property = argument.find(member.key);
      return property == nullptr || is_valid(member.value, *property, root);
    });
  if (key == "additionalProperties")
    return !object || std::all_of(value.members.begin(), value.members.end(), [&](const auto& member) {
      return schema.at("properties").find(member.key) != nullptr;
    });
  if (key == "anyOf") return count > 0;
  if (key == "oneOf") return count == 1;
  if (key == "allOf") return count == static_cast<std::ptrdiff_t>(argument.items.size());
  if (key == "not") return !valid(argument);
  return key == "$schema" || key == "$defs" || key == "title" || key == "description" || key == "default";
}

}  // namespace

bool is_valid(const JsonValue& value, const JsonValue& schema, const JsonValue& root) {
  return std::all_of(schema.members.begin(), schema.members.end(),
                     [&](const auto& keyword) { return keyword_holds(value, schema, keyword, root); });
}

}  // namespace muslin::test
