#pragma once
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// Makes the JSON Schema (draft 2020-12) that accepts the values that check_format() accepts. Only texts are not
/// checked fully: the schema cannot decide whether "3 kg" is a length. Named formats are defined once, under "$defs".
[[nodiscard]] JsonValue make_schema(const ValueFormat& format);

}  // namespace muslin
