#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/nearest_name.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/json/format_check.hpp>
#include <muslin/io/json/units.hpp>
#include <optional>

namespace muslin {
namespace {

using Kind = ValueFormat::Kind;

std::vector<std::string> keys_of(const ValueFormat& format) {
  std::vector<std::string> keys;
  for (const auto& field : format.fields) keys.push_back(field.key);
  return keys;
}

std::vector<std::string> tags_of(const ValueFormat& format) {
  std::vector<std::string> tags;
  for (const auto& alternative : format.alternatives)
    if (!alternative.tag.empty()) tags.push_back(alternative.tag);
  return tags;
}

std::string quoted_list(const std::vector<std::string>& names, std::string_view last_word) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) result += i + 1 < names.size() ? ", " : fmt::format(" {} ", last_word);
    result += fmt::format("\"{}\"", names[i]);
  }
  return result;
}

/// Describes the expected value for messages about a wrong type: "a length, e.g. …", "a list of 3", ….
std::string expectation(const ValueFormat& format) {
  switch (format.kind) {
    case Kind::number:
      return fmt::format("{}, e.g. {}", format.quantity.name, format.quantity.examples);
    case Kind::integer:
      return "an integer";
    case Kind::boolean:
      return "true or false";
    case Kind::text:
      return "a string";
    case Kind::choice:
      return quoted_list(format.choices, "or");
    case Kind::list:
      return format.min_items == format.max_items ? fmt::format("a list of {}", format.min_items) : "a list";
    case Kind::object: {
      const std::string object = fmt::format("an object with {}", quoted_list(keys_of(format), "and"));
      return format.short_for.empty()
                 ? object
                 : fmt::format("{}, or {}", expectation(format.find(format.short_for)->format), object);
    }
    case Kind::any_of: {
      std::string all;
      for (const ValueFormat& alternative : format.alternatives)
        all += (all.empty() ? "" : ", or ") + expectation(alternative);
      return all;
    }
  }
  return {};
}

class FormatChecker {
 public:
  explicit FormatChecker(const JsonSource& source) : source_(source) {}

  [[nodiscard]] std::optional<JsonValue> check(const JsonValue& value, const ValueFormat& format) {
    if (!format.accepts(value.type))
      return fail(value.line, fmt::format("is {}", describe(value.type)), "must be " + expectation(format));
    switch (format.kind) {
      case Kind::number:
      case Kind::integer:
        return check_number(value, format);
      case Kind::boolean:
      case Kind::text:
        return value;
      case Kind::choice:
        return check_choice(value, format);
      case Kind::list:
        return check_list(value, format);
      case Kind::object:
        return check_object(value, format);
      case Kind::any_of:
        if (const ValueFormat* chosen = choose(format, value)) return check(value, *chosen);
        return fail_without_tag(value, format);
    }
    return std::nullopt;
  }

  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  std::optional<JsonValue> fail(int line, std::string what, std::string remedy) {
    error_ = source_.error(line, path_, std::move(what), std::move(remedy));
    return std::nullopt;
  }

  /// Checks a part of the value, with its name appended to the path meanwhile.
  std::optional<JsonValue> check_part(const std::string& name, const JsonValue& value, const ValueFormat& format) {
    const std::size_t size = path_.size();
    path_ += '/' + name;
    auto checked = check(value, format);
    if (checked) path_.resize(size);
    return checked;
  }

  std::optional<JsonValue> check_number(const JsonValue& value, const ValueFormat& format) {
    JsonValue number = JsonValue::of(value.number);
    number.line = value.line;
    if (value.is(JsonValue::Type::text)) {
      const auto parsed = parse_quantity(value.text, format.quantity);
      if (!parsed) return fail(value.line, parsed.error().what, parsed.error().remedy);
      number.number = *parsed;
    }
    const double x = number.number;
    if (format.kind == Kind::integer && x != std::floor(x))
      return fail(value.line, fmt::format("{:g}", x), "must be an integer");
    if (!format.range.contains(x))
      return fail(value.line, with_unit(x, format.quantity), "must be " + format.range.words(format.quantity));
    return number;
  }

  std::optional<JsonValue> check_choice(const JsonValue& value, const ValueFormat& format) {
    const auto& choices = format.choices;
    if (std::find(choices.begin(), choices.end(), value.text) != choices.end()) return value;
    return fail(value.line, fmt::format("unknown name {}", quote(value.text)), suggest(value.text, choices));
  }

  std::optional<JsonValue> check_list(const JsonValue& value, const ValueFormat& format) {
    const std::size_t count = value.items.size();
    if (count < format.min_items || count > format.max_items) {
      const std::string wanted = format.min_items == format.max_items ? fmt::format("{}", format.min_items)
                                 : count < format.min_items           ? fmt::format("at least {}", format.min_items)
                                                                      : fmt::format("at most {}", format.max_items);
      return fail(value.line, fmt::format("has {} {}", count, count == 1 ? "item" : "items"), "must have " + wanted);
    }
    JsonValue list = JsonValue::list();
    list.line = value.line;
    for (std::size_t i = 0; i < count; ++i) {
      auto item = check_part(std::to_string(i), value.items[i], *format.item);
      if (!item) return std::nullopt;
      list.items.push_back(std::move(*item));
    }
    return list;
  }

