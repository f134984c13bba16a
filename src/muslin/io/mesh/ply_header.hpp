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

/// Number types of PLY files.
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// A property of an element: a single number or a list of numbers.
struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> count_type;  ///< type of the length of a list; none for a single number
};

/// Declaration of an element, such as `vertex` or `face`, with its properties.
struct PlyElement {
  std::string name;
  std::int64_t count = 0;  ///< as the header claims; the file may contain fewer
  std::vector<PlyProperty> properties{};
  std::int64_t line = 0;  ///< line of the header that declares it

  /// Returns the index of the first property that has one of these names; -1 if none has.
  [[nodiscard]] int find(std::initializer_list<std::string_view> names) const;
};

/// The header of a PLY file: the encoding of its data and its elements in order.
struct PlyHeader {
  PlyFormat format = PlyFormat::ascii;
  std::vector<PlyElement> elements;

  [[nodiscard]] const PlyElement* find(std::string_view name) const;
};

/// Reads from "ply" to the end of the line "end_header". Allocations never depend on the counts in the header.
[[nodiscard]] Result<PlyHeader> read_ply_header(TextScanner& file);

}  // namespace muslin
