#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <muslin/io/json/format_schema.hpp>
#include <utility>

namespace muslin {
namespace {

using Kind = ValueFormat::Kind;

JsonValue texts(const std::vector<std::string>& names) {
  JsonValue list = JsonValue::list();
  for (const std::string& name : names) list.items.push_back(JsonValue::of(name));
  return list;
}

class SchemaMaker {
 public:
  JsonValue make(const ValueFormat& format) {
    if (format.name.empty()) return write_out(format);
    if (definitions_.find(format.name) == nullptr) {
      JsonValue definition = write_out(format);
      definitions_.set(format.name, std::move(definition));
    }
    JsonValue reference = JsonValue::object();
    reference.set("$ref", JsonValue::of("#/$defs/" + format.name));
    return reference;
  }

  [[nodiscard]] JsonValue take_definitions() { return std::move(definitions_); }

 private:
  JsonValue write_out(const ValueFormat& format) {
    JsonValue schema = JsonValue::object();
    if (!format.about.empty()) schema.set("description", JsonValue::of(format.about));
    switch (format.kind) {
      case Kind::number:
        schema.set("type", texts({"number", "string"}));
        set_range(schema, format);
        if (!format.quantity.unit.empty())
          schema.set("description", JsonValue::of(fmt::format(
                                        "{}{}{} [{}], e.g. {}", format.about, format.about.empty() ? "" : " It is ",
                                        format.quantity.name, format.quantity.unit, format.quantity.examples)));
        break;
      case Kind::integer:
        schema.set("type", JsonValue::of("integer"));
        set_range(schema, format);
        break;
      case Kind::boolean:
        schema.set("type", JsonValue::of("boolean"));
        break;
      case Kind::text:
        schema.set("type", JsonValue::of("string"));
        break;
      case Kind::choice:
        schema.set("enum", texts(format.choices));
        break;
      case Kind::list:
        schema.set("type", JsonValue::of("array"));
        schema.set("items", make(*format.item));
        if (format.min_items > 0) schema.set("minItems", JsonValue::of(double(format.min_items)));
        if (format.max_items < std::numeric_limits<std::size_t>::max())
          schema.set("maxItems", JsonValue::of(double(format.max_items)));
        break;
      case Kind::object:
        return write_object(format);
      case Kind::any_of:
        schema.set("anyOf", alternatives(format));
        break;
    }
    return schema;
  }

  JsonValue alternatives(const ValueFormat& format) {
    JsonValue all = JsonValue::list();
    for (const ValueFormat& alternative : format.alternatives) all.items.push_back(make(alternative));
    return all;
  }

  static void set_range(JsonValue& schema, const ValueFormat& format) {
    if (std::isfinite(format.range.minimum))
      schema.set(format.range.above_minimum ? "exclusiveMinimum" : "minimum", JsonValue::of(format.range.minimum));
    if (std::isfinite(format.range.maximum))
      schema.set(format.range.below_maximum ? "exclusiveMaximum" : "maximum", JsonValue::of(format.range.maximum));
  }

  JsonValue write_object(const ValueFormat& format) {
    JsonValue object = JsonValue::object();
    if (!format.about.empty()) object.set("description", JsonValue::of(format.about));
    object.set("type", JsonValue::of("object"));
    JsonValue properties = JsonValue::object();
    std::vector<std::string> required;
    for (const auto& field : format.fields) {
      JsonValue property = make(field.format);
      if (field.fallback) property.set("default", *field.fallback);
      properties.set(field.key, std::move(property));
      if (field.required) required.push_back(field.key);
    }
    object.set("properties", std::move(properties));
    object.set("additionalProperties", JsonValue::of(false));
    if (!required.empty()) object.set("required", texts(required));
    set_groups(object, format);
    if (format.short_for.empty()) return object;
    JsonValue either = JsonValue::object();
    either.set("anyOf", JsonValue::list({make(format.find(format.short_for)->format), std::move(object)}));
    return either;
  }

  /// Adds the rules that exactly one key, or at most one, of each group may be present.
  static void set_groups(JsonValue& object, const ValueFormat& format) {
    JsonValue all = JsonValue::list();
    const auto add = [&](const std::vector<std::string>& keys, bool needed) {
      JsonValue choices = JsonValue::list();
      JsonValue none = JsonValue::list();
      for (const std::string& key : keys) {
        JsonValue has_key = JsonValue::object();
        has_key.set("required", texts({key}));
        choices.items.push_back(has_key);
        none.items.push_back(std::move(has_key));
      }
      if (!needed) {
        JsonValue any = JsonValue::object(), not_any = JsonValue::object();
        any.set("anyOf", std::move(none));
        not_any.set("not", std::move(any));
        choices.items.push_back(std::move(not_any));
      }
      JsonValue group = JsonValue::object();
      group.set("oneOf", std::move(choices));
      all.items.push_back(std::move(group));
    };
    for (const auto& keys : format.one_of) add(keys, true);
    for (const auto& keys : format.at_most_one_of) add(keys, false);
    if (!all.items.empty()) object.set("allOf", std::move(all));
  }

  JsonValue definitions_ = JsonValue::object();
};

}  // namespace

JsonValue make_schema(const ValueFormat& format) {
  SchemaMaker maker;
  JsonValue schema = JsonValue::object();
  schema.set("$schema", JsonValue::of("https://json-schema.org/draft/2020-12/schema"));
  JsonValue body = maker.make(format);
  for (auto& member : body.members) schema.set(member.key, std::move(member.value));
  schema.set("$defs", maker.take_definitions());
  return schema;
}

}  // namespace muslin
