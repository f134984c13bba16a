#pragma once
#include <concepts>
#include <functional>
#include <memory>
#include <muslin/core/assert.hpp>
#include <muslin/core/quantity.hpp>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace muslin {

// An options struct describes once which of its members can be set: key, type, quantity, range, names and a sentence.
// The default is that of the member itself. The scene reader, the resolved copy, the JSON Schema, the range check of
// C++ programs and docs/scene-reference.md are all generated from this description (docs/adding-a-scene-key.md).
//
//   void describe(Description<RepulsionOptions>& options) {
//     options.about("Repels pairs that are nearer than their thickness.");
//     options.number("rate", &RepulsionOptions::rate).from(0).to(1).about("Share of the overlap removed per step.");
//   }

struct OptionTable;

/// The value of an option of any type. A number is a list of one element, a choice is its name, and an empty
/// std::optional is std::monostate.
using OptionValue = std::variant<std::monostate, bool, std::string, std::vector<double>>;

/// Describes one member of an options struct that can be set, without the type of the struct.
struct Option {
  enum class Kind { number, integer, boolean, text, choice, object };

  Kind kind = Kind::number;
  std::string key;    ///< as scenes write it
  std::string about;  ///< one sentence

  Quantity quantity = quantity::kRatio;      ///< quantity of a number
  NumberRange range;                         ///< range of a number or an integer, or of each component
  std::size_t components = 0;                ///< number of components of a vector; 0 for a scalar
  std::vector<std::string> choices;          ///< the names of a choice
  std::shared_ptr<const OptionTable> parts;  ///< options of an object

  OptionValue fallback;  ///< default value of the member; std::monostate for objects
  /// If true, the reader leaves a missing key missing: the struct, another key or the rest of the scene decides its
  /// meaning.
  bool is_left_open = false;
  /// If not empty, this key only stands for all of these keys. It has no member of its own, and is neither read nor
  /// written.
  std::vector<std::string> stands_for;

  std::function<OptionValue(const void* options)> get;
  std::function<void(void* options, const OptionValue& value)> set;
  std::function<void*(void* options)> part;  ///< returns the struct of an object within `options`

  [[nodiscard]] const void* part_of(const void* options) const { return part(const_cast<void*>(options)); }
};

/// Lists all options of one struct, in the order in which scenes list them.
struct OptionTable {
  std::string about;  ///< one sentence
  std::string name;   ///< if not empty, the schema defines the object once, under this name
  /// A value that is no object stands for an object with only this key.
  std::string short_for;
  std::vector<Option> options;

  [[nodiscard]] const Option* find(std::string_view key) const;
  [[nodiscard]] const Option& at(std::string_view key) const;
};

/// Sets the optional attributes of one option.
class OptionBuilder {
 public:
  explicit OptionBuilder(Option& option) : option_(option) {}

  OptionBuilder& from(double minimum);
  OptionBuilder& above(double minimum);
  OptionBuilder& to(double maximum);
  OptionBuilder& below(double maximum);
  OptionBuilder& within(const NumberRange& range);
  OptionBuilder& about(std::string sentence);
  OptionBuilder& left_open();

 private:
  Option& option_;
};

namespace detail {

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
concept PlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Returns the number of components of a vector, or 0 for a scalar.
template <class T>
[[nodiscard]] std::size_t component_count(const T& value) {
  if constexpr (PlainNumber<T> || kIsOptional<T>)
    return 0;
  else
    return static_cast<std::size_t>(value.size());
}

template <class T>
[[nodiscard]] OptionValue to_option_value(const T& value) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
    return value;
  } else if constexpr (kIsOptional<T>) {
    return value ? to_option_value(*value) : OptionValue();
  } else if constexpr (PlainNumber<T>) {
    return std::vector<double>{static_cast<double>(value)};
  } else {
    std::vector<double> components;
    for (const auto& component : value) components.push_back(static_cast<double>(component));
    return components;
  }
}

template <class T>
void assign_option_value(T& target, const OptionValue& value) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
    target = std::get<T>(value);
  } else if constexpr (kIsOptional<T>) {
    if (std::holds_alternative<std::monostate>(value)) return target.reset();
    assign_option_value(target.emplace(), value);
  } else if constexpr (PlainNumber<T>) {
    target = static_cast<T>(std::get<std::vector<double>>(value).front());
  } else {
    const auto& components = std::get<std::vector<double>>(value);
    MUSLIN_ASSERT(components.size() == component_count(target));
    std::size_t next = 0;
    for (auto& component : target) component = static_cast<std::decay_t<decltype(component)>>(components[next++]);
  }
}

/// Adds a key that stands for several options of the table.
OptionBuilder add_shorthand(OptionTable& table, std::string key, std::vector<std::string> stands_for);
/// Converts an option of a struct into an option of the struct that contains it.
[[nodiscard]] Option inside(const Option& option, const std::function<void*(void*)>& part);

}  // namespace detail

/// Collects the options of struct S. `defaults` contains the values of its members that apply if nobody sets them.
template <class S>
class Description {
 public:
  explicit Description(S defaults = S{}) : defaults_(std::move(defaults)) {}

  /// Sets the sentence that describes the struct as a whole.
  void about(std::string sentence) { table_.about = std::move(sentence); }
  /// Makes the schema define the object once, under this name.
  void named(std::string name) { table_.name = std::move(name); }
  /// A value that is no object stands for an object with only this key.
  void short_for(std::string key) { table_.short_for = std::move(key); }

