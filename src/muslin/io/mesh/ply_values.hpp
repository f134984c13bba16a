#pragma once
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/ply_header.hpp>
#include <optional>
#include <string>

namespace muslin {

/// Reads the data of a PLY file as a sequence of numbers, in the same manner for text and binary data. Every PLY type
/// fits a double. An element of a text file is one line; begin_row() and end_row() check that the line contains the
/// values that the header declares.
///
/// A function that fails stores the reason, which error() returns.
class PlyValues {
 public:
  PlyValues(TextScanner& file, PlyFormat format) : file_(file), format_(format) {}

  /// Moves to the element of that index (from 0) of its kind.
  void begin_row(const PlyElement& element, std::int64_t index);
  [[nodiscard]] bool end_row();

  /// Returns the next number of this property, or of its list if it is a list.
  [[nodiscard]] std::optional<double> number(const PlyProperty& property) { return next(property.type, property.name); }
  /// Returns the length of the list that comes next.
  [[nodiscard]] std::optional<std::int64_t> list_size(const PlyProperty& property);
  [[nodiscard]] bool skip(const PlyProperty& property);

  /// Returns the place of the current element: its line in a text file, its byte in binary data.
  [[nodiscard]] std::int64_t place() const { return place_; }
  /// Makes an Error about the current element, or about the element at an earlier place.
  [[nodiscard]] Error fault(std::string what, std::string remedy = {}) const;
  [[nodiscard]] Error fault_at(const PlyElement& element, std::int64_t place, std::string what,
                               std::string remedy) const;
  /// Returns why the last call failed.
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
