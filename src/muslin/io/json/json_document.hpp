#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/json/json_value.hpp>
#include <string>
#include <string_view>

namespace muslin {

/// Deepest nesting of lists and objects, and largest file. Nothing a person writes comes near; who reads a value can
/// recurse without fear.
inline constexpr int kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonBytes = 64U << 20U;

/// Reads JSON (RFC 8259) with // and /* */ comments. Refused, each with "name:line" and a word on what to do: anything
/// that is no JSON, trailing commas among it; a key that stands twice in one object; bytes that are no UTF-8; the
/// character U+0000 in a text; numbers beyond the range of a double; what is nested too deeply or too large; nothing,
/// or more than one value. All errors are of kind invalid_scene.
[[nodiscard]] Result<JsonValue> parse_json(std::string_view text, const std::string& name);

/// The whole of a file, which must not be larger than kMaxJsonBytes.
[[nodiscard]] Result<std::string> read_json_text(const std::filesystem::path& path);

}  // namespace muslin
