#include <muslin/io/scene/scene_format.hpp>
#include <muslin/sim/scene.hpp>
#include <utility>

namespace muslin {
namespace detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

constexpr double kMaxModulus = 1e15;     // [N/m], [N]
constexpr double kMaxDensity = 1e6;      // [kg/m²], [kg/m]
constexpr double kMaxDampingTime = 1e6;  // [s]

ValueFormat positive(const Quantity& quantity, double largest) { return number(quantity).above(0).to(largest); }
ValueFormat at_least_zero(const Quantity& quantity, double largest) { return number(quantity).from(0).to(largest); }
ValueFormat velocity() { return list(number(quantity::kSpeed).from(-kMaxSpeed).to(kMaxSpeed), 3, 3); }
JsonValue zeros() { return JsonValue::list({JsonValue::of(0.0), JsonValue::of(0.0), JsonValue::of(0.0)}); }

ValueFormat fabric() {
  const auto bending = [] { return at_least_zero(quantity::kMomentPerLength, kMaxModulus); };
  const auto stretch = [] { return positive(quantity::kForcePerLength, kMaxModulus); };
  return object("Material of a sheet: a known fabric, numbers, or a known fabric with some numbers changed")
      .with("base", text().about("Name of a known fabric: muslin list fabrics"))
      .with("areal_density", positive(quantity::kArealDensity, kMaxDensity))
      .with("stretch", stretch())
      .with("stretch_warp", stretch())
      .with("stretch_weft", stretch())
      .with("poisson", number(quantity::kRatio).from(0).below(1))
      .with("shear", at_least_zero(quantity::kForcePerLength, kMaxModulus))
      .with("bending", bending())
      .with("bending_warp", bending())
      .with("bending_weft", bending())
      .with("thickness", thickness_format())
      .with("friction", friction_format())
      .with("stretch_damping", at_least_zero(quantity::kTime, kMaxDampingTime))
      .with("bending_damping", at_least_zero(quantity::kTime, kMaxDampingTime))
      .at_most_one_of({"stretch", "stretch_warp"})
      .at_most_one_of({"stretch", "stretch_weft"})
      .at_most_one_of({"bending", "bending_warp"})
      .at_most_one_of({"bending", "bending_weft"})
      .short_for("base")
      .named("fabric");
}

ValueFormat cable_material() {
  return object("Material of a cable: a known cable, numbers, or a known cable with some numbers changed")
      .with("base", text().about("Name of a known cable: muslin list cables"))
      .with("linear_density", positive(quantity::kLinearDensity, kMaxDensity))
      .with("stretch", positive(quantity::kForce, kMaxModulus))
      .with("bending", at_least_zero(quantity::kBendingStiffness, kMaxModulus))
      .with("thickness", thickness_format())
      .with("friction", friction_format())
      .with("stretch_damping", at_least_zero(quantity::kTime, kMaxDampingTime))
      .with("bending_damping", at_least_zero(quantity::kTime, kMaxDampingTime))
      .short_for("base");
}

ValueFormat place() {
  return object("Pose of the shape in the scene: scaled, then rotated, then translated")
      .with("scale", number(quantity::kRatio).from(1e-6).to(1e6), 1.0)
      .with("rotate", rotation_format(), zeros())
      .with("translate", point_format(), zeros());
}

ValueFormat plasticity() {
  return object("The sheet yields and stays bent beyond this curvature")
      .with("yield_curvature", positive(quantity::kCurvature, 1e6))
      .with("yield_radius", number(quantity::kLength).from(1e-5).to(kMaxShapeLength))
      .with("hardening", number(quantity::kRatio).from(0).below(1), 0.0)
      .one_of({"yield_curvature", "yield_radius"});
}

ValueFormat stretch_limit() {
  const StretchLimit d;
  return object("The largest stretch that a sheet or cable allows under any load")
      .with("limit", number(quantity::kRatio).above(0).to(10), d.limit)
      .with("parts", choice({"threads", "edges", "triangles"}), "triangles")
      .with("rule", choice({"limit", "keep"}), "limit")
      .with("compression", number(quantity::kRatio).from(0).to(0.99).about("Largest compression of edges; 0: no limit"),
            d.compression)
      .with("max_iterations", integer().from(1).to(10'000), d.max_iterations)
      .short_for("limit")
      .named("stretch_limit");
}

ValueFormat patches() {
  const HybridOptions d;
  return object("Parts of a sheet that keep their shape")
      .with("method", choice({"rigid", "hybrid"}), "rigid")
      .with("count", integer().from(0).to(1'000'000).about("Number of squares, spread evenly over a grid"))
      .with("radius", integer().from(1).to(1000).about("Radius of those squares: 2, 5, 7, 9… vertices per side"), 1.0)
      .with("squares",
            list(list(integer().from(0), 3, 3).about("First column, first row, and number of vertices per side"), 0,
                 1'000'000))
      .with("vertices", list(selection_format(), 0, 1'000'000))
      .with("extra_lengths", choice({"none", "2", "4", "6-I", "6-II", "6-III", "8-I", "8-II", "10"}), "6-I")
      .with("condition", integer().from(1).to(2), 1.0)
      .with("matching", choice({"spatial", "planar"}), "spatial")
      .with("projection_share", number(quantity::kRatio).from(0).to(1), d.projection_share)
      .with("step", number(quantity::kRatio).above(0).to(1), d.step)
      .with("near", number(quantity::kRatio).from(0).to(1), d.snap_distance_share)
      .named("patches");
}

ValueFormat guides() {
  return list(object("Vertices whose velocity is prescribed in one direction and free across it")
                  .needs("vertices", selection_format())
                  .needs("direction", list(number(quantity::kRatio), 3, 3))
                  .with("speed", number(quantity::kSpeed).from(-1e6).to(1e6), 0.0),
              0, 1'000'000);
}

ValueFormat pins() {
  return list(object("Vertices that follow a script; without a motion they stand still")
                  .needs("vertices", selection_format())
                  .with("motion", motion_format())
                  .short_for("vertices"),
              0, 1'000'000);
}

FormatBuilder body(const std::string& kind, const std::string& about, ValueFormat shape) {
  return object(about)
      .tagged(kind)
      .needs("name", text().about("Unique; letters, digits, _, - and . (the names of its files in the run folder)"))
      .needs(kind, std::move(shape))
      .with("place", place(), JsonValue::object());
}

ValueFormat sheet(const std::string& kind, const std::string& about) {
  return body(kind, about, surface_format("A surface: a mesh file, or a generated shape"))
      .with("fabric", fabric(), JsonValue::object())
      .with("thickness", thickness_format())
      .with("friction", friction_format())
      .with("stretch_model", choice({"membrane", "springs"}), "membrane")
      .with("bending_model", choice({"quadratic", "hinges"}))
      .with("plasticity", plasticity())
      .with("rest",
            any_of({choice({"start", "uv"}),
                    object("Texture coordinates times a length").needs("uv_scale", positive(quantity::kLength, 1e6))})
                .about("The shape without strain: the start shape, or the flat pattern in the texture coordinates"))
      .with("warp_direction", number(quantity::kAngle).from(-1e6).to(1e6), 0.0)
      .with("velocity", velocity(), zeros())
      .with("stretch_limit", stretch_limit())
      .with("patches", patches())
      .with("pins", pins(), JsonValue::list())
      .with("guides", guides(), JsonValue::list())
      .hint("motion", "a " + kind + " moves by itself; script some of its vertices with \"pins\"")
      .hint("material", "a " + kind + " is made of a \"fabric\"");
}

ValueFormat embedded() {
  const auto way = [] { return list(number(quantity::kLength).from(-kMaxShapeLength).to(kMaxShapeLength), 3, 3); };
  return body("embedded", "Rigid objects embedded in a sheet, such as buttons",
              surface_format("Triangles: a mesh file, or a generated shape"))
      .needs("on", object("The sheet that carries the objects")
                       .needs("body", text())
                       .with("reach", number(quantity::kLength)
                                          .above(0)
                                          .to(kMaxShapeLength)
                                          .about("Sheet vertices within this distance are the footprint; default: 1.5 "
                                                 "times the nearest distance"))
                       .short_for("body"))
      .with("mass", number(quantity::kMass).above(0).to(1e6).about("Mass of each object"), Embedding{}.mass)
      .with("copies", any_of({list(way(), 1, 100'000), object("Rows and columns, centred at the position of the body")
                                                           .needs("counts", list(integer().from(1).to(100'000), 2, 2))
                                                           .needs("steps", list(way(), 2, 2))})
                          .about("Translations from the position of the body to each of its objects"))
      .with("thickness", thickness_format(), Fabric{}.thickness)
      .with("friction", friction_format(), Fabric{}.friction)
      .hint("motion", "the sheet carries embedded objects; they have no motion of their own")
      .hint("pins", "the sheet carries embedded objects; pin the sheet")
      .hint("fabric", "embedded objects are rigid; they have a \"mass\"");
}

}  // namespace

ValueFormat body_format() {
  return any_of({sheet("cloth", "A sheet that is flat at rest"), sheet("shell", "A sheet that keeps its shape"),
                 body("cable", "A cable", cable_shape_format())
                     .with("material", cable_material(), JsonValue::object())
                     .with("thickness", thickness_format())
                     .with("friction", friction_format())
                     .with("velocity", velocity(), zeros())
                     .with("stretch_limit", stretch_limit())
                     .with("pins", pins(), JsonValue::list())
                     .with("guides", guides(), JsonValue::list())
                     .hint("motion", "a cable moves by itself; script some of its vertices with \"pins\"")
                     .hint("fabric", "a cable is made of a \"material\""),
                 body("obstacle", "A body that moves only by its script", obstacle_shape_format())
                     .with("thickness", thickness_format(), Fabric{}.thickness)
                     .with("friction", friction_format(), Fabric{}.friction)
                     .with("motion", motion_format())
                     .hint("pins", "an obstacle is prescribed as a whole; move it with \"motion\"")
                     .hint("velocity", "say \"motion\": {\"velocity\": [...]}")
                     .hint("fabric", "an obstacle has no fabric; give it \"thickness\" and \"friction\""),
                 embedded()});
}

namespace {

ValueFormat time() {
  const SceneTime d;
  return object("Duration and time step")
      .with("frame_rate", number(quantity::kFrequency).from(1e-3).to(1e6), d.frame_rate)
      .with("start_frame", integer(), static_cast<double>(d.start_frame))
      .with("frames", integer().from(1).to(1e7).about("Number of frames after the start"))
      .with("duration", positive(quantity::kTime, 1e9))
      .with("step", number(quantity::kTime).from(1e-7).to(1.0), d.step)
      .at_most_one_of({"frames", "duration"});
}

ValueFormat integrator() {
  const IntegratorOptions d;
  return object("Time integration")
      .with("method", choice({"symplectic_euler", "newmark", "backward_euler"}), "backward_euler")
      .with("newton_steps", integer().from(1).to(1000), d.newton_steps)
      .with("tolerance", number(quantity::kRatio).from(1e-14).to(0.5), d.tolerance)
      .with("max_iterations", integer().from(1).to(10'000'000), d.max_iterations)
      .with("solver", choice({"automatic", "conjugate_gradient", "direct"}), "automatic")
      .with("cfl", number(quantity::kRatio).above(0).to(1000), d.cfl)
      .short_for("method");
}

ValueFormat forces() {
  const Loads d;
  const auto acceleration = [] { return number(quantity::kAcceleration).from(-1e6).to(1e6); };
  return object("Forces on all bodies")
      .with("gravity", any_of({acceleration().about("Downwards"), list(acceleration(), 3, 3)}))
      .with("wind",
            object("Wind")
                .with("velocity", velocity(), zeros())
                .with("gust_strength", number(quantity::kRatio).from(0).to(100), d.gust_strength)
                .with("gust_period", number(quantity::kTime).from(1e-3).to(1e9), d.gust_period)
                .short_for("velocity"),
            JsonValue::object())
      .with("air",
            object("Air drag")
                .with("density", at_least_zero(quantity::kDensity, 1e6), d.air_density)
                .with("normal_drag", number(quantity::kRatio).from(0).to(1e3), d.normal_drag)
                .with("tangential_drag", number(quantity::kRatio).from(0).to(1e3), d.tangential_drag),
            JsonValue::object())
      .with("damping", at_least_zero(quantity::kFrequency, 1e6), d.damping);
}

ValueFormat attachments() {
  const Tie d;
  return list(object("Attaches vertices of one body to points of another")
                  .needs("from", object("").needs("body", text()).needs("vertices", selection_format()))
                  .needs("to", object("").needs("body", text()).with("vertices", selection_format(), "nearest"))
                  .with("stiffness", positive(quantity::kForcePerLength, kMaxModulus), d.stiffness)
                  .with("damping", at_least_zero(quantity::kTime, kMaxDampingTime), d.damping)
                  .with("length",
                        any_of({number(quantity::kLength).from(0).to(kMaxShapeLength), choice({"start"})})
                            .about("Distance to keep: a length, or \"start\" for the distance at the start"),
                        d.length),
              0, 1'000'000);
}

ValueFormat expect() {
  return object("Conditions that a run must meet")
      .with("max_strain", at_least_zero(quantity::kRatio, 1e6))
      .with("final_kinetic_energy", at_least_zero(quantity::kEnergy, 1e12))
      .with("max_speed", at_least_zero(quantity::kSpeed, kMaxSpeed))
      .with("intersections",
            integer().from(0).to(1e15).about("Intersecting pairs over all frames, counted by the audit"))
      .with("stopped_zones",
            integer().from(0).to(1e15).about("Number of times that the last rung of the ladder was taken"))
      .with("over_limit_steps", integer().from(0).to(1e15).about("Steps at whose end a stretch limit is exceeded"))
      .with("max_shape_error", at_least_zero(quantity::kLength, kMaxShapeLength))
      .with("max_lag", at_least_zero(quantity::kLength, kMaxShapeLength));
}

}  // namespace
}  // namespace detail

const ValueFormat& scene_format() {
  using namespace format;  // NOLINT(google-build-using-namespace): the words of the table
  static const ValueFormat format = object("A Muslin scene")
                                        .with("$schema", text())
                                        .needs("version", integer().from(1).to(1).about("Version of this format"))
                                        .with("about", text(), "")
                                        .with("up", choice({"y", "z"}), "y")
                                        .with("time", detail::time(), JsonValue::object())
                                        .with("integrator", detail::integrator(), JsonValue::object())
                                        .with("collision", detail::collision_format(), JsonValue::object())
                                        .with("forces", detail::forces(), JsonValue::object())
                                        .needs("bodies", list(detail::body_format(), 1, 100'000))
                                        .with("attachments", detail::attachments(), JsonValue::list())
                                        .with("expect", detail::expect(), JsonValue::object());
  return format;
}

}  // namespace muslin
