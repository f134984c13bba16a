#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/mesh/ply_values.hpp>

namespace muslin {
namespace {

constexpr const char* kCutOff = "the file is cut off, or its header is wrong; export it again";

template <class T>
bool fits(double value) {
  return value >= static_cast<double>(std::numeric_limits<T>::min()) &&
         value <= static_cast<double>(std::numeric_limits<T>::max()) && value == std::floor(value);
}

/// Returns whether a number of a text file fits the type that the header declares.
bool fits(double value, PlyType type) {
  switch (type) {
    case PlyType::int8:
      return fits<std::int8_t>(value);
    case PlyType::uint8:
      return fits<std::uint8_t>(value);
    case PlyType::int16:
      return fits<std::int16_t>(value);
    case PlyType::uint16:
      return fits<std::uint16_t>(value);
    case PlyType::int32:
      return fits<std::int32_t>(value);
    case PlyType::uint32:
      return fits<std::uint32_t>(value);
    case PlyType::float32:
    case PlyType::float64:
      break;
  }
  return true;
}

}  // namespace

void PlyValues::begin_row(const PlyElement& element, std::int64_t index) {
  if (is_text()) file_.skip_blank_lines();
  element_ = &element;
  index_ = index;
  place_ = is_text() ? file_.line() : file_.offset();
}

bool PlyValues::end_row() {
  if (!is_text()) return true;
  if (const std::string_view word = file_.word(); !word.empty())
    return fail(fmt::format("{} is an extra value", quote(word)),
                "write one line per element, as the header declares it");
  if (file_.failure()) return fail({});
  file_.skip_line();
  return true;
}

std::optional<double> PlyValues::next(PlyType type, const std::string& name) {
  return is_text() ? next_word(type, name) : next_bytes(type);
}

std::optional<double> PlyValues::next_word(PlyType type, const std::string& name) {
  const std::string_view word = file_.word();
  if (word.empty()) {
    if (file_.at_end())
      fail("the file ends before the value of " + quote(name), kCutOff);
    else
      fail("the line ends before the value of " + quote(name), "write one line per element, as the header declares it");
    return std::nullopt;
  }
  const auto value = parse_double(word);
  if (!value || !fits(*value, type)) {
    fail(fmt::format("{} is not a value of {}", quote(word), quote(name)), "the header declares its type");
    return std::nullopt;
  }
  return value;
}

std::optional<double> PlyValues::next_bytes(PlyType type) {
  const auto order = format_ == PlyFormat::binary_big_endian ? std::endian::big : std::endian::little;
  const auto read = [&]<class T>(T) -> std::optional<double> {
    const std::byte* bytes = file_.bytes(sizeof(T));
    if (bytes != nullptr) return static_cast<double>(load<T>(bytes, order));
    fail("the file ends in the middle of the data", kCutOff);
    return std::nullopt;
  };
  switch (type) {
    case PlyType::int8:
      return read(std::int8_t{});
    case PlyType::uint8:
      return read(std::uint8_t{});
    case PlyType::int16:
      return read(std::int16_t{});
    case PlyType::uint16:
      return read(std::uint16_t{});
    case PlyType::int32:
      return read(std::int32_t{});
    case PlyType::uint32:
      return read(std::uint32_t{});
    case PlyType::float32:
      return read(float{});
    case PlyType::float64:
      return read(double{});
  }
  return std::nullopt;
}

std::optional<std::int64_t> PlyValues::list_size(const PlyProperty& property) {
  const auto size = next(*property.count_type, property.name);
  if (!size) return std::nullopt;
  if (*size < 0.0) {
    fail(fmt::format("the list {} has {} entries", quote(property.name), *size), kCutOff);
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*size);
}

bool PlyValues::skip(const PlyProperty& property) {
  if (!property.count_type) return number(property).has_value();
  const auto size = list_size(property);
  if (!size) return false;
  for (std::int64_t i = 0; i < *size; ++i)
    if (!number(property)) return false;
  return true;
}

Error PlyValues::fault(std::string what, std::string remedy) const {
  if (is_text())
    return file_.error(fmt::format("{} {}: {}", printable(element_->name), index_, what), std::move(remedy));
  if (file_.failure()) return *file_.failure();
  return {.where = file_.place(element_->line),
          .what = fmt::format("{} {} (at byte {}): {}", printable(element_->name), index_, place_, what),
          .remedy = std::move(remedy)};
}

Error PlyValues::fault_at(const PlyElement& element, std::int64_t place, std::string what, std::string remedy) const {
  if (is_text()) return {.where = file_.place(place), .what = std::move(what), .remedy = std::move(remedy)};
  return {.where = file_.place(element.line),
          .what = fmt::format("{} at byte {}: {}", element.name, place, what),
          .remedy = std::move(remedy)};
}

bool PlyValues::fail(std::string what, std::string remedy) {
  error_ = fault(std::move(what), std::move(remedy));
  return false;
}

}  // namespace muslin