  std::optional<JsonValue> check_object(const JsonValue& value, const ValueFormat& format) {
    if (!value.is(JsonValue::Type::object)) {
      // The path of a short form is that of the object that it stands for.
      const auto checked = check(value, format.find(format.short_for)->format);
      if (!checked) return std::nullopt;
      JsonValue object = JsonValue::object();
      object.line = value.line;
      object.set(format.short_for, *checked);
      return check_object(object, format);
    }
    if (!check_keys(value, format)) return std::nullopt;
    JsonValue object = JsonValue::object();
    object.line = value.line;
    JsonValue written_out = JsonValue::object();  // what keys that stand for others say of these
    for (const auto& field : format.fields) {
      const JsonValue* given = value.find(field.key);
      if (given == nullptr) given = written_out.find(field.key);
      if (given == nullptr && field.required)
        return fail(value.line, fmt::format("\"{}\" is missing", field.key), "must be " + expectation(field.format));
      if (given == nullptr && !field.fallback) continue;
      JsonValue fallback;
      if (given == nullptr) {
        fallback = *field.fallback;
        fallback.line = value.line;
      }
      auto part = check_part(field.key, given != nullptr ? *given : fallback, field.format);
      if (!part) return std::nullopt;
      for (const std::string& other : field.stands_for) written_out.set(other, *part);
      if (field.stands_for.empty()) object.set(field.key, std::move(*part));
    }
    return object;
  }

  bool check_keys(const JsonValue& value, const ValueFormat& format) {
    for (const auto& member : value.members) {
      if (format.find(member.key) != nullptr) continue;
      const std::string what = fmt::format("unknown key {}", quote(member.key));
      const auto hint = std::find_if(format.hints.begin(), format.hints.end(),
                                     [&](const auto& entry) { return entry.first == member.key; });
      fail(member.line, what, hint != format.hints.end() ? hint->second : suggest(member.key, keys_of(format)));
      return false;
    }
    for (const auto& keys : format.one_of)
      if (!check_group(value, keys, /*needed=*/true)) return false;
    for (const auto& keys : format.at_most_one_of)
      if (!check_group(value, keys, /*needed=*/false)) return false;
    return true;
  }

  bool check_group(const JsonValue& value, const std::vector<std::string>& keys, bool needed) {
    std::vector<std::string> present;
    for (const std::string& key : keys)
      if (value.find(key) != nullptr) present.push_back(key);
    if (present.empty() && needed)
      fail(value.line, "a key is missing", fmt::format("give one of {}", quoted_list(keys, "or")));
    else if (present.size() > 1)
      fail(value.find(present.back())->line, fmt::format("{} exclude each other", quoted_list(present, "and")),
           "keep only one of them");
    else
      return true;
    return false;
  }

  std::optional<JsonValue> fail_without_tag(const JsonValue& value, const ValueFormat& format) {
    const std::vector<std::string> tags = tags_of(format);
    std::vector<std::string> present;
    for (const std::string& tag : tags)
      if (value.find(tag) != nullptr) present.push_back(tag);
    if (present.size() > 1)
      return fail(value.line, fmt::format("{} exclude each other", quoted_list(present, "and")),
                  "keep only one of them");
    // A key that no alternative has is probably a misspelt tag.
    for (const auto& member : value.members) {
      const auto knows = [&](const ValueFormat& alternative) { return alternative.find(member.key) != nullptr; };
      if (std::any_of(format.alternatives.begin(), format.alternatives.end(), knows)) continue;
      return fail(member.line, fmt::format("unknown key {}", quote(member.key)), suggest(member.key, tags));
    }
    return fail(value.line, "its kind is missing", fmt::format("give one of {}", quoted_list(tags, "or")));
  }

  const JsonSource& source_;
  std::string path_;
  std::optional<Error> error_;
};

}  // namespace

std::string JsonSource::place(int line, std::string_view path) const {
  const auto number = static_cast<std::size_t>(std::abs(line));
  std::string place = line < 0   ? fmt::format("--set {}", printable(overrides[number - 1]))
                      : line > 0 ? fmt::format("{}:{}", file, line)
                                 : file;
  if (!path.empty()) place.append(": ").append(path);
  return place;
}

Error JsonSource::error(int line, std::string_view path, std::string what, std::string remedy) const {
  return {Error::Kind::invalid_scene, place(line, path), std::move(what), std::move(remedy)};
}

const ValueFormat* choose(const ValueFormat& format, const JsonValue& value) {
  if (format.kind != Kind::any_of) return &format;
  const auto lists = [&](const ValueFormat& alternative) {
    const auto& choices = alternative.choices;
    return alternative.kind == Kind::choice && std::find(choices.begin(), choices.end(), value.text) != choices.end();
  };
  const ValueFormat* chosen = nullptr;
  std::size_t tagged = 0;
  for (const ValueFormat& alternative : format.alternatives) {
    if (!alternative.accepts(value.type)) continue;
    if (value.is(JsonValue::Type::object) && !alternative.tag.empty()) {
      if (value.find(alternative.tag) == nullptr) continue;
      if (++tagged > 1) return nullptr;
      chosen = &alternative;
    } else if (value.is(JsonValue::Type::text) && alternative.kind == Kind::choice) {
      if (lists(alternative)) return &alternative;
    } else if (chosen == nullptr) {
      chosen = &alternative;
    }
  }
  return chosen;
}

void expand_short_form(JsonValue& value, const ValueFormat& format) {
  const ValueFormat* chosen = choose(format, value);
  if (chosen == nullptr || chosen->kind != Kind::object || chosen->short_for.empty() ||
      value.is(JsonValue::Type::object))
    return;
  JsonValue object = JsonValue::object();
  object.line = value.line;
  object.set(chosen->short_for, std::move(value));
  value = std::move(object);
}

Result<JsonValue> check_format(const JsonValue& value, const ValueFormat& format, const JsonSource& source) {
  FormatChecker checker(source);
  auto checked = checker.check(value, format);
  if (!checked) return checker.error();
  return std::move(*checked);
}

}  // namespace muslin
