#pragma once
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> count_type;  ///< of a list; none: a single number
};

struct PlyElement {
  std::string name;
  std::int64_t count = 0;  ///< as the header claims; the file need not keep it
  std::vector<PlyProperty> properties{};
  std::int64_t line = 0;  ///< where the header declares it

  /// Place among the properties of the first that has one of these names; -1 if none has.
  [[nodiscard]] int find(std::initializer_list<std::string_view> names) const;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::ascii;
  std::vector<PlyElement> elements;

  [[nodiscard]] const PlyElement* find(std::string_view name) const;
};

/// Reads from "ply" to the end of the line "end_header". Nothing is allocated by what the header claims.
[[nodiscard]] Result<PlyHeader> read_ply_header(TextScanner& file);

}  // namespace muslin
