#pragma once
#include <muslin/io/json/json_value.hpp>

namespace muslin::test {

/// Returns whether a value is valid under a JSON Schema of draft 2020-12. Only the keywords of our schema are
/// supported: $ref into $defs, type, enum, properties, additionalProperties: false, required, items, minItems,
/// maxItems, minimum, maximum and their exclusive forms, anyOf, oneOf, allOf, not. Annotations are ignored, and any
/// other keyword fails.
[[nodiscard]] bool is_valid(const JsonValue& value, const JsonValue& schema, const JsonValue& root);

}  // namespace muslin::test
