#pragma once
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/ply_header.hpp>
#include <optional>
#include <string>

namespace muslin {

/// The data of a PLY file as numbers in a row, the same for text and for binary data. Every type of PLY fits a double.
/// An element of a text file is one line: begin_row() and end_row() see that it holds what the header promises.
///
/// A function that fails keeps the reason for error().
class PlyValues {
 public:
  PlyValues(TextScanner& file, PlyFormat format) : file_(file), format_(format) {}

  /// Goes to the index-th (from 0) element of its kind.
  void begin_row(const PlyElement& element, std::int64_t index);
  [[nodiscard]] bool end_row();

  /// The next number of this property: of the list if it is one.
  [[nodiscard]] std::optional<double> number(const PlyProperty& property) { return next(property.type, property.name); }
  /// The length of the list that comes next.
  [[nodiscard]] std::optional<std::int64_t> list_size(const PlyProperty& property);
  [[nodiscard]] bool skip(const PlyProperty& property);

  /// Where the present element stands, as a number: its line in a text, its byte in binary data.
  [[nodiscard]] std::int64_t place() const { return place_; }
  /// An Error about an element: the present one, or the one at an earlier place.
  [[nodiscard]] Error fault(std::string what, std::string remedy = {}) const;
  [[nodiscard]] Error fault_at(const PlyElement& element, std::int64_t place, std::string what,
                               std::string remedy) const;
  /// Why the last call failed.
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  [[nodiscard]] bool is_text() const { return format_ == PlyFormat::ascii; }
  std::optional<double> next(PlyType type, const std::string& name);
  std::optional<double> next_word(PlyType type, const std::string& name);
  std::optional<double> next_bytes(PlyType type);
  bool fail(std::string what, std::string remedy = {});

  TextScanner& file_;
  PlyFormat format_;
  const PlyElement* element_ = nullptr;
  std::int64_t index_ = 0;
  std::int64_t place_ = 0;
  std::optional<Error> error_;
};

}  // namespace muslin
