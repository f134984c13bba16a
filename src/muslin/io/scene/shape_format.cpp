#include <muslin/geometry/shapes.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <utility>

namespace muslin::detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

FormatBuilder with_file(FormatBuilder shape) {
  return std::move(shape)
      .with("file", text().about("A mesh, .obj or .ply, relative to the scene file."))
      .with("unit", choice({"m", "cm", "mm", "in", "ft"}).about("Unit of the lengths in the file; default: metres."))
      .with("group", text().about("Only this named part of the file."))
      .short_for("file");
}

FormatBuilder with_surfaces(FormatBuilder shape) {
  ValueFormat size = option_field(options_of<GridOptions>(), "size").format;
  size.about = "Width and depth of the grid, as in {\"grid\": [20, 20], \"size\": [1, 1]}.";
  return std::move(shape)
      .with("grid", options_format(options_of<GridOptions>()))
      .with("size", std::move(size))
      .with("ribbon", options_format(options_of<RibbonOptions>()))
      .with("disc", options_format(options_of<DiscOptions>()))
      .with("sphere", options_format(options_of<SphereOptions>()))
      .with("box", options_format(options_of<BoxOptions>()))
      .with("cylinder", options_format(options_of<CylinderOptions>()))
      .with("rod", options_format(options_of<RodOptions>()))
      .with("plane", options_format(options_of<PlaneOptions>()))
      .with("funnel", options_format(options_of<FunnelOptions>()))
      .with("trough", options_format(options_of<TroughOptions>()));
}

}  // namespace

ValueFormat surface_format(std::string about) {
  return with_surfaces(with_file(object(std::move(about))))
      .one_of({"file", "grid", "ribbon", "disc", "sphere", "box", "cylinder", "rod", "plane", "funnel", "trough"})
      .named("surface");
}

ValueFormat cable_shape_format() {
  return with_file(object("A polyline: a mesh file with segments, or a generated shape."))
      .with("cable", options_format(options_of<CableOptions>()))
      .one_of({"file", "cable"})
      .named("cable_shape");
}

ValueFormat obstacle_shape_format() {
  return with_surfaces(with_file(object("Any shape: a mesh file, or a generated shape.")))
      .with("cable", options_format(options_of<CableOptions>()))
      .one_of(
          {"file", "grid", "ribbon", "disc", "sphere", "box", "cylinder", "rod", "plane", "funnel", "trough", "cable"})
      .named("obstacle_shape");
}

}  // namespace muslin::detail
