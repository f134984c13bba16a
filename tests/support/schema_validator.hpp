#pragma once
#include <muslin/io/json/json_value.hpp>

namespace muslin::test {

/// Whether a value is valid under a JSON Schema of draft 2020-12, of which this knows the keywords that our schema
/// uses: $ref into $defs, type, enum, properties, additionalProperties: false, required, items, minItems, maxItems,
/// minimum, maximum and their exclusive forms, anyOf, oneOf, allOf, not. Another keyword than these or an annotation
/// fails.
[[nodiscard]] bool is_valid(const JsonValue& value, const JsonValue& schema, const JsonValue& root);

}  // namespace muslin::test
