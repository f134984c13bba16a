#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/json/json_value.hpp>
#include <string>
#include <string_view>

namespace muslin {

/// Limits on the nesting depth of lists and objects and on the size of a file. Hand-written files stay far below both,
/// and readers of a value can recurse safely.
inline constexpr int kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonBytes = 64U << 20U;

/// Reads JSON (RFC 8259) with // and /* */ comments. Every error names "name:line" and a remedy, and is of kind
/// invalid_scene. The following are refused: text that is not JSON, including trailing commas; a key that occurs twice
/// in one object; bytes that are not UTF-8; the character U+0000 in a text; numbers beyond the range of a double;
/// values that are nested too deeply or are too large; no value, or more than one.
[[nodiscard]] Result<JsonValue> parse_json(std::string_view text, const std::string& name);

/// Reads the text of a whole file, which must not be larger than kMaxJsonBytes.
[[nodiscard]] Result<std::string> read_json_text(const std::filesystem::path& path);

}  // namespace muslin
