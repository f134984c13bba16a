#pragma once
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace muslin::detail {

/// Collects the first thing wrong with the options of one shape; the others are not looked at any more.
///   ShapeChecks checks("disc");
///   checks.length("radius", options.radius).count("rings", options.rings, 1).elements(6.0 * rings * rings);
///   if (checks.failed()) return checks.error();
class ShapeChecks {
 public:
  explicit ShapeChecks(std::string_view shape) : shape_(shape) {}

  /// A finite length in the range of shapes.hpp.
  ShapeChecks& length(std::string_view option, double metres);
  /// Finite, and not further from the origin than the longest length.
  ShapeChecks& point(std::string_view option, const Vec3& point);
  ShapeChecks& count(std::string_view option, int count, int least);
  /// A length cut into pieces, up to `max_coordinate` from the origin: doubles must still tell its vertices apart
  /// there.
  ShapeChecks& spacing(std::string_view option, double length, int pieces, double max_coordinate);
  /// How many triangles or segments the shape would have: in floating point, where no count overflows.
  ShapeChecks& elements(double count);
  /// Any other condition.
  ShapeChecks& require(bool holds, std::string_view option, std::string_view what, std::string_view remedy);

  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] Error error() const { return *error_; }

 private:
  void fail(std::string_view option, std::string what, std::string remedy);

  std::string shape_;
  std::optional<Error> error_;
};

}  // namespace muslin::detail
