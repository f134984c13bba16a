#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/io/json/value_format.hpp>
#include <utility>

namespace muslin {

ValueFormat::ValueFormat() = default;
ValueFormat::ValueFormat(const ValueFormat&) = default;
ValueFormat::ValueFormat(ValueFormat&&) noexcept = default;
ValueFormat& ValueFormat::operator=(const ValueFormat&) = default;
ValueFormat& ValueFormat::operator=(ValueFormat&&) noexcept = default;
ValueFormat::~ValueFormat() = default;

const ValueFormat::Field* ValueFormat::find(std::string_view key) const {
  const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.key == key; });
  return field == fields.end() ? nullptr : &*field;
}

bool ValueFormat::accepts(JsonValue::Type type) const {
  using Type = JsonValue::Type;
  switch (kind) {
    case Kind::number:
      return type == Type::number || type == Type::text;
    case Kind::integer:
      return type == Type::number;
    case Kind::boolean:
      return type == Type::boolean;
    case Kind::text:
    case Kind::choice:
      return type == Type::text;
    case Kind::list:
      return type == Type::list;
    case Kind::object:
      return type == Type::object || (!short_for.empty() && find(short_for)->format.accepts(type));
    case Kind::any_of:
      return std::any_of(alternatives.begin(), alternatives.end(),
                         [type](const ValueFormat& alternative) { return alternative.accepts(type); });
  }
  return false;
}

FormatBuilder&& FormatBuilder::from(double minimum) && {
  format_.range.minimum = minimum;
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::above(double minimum) && {
  format_.range.minimum = minimum;
  format_.range.above_minimum = true;
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::to(double maximum) && {
  format_.range.maximum = maximum;
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::below(double maximum) && {
  format_.range.maximum = maximum;
  format_.range.below_maximum = true;
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::named(std::string name) && {
  format_.name = std::move(name);
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::about(std::string about) && {
  format_.about = std::move(about);
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::with(std::string key, ValueFormat format) && {
  MUSLIN_ASSERT(format_.kind == ValueFormat::Kind::object && format_.find(key) == nullptr);
  format_.fields.push_back({std::move(key), std::move(format), false, std::nullopt, std::nullopt, {}});
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::with(ValueFormat::Field field) && {
  FormatBuilder&& self = std::move(*this).with(std::move(field.key), std::move(field.format));
  ValueFormat::Field& added = self.format_.fields.back();
  added.required = field.required;
  added.fallback = std::move(field.fallback);
  added.usual = std::move(field.usual);
  added.stands_for = std::move(field.stands_for);
  return std::move(self);
}

FormatBuilder&& FormatBuilder::before(std::string_view key) && {
  auto& fields = format_.fields;
  const auto place =
      std::find_if(fields.begin(), fields.end(), [&](const ValueFormat::Field& f) { return f.key == key; });
  MUSLIN_ASSERT(place != fields.end());
  std::rotate(place, fields.end() - 1, fields.end());
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::instead(std::string_view key, ValueFormat format) && {
  for (ValueFormat::Field& field : format_.fields)
    if (field.key == key) {
      field.format = std::move(format);
      break;  // no key occurs twice
    }
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::with(std::string key, ValueFormat format, JsonValue fallback) && {
  FormatBuilder&& self = std::move(*this).with(std::move(key), std::move(format));
  self.format_.fields.back().fallback = std::move(fallback);
  return std::move(self);
}

FormatBuilder&& FormatBuilder::with(std::string key, ValueFormat format, double fallback) && {
  return std::move(*this).with(std::move(key), std::move(format), JsonValue::of(fallback));
}

FormatBuilder&& FormatBuilder::with(std::string key, ValueFormat format, const char* fallback) && {
  return std::move(*this).with(std::move(key), std::move(format), JsonValue::of(fallback));
}

FormatBuilder&& FormatBuilder::needs(std::string key, ValueFormat format) && {
  FormatBuilder&& self = std::move(*this).with(std::move(key), std::move(format));
  self.format_.fields.back().required = true;
  return std::move(self);
}

FormatBuilder&& FormatBuilder::one_of(std::vector<std::string> keys) && {
  format_.one_of.push_back(std::move(keys));
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::at_most_one_of(std::vector<std::string> keys) && {
  format_.at_most_one_of.push_back(std::move(keys));
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::short_for(std::string key) && {
  format_.short_for = std::move(key);
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::tagged(std::string key) && {
  format_.tag = std::move(key);
  return std::move(*this);
}

FormatBuilder&& FormatBuilder::hint(std::string key, std::string remedy) && {
  format_.hints.emplace_back(std::move(key), std::move(remedy));
  return std::move(*this);
}

namespace format {

FormatBuilder number(const Quantity& quantity) {
  ValueFormat format;
  format.kind = ValueFormat::Kind::number;
  format.quantity = quantity;
  return FormatBuilder(std::move(format));
}

FormatBuilder integer() {
  ValueFormat format;
  format.kind = ValueFormat::Kind::integer;
  format.range = {.minimum = -1e9, .maximum = 1e9};
  return FormatBuilder(std::move(format));
}

FormatBuilder text() { return FormatBuilder(ValueFormat{}); }

FormatBuilder choice(std::vector<std::string> choices) {
  ValueFormat format;
  format.kind = ValueFormat::Kind::choice;
  format.choices = std::move(choices);
  return FormatBuilder(std::move(format));
}

FormatBuilder list(ValueFormat item, std::size_t min_items, std::size_t max_items) {
  ValueFormat format;
  format.kind = ValueFormat::Kind::list;
  format.item = std::make_shared<const ValueFormat>(std::move(item));
  format.min_items = min_items;
  format.max_items = max_items;
  return FormatBuilder(std::move(format));
}

FormatBuilder object(std::string about) {
  ValueFormat format;
  format.kind = ValueFormat::Kind::object;
  format.about = std::move(about);
  return FormatBuilder(std::move(format));
}

FormatBuilder any_of(std::vector<ValueFormat> alternatives) {
  ValueFormat format;
  format.kind = ValueFormat::Kind::any_of;
  format.alternatives = std::move(alternatives);
  return FormatBuilder(std::move(format));
}

}  // namespace format
}  // namespace muslin
