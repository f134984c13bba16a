#include <muslin/geometry/shapes.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/sim/scene.hpp>
#include <utility>

namespace muslin::detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

JsonValue zeros() { return JsonValue::list({JsonValue::of(0.0), JsonValue::of(0.0), JsonValue::of(0.0)}); }

ValueFormat::Field body_option(std::string_view key) { return option_field(options_of<Body>(), key); }

/// Returns thickness or friction of a body; sheets and cables take the default from their material.
ValueFormat::Field surface_option(std::string_view key, bool has_material) {
  ValueFormat::Field field = option_field(options_of<Fabric>(), key);
  if (has_material) {
    field.fallback.reset();
    field.format.about += " It replaces that of the material.";
  }
  return field;
}

ValueFormat fabric() {
  return options_format(options_of<Fabric>(), MissingKeys::left_open)
      .with("base", text().about("Name of a known fabric; `muslin list fabrics` has them all."))
      .before("areal_density");
}

ValueFormat cable_material() {
  return options_format(options_of<CableMaterial>(), MissingKeys::left_open)
      .with("base", text().about("Name of a known cable; `muslin list cables` has them all."))
      .before("linear_density");
}

ValueFormat place() {
  return object("Pose of the shape in the scene: scaled, then rotated, then translated.")
      .with("scale", number(quantity::kRatio).from(1e-6).to(1e6).about("Scale about the origin."), 1.0)
      .with("rotate", rotation_format(), zeros())
      .with("translate", point_format("Displacement, after the scale and the rotation."), zeros());
}

ValueFormat plasticity() {
  return options_format(options_of<Plasticity>())
      .with("yield_radius",
            number(quantity::kLength).from(1e-5).to(kMaxShapeLength).about("The same as a radius of curvature."))
      .before("hardening")
      .one_of({"yield_curvature", "yield_radius"});
}

ValueFormat patches() {
  return options_format(options_of<Patches>())
      .with("count", integer().from(0).to(1'000'000).about("Squares laid out evenly over a grid."))
      .before("extra_lengths")
      .with("radius", integer().from(1).to(1000).about("Size of those squares: 2, 5, 7, 9… vertices to a side."), 1.0)
      .before("extra_lengths")
      .with("squares", list(list(integer().from(0), 3, 3), 0, 1'000'000)
                           .about("Squares of a grid, each by its first column, first row and vertices to a side."))
      .before("extra_lengths")
      .with("vertices", list(selection_format(), 0, 1'000'000).about("Selections of vertices, one patch each."))
      .before("extra_lengths");
}

ValueFormat guides() {
  const OptionTable& table = options_of<Guide>();
  ValueFormat::Field direction = option_field(table, "direction");
  direction.required = true;
  return list(object(table.about + " With \"qp_collide\" only.")
                  .needs("vertices", selection_format())
                  .with(std::move(direction))
                  .with(option_field(table, "speed")),
              0, 1'000'000);
}

ValueFormat pins() {
  return list(object("Vertices that follow a script; without a motion they stand still.")
                  .needs("vertices", selection_format())
                  .with("motion", motion_format())
                  .short_for("vertices"),
              0, 1'000'000);
}

ValueFormat rest() {
  return any_of({choice({"start", "uv"}),
                 object("Texture coordinates times a length.")
                     .needs("uv_scale", number(quantity::kLength).above(0).to(1e6).about("Length of one unit."))})
      .about(
          "The shape without strain: that of the start, or flat as the texture coordinates say; shells and sheets "
          "without fitting texture coordinates are at rest as they start.");
}

FormatBuilder body(const std::string& kind, const std::string& about, ValueFormat shape) {
  return object(about)
      .tagged(kind)
      .needs("name",
             text().about("Unique name of letters, digits, _, - and ., which its files in the run folder bear."))
      .needs(kind, std::move(shape))
      .with("place", place(), JsonValue::object());
}

