#pragma once
#include <muslin/core/option.hpp>
#include <muslin/core/result.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace muslin::detail {

/// Collects the first error in the options of one shape; further errors are not reported.
///   ShapeChecks checks("disc");
///   checks.options(options).elements(6.0 * rings * rings);
///   if (checks.failed()) return checks.error();
class ShapeChecks {
 public:
  explicit ShapeChecks(std::string_view shape) : shape_(shape) {}

  /// Checks that every option is in its range.
  template <class Options>
  ShapeChecks& options(const Options& options) {
    if (const Status status = check_options(options, shape_); !status && !error_) error_ = status.error();
    return *this;
  }
  /// Checks that a length that is derived from options is in the range of shapes.hpp.
  ShapeChecks& length(std::string_view option, double metres);
  /// Checks a length that is cut into pieces, up to `max_coordinate` from the origin: doubles must still distinguish
  /// its vertices there.
  ShapeChecks& spacing(std::string_view option, double length, int pieces, double max_coordinate);
  /// Checks the number of triangles or segments that the shape would have. It is in floating point, where no count
  /// overflows.
  ShapeChecks& elements(double count);
  /// Checks any other condition.
  ShapeChecks& require(bool holds, std::string_view option, std::string_view what, std::string_view remedy);

  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] Error error() const { return *error_; }

 private:
  void fail(std::string_view option, std::string what, std::string remedy);

  std::string shape_;
  std::optional<Error> error_;
};

}  // namespace muslin::detail
