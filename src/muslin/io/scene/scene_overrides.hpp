#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/json/format_check.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>

namespace muslin {

/// Puts the overrides of `source`, "path=value" each, into a scene that is not checked yet. Keys are told apart by
/// dots; items of a list are addressed by number, or by the "name" they have. An unknown key, name or number is an
/// Error.
[[nodiscard]] Status apply_overrides(JsonValue& root, const ValueFormat& format, const JsonSource& source);

}  // namespace muslin
