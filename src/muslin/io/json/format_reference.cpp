#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <muslin/core/nearest_name.hpp>
#include <muslin/io/json/format_reference.hpp>
#include <utility>

namespace muslin {
namespace {

using Kind = ValueFormat::Kind;

constexpr std::size_t kNearestKeys = 5;

std::string without_article(std::string_view name) {
  for (const std::string_view article : {"a ", "an "})
    if (name.starts_with(article)) name.remove_prefix(article.size());
  return std::string(name);
}

std::string type_words(const ValueFormat& format) {
  switch (format.kind) {
    case Kind::number:
      return without_article(format.quantity.name);
    case Kind::integer:
      return "whole number";
    case Kind::boolean:
      return "true or false";
    case Kind::text:
      return "text";
    case Kind::choice:
      return fmt::format("\"{}\"", fmt::join(format.choices, "\" or \""));
    case Kind::list:
      return format.min_items == format.max_items
                 ? fmt::format("list of {}: {}", format.min_items, type_words(*format.item))
                 : fmt::format("list: {}", type_words(*format.item));
    case Kind::object: {
      const std::string object = format.name.empty() ? "object" : format.name;
      return format.short_for.empty()
                 ? object
                 : fmt::format("{} or {}", type_words(format.find(format.short_for)->format), object);
    }
    case Kind::any_of: {
      if (!format.name.empty()) return format.name;
      std::vector<std::string> words;
      for (const ValueFormat& alternative : format.alternatives)
        if (const std::string type = type_words(alternative);
            std::find(words.begin(), words.end(), type) == words.end())
          words.push_back(type);
      return fmt::format("{}", fmt::join(words, " or "));
    }
  }
  return {};
}

/// Returns the format of the numbers that a value consists of; null if there are none.
const ValueFormat* number_in(const ValueFormat& format) {
  if (format.kind == Kind::number || format.kind == Kind::integer) return &format;
  if (format.kind == Kind::list) return number_in(*format.item);
  if (format.kind == Kind::object && !format.short_for.empty()) return number_in(format.find(format.short_for)->format);
  if (format.kind == Kind::any_of && format.name.empty())
    for (const ValueFormat& alternative : format.alternatives)
      if (const ValueFormat* number = number_in(alternative)) return number;
  return nullptr;
}

std::string range_words(const ValueFormat& number) {
  const NumberRange& range = number.range;
  const bool is_any = !std::isfinite(range.minimum) && !std::isfinite(range.maximum);
  const bool is_any_integer = number.kind == Kind::integer && range.minimum == -1e9 && range.maximum == 1e9;
  if (is_any || is_any_integer) return {};
  if (number.kind == Kind::integer && range.maximum == 1e9) return fmt::format("at least {:g}", range.minimum);
  return range.words(number.quantity);
}

/// Formats JSON on one line; an empty object or list gives an empty text.
std::string short_json(const JsonValue& value) {
  if (value.items.empty() && value.members.empty() &&
      (value.is(JsonValue::Type::object) || value.is(JsonValue::Type::list)))
    return {};
  std::string text = to_json(value);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

ReferenceKey describe_field(const ValueFormat::Field& field) {
  ReferenceKey key = {.key = field.key,
                      .type = type_words(field.format),
                      .unit = {},
                      .range = {},
                      .missing = {},
                      .about = field.format.about,
                      .parts = {}};
  if (const ValueFormat* number = number_in(field.format)) {
    key.unit = number->quantity.unit;
    key.range = range_words(*number);
  }
  if (field.required) key.missing = "required";
  if (field.usual) key.missing = short_json(*field.usual);
  if (field.fallback) key.missing = short_json(*field.fallback);
  const ValueFormat* object = &field.format;
  while (object->kind == Kind::list) object = object->item.get();
  if (key.about.empty()) key.about = object->about;
  for (const auto& part : object->fields) key.parts.push_back(part.key);
  return key;
}

class ReferenceMaker {
 public:
  /// `place` is the place of the value; `id` is the same for values that are described only once.
  void visit(const ValueFormat& format, const std::string& place, const std::string& id) {
    const std::string base = format.name.empty() ? id : format.name;
    if (format.kind == Kind::list) visit(*format.item, place + ".*", base + ".*");
    if (format.kind == Kind::any_of)
      for (const ValueFormat& alternative : format.alternatives)
        if (alternative.kind != Kind::list) visit(alternative, place, base);  // lists repeat the other alternatives
    if (format.kind != Kind::object) return;
    ReferenceSection& section = find_or_add(format, base);
    if (std::find(section.places.begin(), section.places.end(), place) == section.places.end())
      section.places.push_back(place);
    for (const auto& field : format.fields)
      visit(field.format, place.empty() ? field.key : place + "." + field.key,
            base.empty() ? field.key : base + "." + field.key);
  }

  [[nodiscard]] std::vector<ReferenceSection> take() { return std::move(sections_); }

 private:
  ReferenceSection& find_or_add(const ValueFormat& format, const std::string& base) {
    const std::string title = format.tag.empty() ? base : fmt::format("{} with {}", base, format.tag);
    for (ReferenceSection& section : sections_)
      if (section.title == title) return section;
    ReferenceSection section = {.title = title, .about = format.about, .tag = format.tag, .places = {}, .keys = {}};
    for (const auto& field : format.fields) section.keys.push_back(describe_field(field));
    sections_.push_back(std::move(section));
    return sections_.back();
  }

  std::vector<ReferenceSection> sections_;
};

std::string in_table(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string value_words(const ReferenceKey& key) {
  std::string words = key.type;
  if (!key.unit.empty()) words += fmt::format(" [{}]", key.unit);
  if (!key.range.empty()) words += ", " + key.range;
  return words;
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> words;
  while (!path.empty()) {
    const std::size_t end = path.find_first_of("./");
    if (end != 0) words.push_back(path.substr(0, end));
    path = end == std::string_view::npos ? std::string_view() : path.substr(end + 1);
  }
  return words;
}

bool ends_with(std::string_view path, const std::vector<std::string_view>& wanted) {
  const std::vector<std::string_view> words = split(path);
  return !wanted.empty() && wanted.size() <= words.size() &&
         std::equal(wanted.rbegin(), wanted.rend(), words.rbegin(),
                    [](std::string_view want, std::string_view word) { return word == want || word == "*"; });
}

bool is_same(const ReferenceKey& one, const ReferenceKey& other) {
  return one.key == other.key && one.type == other.type && one.unit == other.unit && one.range == other.range &&
         one.missing == other.missing && one.about == other.about;
}

}  // namespace

std::vector<ReferenceSection> make_reference(const ValueFormat& format) {
  ReferenceMaker maker;
  maker.visit(format, "", "");
  return maker.take();
}

std::string to_markdown(const std::vector<ReferenceSection>& sections) {
  std::string text;
  for (const ReferenceSection& section : sections) {
    text += fmt::format("\n## {}\n{}\n", section.title.empty() ? "The scene" : fmt::format("`{}`", section.title),
                        section.about);
    if (section.places != std::vector<std::string>{section.title} && !section.title.empty())
      text += fmt::format("Path: `{}`.\n", fmt::join(section.places, "`, `"));
    text += "\n| key | value | default | meaning |\n|---|---|---|---|\n";
    for (const ReferenceKey& key : section.keys) {
      const bool is_code = !key.missing.empty() && key.missing != "required";
      text += fmt::format("| `{}` | {} | {} | {} |\n", key.key, in_table(value_words(key)),
                          is_code ? fmt::format("`{}`", key.missing) : key.missing, in_table(key.about));
    }
  }
  return text;
}

std::vector<FoundKey> find_keys(const std::vector<ReferenceSection>& sections, std::string_view path) {
  const std::vector<std::string_view> wanted = split(path);
  struct Place {
    std::string path;
    std::vector<std::string> tags;
  };
  std::vector<std::pair<ReferenceKey, std::vector<Place>>> found;
  for (const ReferenceSection& section : sections)
    for (const ReferenceKey& key : section.keys)
      for (const std::string& place : section.places) {
        const std::string full = place.empty() ? key.key : place + "." + key.key;
        if (!ends_with(full, wanted)) continue;
        auto same = std::find_if(found.begin(), found.end(), [&](const auto& f) { return is_same(f.first, key); });
        if (same == found.end()) same = found.insert(found.end(), {key, {}});
        auto& places = same->second;
        auto at = std::find_if(places.begin(), places.end(), [&](const Place& p) { return p.path == full; });
        if (at == places.end()) at = places.insert(places.end(), Place{full, {}});
        if (!section.tag.empty()) at->tags.push_back(section.tag);
      }
  std::vector<FoundKey> result;
  for (auto& [key, places] : found) {
    FoundKey entry = {.paths = {}, .key = std::move(key)};
    for (const Place& place : places)
      entry.paths.push_back(place.tags.empty() ? place.path
                                               : fmt::format("{} ({})", place.path, fmt::join(place.tags, ", ")));
    result.push_back(std::move(entry));
  }
  return result;
}

std::vector<std::string> nearest_keys(const std::vector<ReferenceSection>& sections, std::string_view path) {
  // A path of one word is compared with keys, a longer one with whole paths.
  const bool is_word = split(path).size() == 1;
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const ReferenceSection& section : sections)
    for (const ReferenceKey& key : section.keys)
      for (const std::string& place : section.places) {
        const std::string name = is_word || place.empty() ? key.key : place + "." + key.key;
        const std::size_t distance = edit_distance(path, name);
        if (distance <= std::max<std::size_t>(1, path.size() / 3)) near.emplace_back(distance, name);
      }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  if (near.size() > kNearestKeys) near.resize(kNearestKeys);
  std::vector<std::string> names;
  for (auto& [distance, name] : near) names.push_back(std::move(name));
  return names;
}

}  // namespace muslin
