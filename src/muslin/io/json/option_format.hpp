#pragma once
#include <muslin/core/option.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// The JSON of options that describe themselves (core/option.hpp): what may be said, and how it gets in and out.

/// What the reader does with keys that are missing.
enum class MissingKeys {
  filled_in,  ///< they get the default of the struct
  left_open,  ///< they stay missing, as where a named material has the numbers
};

/// The format of an object with all options of a table, to which keys can be added that need a reader of their own.
[[nodiscard]] FormatBuilder options_format(const OptionTable& table, MissingKeys missing = MissingKeys::filled_in);

/// The key of one option with its format and default, for an object that is put together by hand.
[[nodiscard]] ValueFormat::Field option_field(const OptionTable& table, std::string_view key);

/// Sets the options whose keys an object has. The object has passed check_format(); keys of other readers are skipped.
void read_options(const JsonValue& object, const OptionTable& table, void* options);

template <class S>
void read_options(const JsonValue& object, S& options) {
  read_options(object, options_of<S>(), &options);
}

/// An object with every option that has a value.
[[nodiscard]] JsonValue write_options(const OptionTable& table, const void* options);

template <class S>
[[nodiscard]] JsonValue write_options(const S& options) {
  return write_options(options_of<S>(), &options);
}

}  // namespace muslin