  /// Adds a double, an optional double, or a vector of doubles.
  template <class T>
  OptionBuilder number(std::string key, T S::*member, const Quantity& quantity = quantity::kRatio) {
    Option& option = add(Option::Kind::number, std::move(key), member);
    option.quantity = quantity;
    option.components = detail::component_count(defaults_.*member);
    return OptionBuilder(option);
  }

  /// Adds an integer of any type, or a vector of integers.
  template <class T>
  OptionBuilder integer(std::string key, T S::*member) {
    Option& option = add(Option::Kind::integer, std::move(key), member);
    option.range = {.minimum = -1e9, .maximum = 1e9};  // fits in an int
    option.components = detail::component_count(defaults_.*member);
    return OptionBuilder(option);
  }

  OptionBuilder boolean(std::string key, bool S::*member) {
    return OptionBuilder(add(Option::Kind::boolean, std::move(key), member));
  }

  OptionBuilder text(std::string key, std::string S::*member) {
    return OptionBuilder(add(Option::Kind::text, std::move(key), member));
  }

  /// Adds a choice between a few values, each with a name.
  template <class T>
  OptionBuilder choice(std::string key, T S::*member, std::vector<std::pair<std::string, T>> names) {
    Option option = make(Option::Kind::choice, std::move(key));
    for (const auto& name : names) option.choices.push_back(name.first);
    option.get = [member, names](const void* options) -> OptionValue {
      for (const auto& [name, value] : names)
        if (static_cast<const S*>(options)->*member == value) return name;
      if constexpr (std::same_as<T, std::string>) return static_cast<const S*>(options)->*member;
      return std::string();
    };
    option.set = [member, names](void* options, const OptionValue& wanted) {
      for (const auto& [name, value] : names)
        if (name == std::get<std::string>(wanted)) static_cast<S*>(options)->*member = value;
    };
    option.fallback = option.get(&defaults_);
    return OptionBuilder(add(std::move(option)));
  }

  /// Adds a nested struct as an object of its own.
  template <class T>
  OptionBuilder object(std::string key, T S::*member) {
    Description<T> inner(defaults_.*member);
    describe(inner);
    return add_object(std::move(key), std::move(inner).table(), to_part(member));
  }

  /// Adds some options of this struct as an object of their own.
  template <class Describe>
  OptionBuilder group(std::string key, const Describe& describe_group) {
    Description<S> inner(defaults_);
    describe_group(inner);
    return add_object(std::move(key), std::move(inner).table(), [](void* options) { return options; });
  }

  /// Adds the options of a nested struct as if they were options of this struct.
  template <class T>
  void include(T S::*member) {
    Description<T> inner(defaults_.*member);
    describe(inner);
    for (const Option& option : std::move(inner).table().options) add(detail::inside(option, to_part(member)));
  }

  /// Adds a key that sets several options at once. A scene gives either this key or the others.
  OptionBuilder shorthand(std::string key, std::vector<std::string> stands_for) {
    return detail::add_shorthand(table_, std::move(key), std::move(stands_for));
  }

  [[nodiscard]] OptionTable table() && { return std::move(table_); }

 private:
  template <class T>
  static std::function<void*(void*)> to_part(T S::*member) {
    return [member](void* options) -> void* { return &(static_cast<S*>(options)->*member); };
  }

  static Option make(Option::Kind kind, std::string key) {
    Option option;
    option.kind = kind;
    option.key = std::move(key);
    return option;
  }

  Option& add(Option option) {
    MUSLIN_ASSERT(table_.find(option.key) == nullptr);
    table_.options.push_back(std::move(option));
    return table_.options.back();
  }

  template <class T>
  Option& add(Option::Kind kind, std::string key, T S::*member) {
    Option option = make(kind, std::move(key));
    option.get = [member](const void* options) {
      return detail::to_option_value(static_cast<const S*>(options)->*member);
    };
    option.set = [member](void* options, const OptionValue& value) {
      detail::assign_option_value(static_cast<S*>(options)->*member, value);
    };
    option.fallback = option.get(&defaults_);
    option.is_left_open = detail::kIsOptional<T>;
    return add(std::move(option));
  }

  OptionBuilder add_object(std::string key, OptionTable inner, std::function<void*(void*)> part) {
    Option option = make(Option::Kind::object, std::move(key));
    option.about = inner.about;
    option.parts = std::make_shared<const OptionTable>(std::move(inner));
    option.part = std::move(part);
    return OptionBuilder(add(std::move(option)));
  }

  S defaults_;
  OptionTable table_;
};

/// Returns the options of a struct that has a describe().
template <class S>
[[nodiscard]] const OptionTable& options_of() {
  static const OptionTable table = [] {
    Description<S> description;
    describe(description);
    return std::move(description).table();
  }();
  return table;
}

/// Returns the Error of the first value that is out of its range, worded as by the scene reader: "time/step: -1 s; must
/// be from 1e-07 to 1 s". A value that equals the default of its member is always allowed.
[[nodiscard]] Status check_options(const OptionTable& table, const void* options, const std::string& where);

template <class S>
[[nodiscard]] Status check_options(const S& options, const std::string& where) {
  return check_options(options_of<S>(), &options, where);
}

}  // namespace muslin
