#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/json/value_format.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// What the lines of values refer to.
struct JsonSource {
  std::string file;
  std::vector<std::string> overrides;

  /// "curtain.json:12: /bodies/2/thickness", or "--set time.frames=x: /time/frames".
  [[nodiscard]] std::string place(int line, std::string_view path) const;
  [[nodiscard]] Error error(int line, std::string_view path, std::string what, std::string remedy = {}) const;
};

/// Which of the alternatives of a format the value follows; the format itself if it has none. Null if the value's type,
/// or the keys it has, fit no alternative.
[[nodiscard]] const ValueFormat* choose(const ValueFormat& format, const JsonValue& value);

/// Writes a short form out: "cotton" becomes {"base": "cotton"} where the format says so.
void expand_short_form(JsonValue& value, const ValueFormat& format);

/// Checks a value, and everything in it, against its format. The result has every number in its quantity's unit, every
/// short form and every key that stands for others written out, every missing key that has a fallback filled in, and
/// keys in the order of the table. Checked again, it does not change.
[[nodiscard]] Result<JsonValue> check_format(const JsonValue& value, const ValueFormat& format,
                                             const JsonSource& source);

}  // namespace muslin
