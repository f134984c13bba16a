#include <fmt/format.h>

#include <muslin/core/tolerances/geometry.hpp>
#include <muslin/geometry/shape_checks.hpp>
#include <muslin/geometry/shapes.hpp>

namespace muslin::detail {

ShapeChecks& ShapeChecks::length(std::string_view option, double metres) {
  constexpr NumberRange kLengths = {.minimum = kMinShapeLength, .maximum = kMaxShapeLength};
  if (!kLengths.contains(metres))
    fail(option, with_unit(metres, quantity::kLength), "must be " + kLengths.words(quantity::kLength));
  return *this;
}

ShapeChecks& ShapeChecks::spacing(std::string_view option, double length, int pieces, double max_coordinate) {
  if (!(length >= tolerance::kMinVertexSpacingRatio * max_coordinate * pieces))
    fail(option,
         fmt::format("{} pieces of {:g} m, {:g} m from the origin, are too short to be distinct in floating point",
                     pieces, length, max_coordinate),
         "use fewer pieces");
  return *this;
}

ShapeChecks& ShapeChecks::elements(double count) {
  if (!(count <= static_cast<double>(kMaxShapeElements)))
    fail("", fmt::format("the shape would have {:.3g} triangles or segments", count),
         fmt::format("the maximum is {:.3g}", static_cast<double>(kMaxShapeElements)));
  return *this;
}

ShapeChecks& ShapeChecks::require(bool holds, std::string_view option, std::string_view what, std::string_view remedy) {
  if (!holds) fail(option, std::string(what), std::string(remedy));
  return *this;
}

void ShapeChecks::fail(std::string_view option, std::string what, std::string remedy) {
  if (error_) return;
  std::string where = shape_;
  if (!option.empty()) where.append("/").append(option);
  error_ = Error{Error::Kind::invalid_scene, std::move(where), std::move(what), std::move(remedy)};
}

}  // namespace muslin::detail
