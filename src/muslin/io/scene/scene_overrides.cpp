#include <fmt/format.h>

#include <muslin/core/nearest_name.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/scene/scene_overrides.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace muslin {
namespace {

void set_line(JsonValue& value, int line) {
  value.line = line;
  for (JsonValue& item : value.items) set_line(item, line);
  for (auto& member : value.members) {
    member.line = line;
    set_line(member.value, line);
  }
}

/// Follows one path into the tree and, in parallel, into the format.
class Override {
 public:
  Override(const JsonSource& source, std::size_t index)
      : source_(source), text_(source.overrides[index]), line_(-static_cast<int>(index) - 1) {}

  [[nodiscard]] Status apply(JsonValue& root, const ValueFormat& format) {
    const std::size_t equals = text_.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return fail("this is not of the form path=value", "e.g. time.frames=10 or bodies.sheet.fabric=silk");
    rest_ = text_.substr(0, equals);
    const std::string given(text_.substr(equals + 1));
    auto parsed = parse_json(given, "");
    value_ = parsed ? std::move(*parsed) : JsonValue::of(given);
    set_line(value_, line_);
    return descend(root, format);
  }

 private:
  Status fail(std::string what, std::string remedy) const {
    return source_.error(line_, path_, std::move(what), std::move(remedy));
  }

  /// Sets the value if the path ends here; otherwise descends into the object or list.
  Status descend(JsonValue& value, const ValueFormat& format) {
    if (rest_.empty() && !path_.empty()) {
      value = std::move(value_);
      return Done{};
    }
    expand_short_form(value, format);
    const ValueFormat* chosen = choose(format, value);
    if (chosen == nullptr) chosen = &format;
    if (value.is(JsonValue::Type::list)) return descend_list(value, *chosen);
    if (value.is(JsonValue::Type::object)) return descend_object(value, *chosen);
    return fail(fmt::format("this is {} and has no {}", describe(value.type), quote(rest_)), "shorten the path");
  }

  /// Takes the next word of the path.
  std::string_view take(std::size_t size) {
    const std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(std::min(size + 1, rest_.size()));
    path_.append("/").append(word);
    return word;
  }

  Status descend_object(JsonValue& object, const ValueFormat& format) {
    const std::string_view key = rest_.substr(0, rest_.find('.'));
    const ValueFormat::Field* field = format.find(key);
    if (format.kind == ValueFormat::Kind::object && field == nullptr) {
      std::vector<std::string> keys;
      for (const auto& known : format.fields) keys.push_back(known.key);
      return fail(fmt::format("unknown key {}", quote(key)), suggest(key, keys));
    }
    take(key.size());
    static const ValueFormat kUnknown;
    JsonValue* member = object.find(key);
    if (member == nullptr) {
      JsonValue fresh = JsonValue::object();
      fresh.line = line_;
      member = &object.set(key, std::move(fresh));
    }
    return descend(*member, field != nullptr ? field->format : kUnknown);
  }

  Status descend_list(JsonValue& list, const ValueFormat& format) {
    JsonValue* chosen = nullptr;
    std::size_t size = 0;
    std::vector<std::string> names;
    // Names may contain dots; the longest matching name is used.
    for (JsonValue& item : list.items) {
      const JsonValue* name = item.find("name");
      if (name == nullptr || !name->is(JsonValue::Type::text) || name->text.empty()) continue;
      names.push_back(name->text);
      const bool fits =
          rest_.starts_with(name->text) && (rest_.size() == name->text.size() || rest_[name->text.size()] == '.');
      if (fits && name->text.size() > size) {
        chosen = &item;
        size = name->text.size();
      }
    }
    const std::string_view word = rest_.substr(0, rest_.find('.'));
    const auto number = parse_integer(word);
    const auto count = static_cast<std::int64_t>(list.items.size());
    if (chosen == nullptr && number && *number >= 0 && *number < count) {
      chosen = &list.items[static_cast<std::size_t>(*number)];
      size = word.size();
    }
    if (chosen == nullptr) {
      const std::string range = count == 0 ? "the list has no items" : fmt::format("items are 0 to {}", count - 1);
      return fail(fmt::format("there is no item {}", quote(word)), names.empty() ? range : suggest(word, names));
    }
    take(size);
    static const ValueFormat kUnknown;
    return descend(*chosen, format.item ? *format.item : kUnknown);
  }

  const JsonSource& source_;
  std::string_view text_;
  int line_;
  std::string_view rest_;
  std::string path_;
  JsonValue value_;
};

}  // namespace

Status apply_overrides(JsonValue& root, const ValueFormat& format, const JsonSource& source) {
  for (std::size_t i = 0; i < source.overrides.size(); ++i)
    if (auto status = Override(source, i).apply(root, format); !status) return status;
  return Done{};
}

}  // namespace muslin
