#pragma once
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// The JSON Schema (draft 2020-12) that accepts what check_format() accepts, but for texts: whether "3 kg" is a length
/// is beyond it. Named formats are defined once, under "$defs".
[[nodiscard]] JsonValue make_schema(const ValueFormat& format);

}  // namespace muslin
