#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/mesh/ply_header.hpp>
#include <utility>

namespace muslin {
namespace {

/// Maximum number of elements, and of properties per element. No real file has so many; the limit bounds the size of
/// the header.
constexpr std::size_t kMaxDeclarations = 256;

std::optional<PlyType> parse_type(std::string_view name) {
  using enum PlyType;
  constexpr std::array<std::pair<std::string_view, PlyType>, 16> kTypes = {{{"char", int8},
                                                                            {"int8", int8},
                                                                            {"uchar", uint8},
                                                                            {"uint8", uint8},
                                                                            {"short", int16},
                                                                            {"int16", int16},
                                                                            {"ushort", uint16},
                                                                            {"uint16", uint16},
                                                                            {"int", int32},
                                                                            {"int32", int32},
                                                                            {"uint", uint32},
                                                                            {"uint32", uint32},
                                                                            {"float", float32},
                                                                            {"float32", float32},
                                                                            {"double", float64},
                                                                            {"float64", float64}}};
  for (const auto& [known, type] : kTypes)
    if (known == name) return type;
  return std::nullopt;
}

class HeaderReader {
 public:
  explicit HeaderReader(TextScanner& text) : text_(text) {}

  Result<PlyHeader> read() {
    if (!text_.skip_text("ply") || !text_.word().empty())
      return text_.error("the file does not begin with \"ply\"", "check that it is a PLY file");
    text_.skip_line();
    for (; !text_.at_end(); text_.skip_line()) {
      const std::string keyword(text_.word());
      if (keyword.empty() || keyword == "comment" || keyword == "obj_info") continue;
      if (keyword == "end_header") return finish();
      if (Status status = declaration(keyword); !status) return status.error();
      if (!text_.word().empty()) return text_.error("there are more words than the " + quote(keyword) + " line needs");
    }
    return text_.error("the file ends within its header", "it is cut off; export it again");
  }

 private:
  Status declaration(std::string_view keyword) {
    if (keyword == "format") return format();
    if (keyword == "element") return element();
    if (keyword == "property") return property();
    return text_.error("unknown word " + quote(keyword) + " in the header", "check that this is a PLY file");
  }

  Status format() {
    const std::string_view name = text_.word();
    if (has_format_) return text_.error("there is a second format line");
    has_format_ = true;
    if (name == "ascii")
      header_.format = PlyFormat::ascii;
    else if (name == "binary_little_endian")
      header_.format = PlyFormat::binary_little_endian;
    else if (name == "binary_big_endian")
      header_.format = PlyFormat::binary_big_endian;
    else
      return text_.error("unknown format " + quote(name), "known: ascii, binary_little_endian, binary_big_endian");
    const std::string_view version = text_.word();
    if (version != "1.0")
      return text_.error("version " + quote(version) + " of the format is not supported; only 1.0 is");
    return Done{};
  }

  Status element() {
    PlyElement element{.name = std::string(text_.word()), .line = text_.line()};
    if (element.name.empty()) return text_.error("an element has no name");
    if (header_.find(element.name) != nullptr) return text_.error("there is a second element " + quote(element.name));
    if (header_.elements.size() >= kMaxDeclarations)
      return text_.error(fmt::format("there are more than {} elements", kMaxDeclarations));
    const std::string_view digits = text_.word();
    const auto count = parse_integer(digits);
    if (!count || *count < 0)
      return text_.error(
          fmt::format("the count {} of element {} is not a non-negative integer", quote(digits), quote(element.name)));
    element.count = *count;
    header_.elements.push_back(std::move(element));
    return Done{};
  }

  Status property() {
    if (header_.elements.empty()) return text_.error("a property precedes every element");
    PlyElement& element = header_.elements.back();
    PlyProperty property;
    std::string_view type = text_.word();
    if (type == "list") {
      type = text_.word();
      property.count_type = parse_type(type);
      if (!property.count_type) return unknown_type(type);
      if (*property.count_type >= PlyType::float32)
        return text_.error("the count of a list has the type " + quote(type), "it must be an integer type");
      type = text_.word();
    }
    const auto known = parse_type(type);
    if (!known) return unknown_type(type);
    property.type = *known;
    property.name = text_.word();
    if (property.name.empty()) return text_.error("a property has no name");
    if (element.find({property.name}) >= 0) return text_.error("there is a second property " + quote(property.name));
    if (element.properties.size() >= kMaxDeclarations)
      return text_.error(fmt::format("there are more than {} properties", kMaxDeclarations));
    element.properties.push_back(std::move(property));
    return Done{};
  }

  [[nodiscard]] Error unknown_type(std::string_view type) const {
    return text_.error("unknown type " + quote(type),
                       "known: char, uchar, short, ushort, int, uint, float, double, int8 ... float64");
  }

  Result<PlyHeader> finish() {
    if (!has_format_) return text_.error("the header has no format line");
    text_.skip_line();
    return std::move(header_);
  }

  TextScanner& text_;
  PlyHeader header_;
  bool has_format_ = false;
};

}  // namespace

int PlyElement::find(std::initializer_list<std::string_view> names) const {
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (std::find(names.begin(), names.end(), properties[i].name) != names.end()) return static_cast<int>(i);
  return -1;
}

const PlyElement* PlyHeader::find(std::string_view name) const {
  const auto found = std::find_if(elements.begin(), elements.end(), [&](const auto& e) { return e.name == name; });
  return found == elements.end() ? nullptr : &*found;
}

Result<PlyHeader> read_ply_header(TextScanner& file) { return HeaderReader(file).read(); }

}  // namespace muslin
