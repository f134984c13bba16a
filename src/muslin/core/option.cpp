#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/nearest_name.hpp>
#include <muslin/core/option.hpp>

namespace muslin {
namespace {

/// Returns the Error of a value that is not allowed, or nothing.
std::optional<Error> find_fault(const Option& option, const OptionValue& value, const std::string& where) {
  if (const auto* name = std::get_if<std::string>(&value); name != nullptr && option.kind == Option::Kind::choice) {
    if (std::find(option.choices.begin(), option.choices.end(), *name) != option.choices.end()) return std::nullopt;
    return invalid_scene(where, name->empty() ? "has no name" : fmt::format("unknown name \"{}\"", *name),
                         suggest(*name, option.choices));
  }
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    for (const double number : *numbers)
      if (!option.range.contains(number))
        return invalid_scene(where, with_unit(number, option.quantity),
                             "must be " + option.range.words(option.quantity));
  return std::nullopt;
}

}  // namespace

const Option* OptionTable::find(std::string_view key) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.key == key; });
  return found == options.end() ? nullptr : &*found;
}

const Option& OptionTable::at(std::string_view key) const {
  const Option* option = find(key);
  MUSLIN_ASSERT(option != nullptr);
  return *option;
}

OptionBuilder& OptionBuilder::from(double minimum) {
  option_.range.minimum = minimum;
  option_.range.above_minimum = false;
  return *this;
}

OptionBuilder& OptionBuilder::above(double minimum) {
  option_.range.minimum = minimum;
  option_.range.above_minimum = true;
  return *this;
}

OptionBuilder& OptionBuilder::to(double maximum) {
  option_.range.maximum = maximum;
  option_.range.below_maximum = false;
  return *this;
}

OptionBuilder& OptionBuilder::below(double maximum) {
  option_.range.maximum = maximum;
  option_.range.below_maximum = true;
  return *this;
}

OptionBuilder& OptionBuilder::within(const NumberRange& range) {
  option_.range = range;
  return *this;
}

OptionBuilder& OptionBuilder::about(std::string sentence) {
  option_.about = std::move(sentence);
  return *this;
}

OptionBuilder& OptionBuilder::left_open() {
  option_.is_left_open = true;
  return *this;
}

namespace detail {

OptionBuilder add_shorthand(OptionTable& table, std::string key, std::vector<std::string> stands_for) {
  MUSLIN_ASSERT(table.find(key) == nullptr && !stands_for.empty());
  Option shorthand = table.at(stands_for.front());
  shorthand.key = std::move(key);
  shorthand.fallback = {};
  shorthand.is_left_open = true;
  shorthand.get = nullptr;
  shorthand.set = nullptr;
  // The shorthand stands before the first of the options that it stands for.
  auto first = std::find_if(table.options.begin(), table.options.end(),
                            [&](const Option& option) { return option.key == stands_for.front(); });
  shorthand.stands_for = std::move(stands_for);
  return OptionBuilder(*table.options.insert(first, std::move(shorthand)));
}

Option inside(const Option& option, const std::function<void*(void*)>& part) {
  Option result = option;
  if (option.part) result.part = [part, inner = option.part](void* options) { return inner(part(options)); };
  if (option.get)
    result.get = [part, get = option.get](const void* options) { return get(part(const_cast<void*>(options))); };
  if (option.set)
    result.set = [part, set = option.set](void* options, const OptionValue& value) { set(part(options), value); };
  return result;
}

}  // namespace detail

Status check_options(const OptionTable& table, const void* options, const std::string& where) {
  for (const Option& option : table.options) {
    if (!option.stands_for.empty()) continue;
    const std::string place = where.empty() ? option.key : where + "/" + option.key;
    if (option.kind == Option::Kind::object) {
      if (Status status = check_options(*option.parts, option.part_of(options), place); !status) return status;
      continue;
    }
    const OptionValue value = option.get(options);
    if (value == option.fallback) continue;
    if (std::optional<Error> fault = find_fault(option, value, place)) return std::move(*fault);
  }
  return Done{};
}

}  // namespace muslin