ValueFormat sheet(const std::string& kind, const std::string& about) {
  return body(kind, about, surface_format("A surface: a mesh file, or made from a few numbers."))
      .with("fabric", fabric(), JsonValue::object())
      .with(surface_option("thickness", true))
      .with(surface_option("friction", true))
      .with(body_option("stretch_model"))
      .with(body_option("bending_model"))
      .with("plasticity", plasticity())
      .with("rest", rest())
      .with("warp_direction",
            number(quantity::kAngle)
                .from(-1e6)
                .to(1e6)
                .about("Angle of the warp against the first texture axis, for a piece cut on the bias."),
            0.0)
      .with(body_option("velocity"))
      .with(body_option("layer"))
      .with("stretch_limit", options_format(options_of<StretchLimit>()))
      .with("patches", patches())
      .with("pins", pins(), JsonValue::list())
      .with("guides", guides(), JsonValue::list())
      .hint("motion", "a " + kind + " moves by itself; script some of its vertices with \"pins\"")
      .hint("material", "a " + kind + " is made of a \"fabric\"");
}

ValueFormat cable() {
  return body("cable", "A cable.", cable_shape_format())
      .with("material", cable_material(), JsonValue::object())
      .with(surface_option("thickness", true))
      .with(surface_option("friction", true))
      .with(body_option("velocity"))
      .with("stretch_limit", options_format(options_of<StretchLimit>()))
      .with("pins", pins(), JsonValue::list())
      .with("guides", guides(), JsonValue::list())
      .hint("motion", "a cable moves by itself; script some of its vertices with \"pins\"")
      .hint("fabric", "a cable is made of a \"material\"");
}

ValueFormat priority() {
  const auto rank = [] { return integer().from(-1000).to(1000); };
  return any_of({rank(), list(object("A part of the obstacle.")
                                  .needs("vertices", selection_format())
                                  .needs("priority", rank().about("Priority of the part.")),
                              1, 1000)})
      .about(
          "With \"pinch\": \"priority\", cloth that two obstacles pinch ignores the one of lower priority: a number, "
          "or "
          "a list of parts of the obstacle, the rest of which has priority 0.");
}

ValueFormat obstacle() {
  return body("obstacle", "An obstacle, which stands still or follows its motion; nothing else moves it.",
              obstacle_shape_format())
      .with(surface_option("thickness", false))
      .with(surface_option("friction", false))
      .with("motion", motion_format())
      .with("priority", priority(), 0.0)
      .hint("pins", "an obstacle is prescribed as a whole; move it with \"motion\"")
      .hint("velocity", "say \"motion\": {\"velocity\": [...]}")
      .hint("fabric", "an obstacle has no fabric; give it \"thickness\" and \"friction\"");
}

ValueFormat embedded() {
  return body("embedded", "Hard objects that sit on a sheet, such as buttons.",
              surface_format("Triangles: a mesh file, or made from a few numbers."))
      .needs("on", object("The sheet that the objects sit on.")
                       .needs("body", text().about("Name of a cloth or a shell."))
                       .with("reach", number(quantity::kLength)
                                          .above(0)
                                          .to(kMaxShapeLength)
                                          .about("Vertices of the sheet that are no farther from an object than this "
                                                 "are held by it; 1.5 times the nearest if it is missing."))
                       .short_for("body"))
      .with(option_field(options_of<Embedding>(), "mass"))
      .with("copies",
            any_of({list(point_format(), 1, 100'000),
                    object("Rows and columns, around the place of the body.")
                        .needs("counts", list(integer().from(1).to(100'000), 2, 2).about("Columns and rows."))
                        .needs("steps", list(point_format(), 2, 2)
                                            .about("From one column, and from one row, to the "
                                                   "next."))})
                .about("Displacements from the place of the body to each of its objects; one object if it is missing."))
      .with(surface_option("thickness", false))
      .with(surface_option("friction", false))
      .hint("motion", "the sheet carries embedded objects; they have no motion of their own")
      .hint("pins", "the sheet carries embedded objects; pin the sheet")
      .hint("fabric", "embedded objects are rigid; they have a \"mass\"");
}

}  // namespace

ValueFormat body_format() {
  return any_of({sheet("cloth", "A sheet that is flat at rest."), sheet("shell", "A sheet that keeps its shape."),
                 cable(), obstacle(), embedded()});
}

}  // namespace muslin::detail
