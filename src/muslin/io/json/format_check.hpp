#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// The text that the line numbers of values refer to: a file and its overrides.
struct JsonSource {
  std::string file;
  std::vector<std::string> overrides;

  /// Returns a place for messages: "curtain.json:12: /bodies/2/thickness", or "--set time.frames=x: /time/frames".
  [[nodiscard]] std::string place(int line, std::string_view path) const;
  [[nodiscard]] Error error(int line, std::string_view path, std::string what, std::string remedy = {}) const;
};

/// Returns the alternative of a format that the value follows, or the format itself if it has no alternatives. Returns
/// null if the type of the value, or its keys, match no alternative.
[[nodiscard]] const ValueFormat* choose(const ValueFormat& format, const JsonValue& value);

/// Expands a short form: "cotton" becomes {"base": "cotton"} if the format allows it.
void expand_short_form(JsonValue& value, const ValueFormat& format);

/// Checks a value and everything in it against its format. In the result, every number is in the unit of its quantity,
/// every short form is expanded, every missing key that has a fallback is filled in, and keys are in the order of the
/// table. Checking the result again does not change it.
[[nodiscard]] Result<JsonValue> check_format(const JsonValue& value, const ValueFormat& format,
                                             const JsonSource& source);

}  // namespace muslin
