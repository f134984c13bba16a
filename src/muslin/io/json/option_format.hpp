#pragma once
#include <muslin/core/option.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// This header maps options structs that describe themselves (core/option.hpp) to JSON: their format, and their reading
/// and writing.

/// How the reader treats missing keys.
enum class MissingKeys {
  filled_in,  ///< missing keys get the default of the struct
  left_open,  ///< missing keys stay missing, for example if a named material supplies the numbers
};

/// Returns the format of an object with all options of a table. Keys that need a reader of their own can be added.
[[nodiscard]] FormatBuilder options_format(const OptionTable& table, MissingKeys missing = MissingKeys::filled_in);

/// Returns the key of one option with its format and default, for an object format that is assembled by hand.
[[nodiscard]] ValueFormat::Field option_field(const OptionTable& table, std::string_view key);

/// Sets the options whose keys the object has. The object must have passed check_format(); keys of other readers are
/// skipped.
void read_options(const JsonValue& object, const OptionTable& table, void* options);

template <class S>
void read_options(const JsonValue& object, S& options) {
  read_options(object, options_of<S>(), &options);
}

/// Returns an object with every option that has a value.
[[nodiscard]] JsonValue write_options(const OptionTable& table, const void* options);

template <class S>
[[nodiscard]] JsonValue write_options(const S& options) {
  return write_options(options_of<S>(), &options);
}

}  // namespace muslin
