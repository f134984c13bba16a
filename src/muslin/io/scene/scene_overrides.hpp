#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/json/format_check.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// Applies the overrides of `source`, each "path=value", to a scene that has not been checked yet. Dots separate the
/// keys; items of a list are addressed by number or by their "name". An unknown key, name or number is an Error.
[[nodiscard]] Status apply_overrides(JsonValue& root, const ValueFormat& format, const JsonSource& source);

}  // namespace muslin
