#include <muslin/geometry/shapes.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/sim/motion.hpp>
#include <utility>

namespace muslin::detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

/// Larger angles are typing errors, and sums of these stay finite.
constexpr double kMaxAngle = 1e9;  // [deg], [deg/s]
constexpr std::size_t kMaxKeyframes = 1'000'000;

ValueFormat keyframe() {
  return options_format(options_of<Keyframe>())
      .with("frame", integer().about("Number of a frame of the scene, instead of \"time\"."))
      .before("translate")
      .with("rotate", rotation_format())
      .before("scale")
      .one_of({"time", "frame"});
}

ValueFormat spin() {
  return object("Rotation about an axis at a constant rate.")
      .needs("axis", axis_format())
      .needs("rate", number(quantity::kAngularSpeed).from(-kMaxAngle).to(kMaxAngle).about("Speed of the rotation."));
}

ValueFormat angular_velocity() {
  return list(number(quantity::kAngularSpeed).from(-kMaxAngle).to(kMaxAngle), 3, 3)
      .about("Steady rotation about the centre, on top of the keyframes.");
}

}  // namespace

ValueFormat point_format(std::string about) {
  return list(number(quantity::kLength).from(-kMaxShapeLength).to(kMaxShapeLength), 3, 3).about(std::move(about));
}

ValueFormat axis_format() {
  return any_of({choice({"x", "y", "z"}), list(number(quantity::kRatio).from(-1e6).to(1e6), 3, 3)})
      .about("A direction of any length.");
}

ValueFormat rotation_format() {
  const auto angle = [] { return number(quantity::kAngle).from(-kMaxAngle).to(kMaxAngle); };
  return any_of({list(angle(), 3, 3), object("Rotation about one axis.")
                                          .needs("axis", axis_format())
                                          .needs("angle", angle().about("Angle of the rotation."))})
      .named("rotation")
      .about("Angles about the x, the y and the z axis, in this order; or an axis and an angle.");
}

ValueFormat motion_format() {
  return any_of({options_format(options_of<RigidMotionOptions>())
                     .with("keyframes", list(keyframe(), 1, kMaxKeyframes).about("Poses, in the order of time."))
                     .before("interpolation")
                     .with("angular_velocity", angular_velocity())
                     .before("begin")
                     .with("spin", spin())
                     .before("begin")
                     .at_most_one_of({"angular_velocity", "spin"}),
                 options_format(options_of<VertexMotionOptions>())
                     .tagged("file")
                     .needs("file", text().about("A point cache (.pc2), or a folder of numbered meshes."))
                     .before("interpolation")
                     .with("frame_rate",
                           number(quantity::kFrequency)
                               .above(0)
                               .to(1e6)
                               .about("Frames per second of the animation; that of the scene if it is missing."))
                     .before("interpolation")
                     .with("begin_frame",
                           integer().about("Frame of the scene that shows the first frame of the animation; "
                                           "the start frame if it is missing."))
                     .before("interpolation")
                     .short_for("file")})
      .named("motion")
      .about("Keyframes and steady velocities, or an animation from files.");
}

ValueFormat selection_format() {
  const auto item = [] {
    return any_of(
        {integer().from(0).about("A vertex, counted from 0."),
         text().about("\"all\", \"boundary\", \"corners\", \"top\", \"bottom\", \"left\", \"right\", \"first\", "
                      "\"last\", \"ends\" or "
                      "numbers such as \"0-39\"."),
         object("Vertices by their position at the start, or by their group in the mesh file.")
             .with("box", object("Vertices inside a box.")
                              .needs("min", point_format("Lowest coordinates of the box."))
                              .needs("max", point_format("Highest coordinates of the box.")))
             .with("near",
                   object("Vertices within a radius of a point.")
                       .needs("point", point_format())
                       .needs("radius",
                              number(quantity::kLength).from(0).to(kMaxShapeLength).about("Distance from the point.")))
             .with("nearest", point_format("The vertex that is nearest to this point."))
             .with("group", text().about("Name of a group of the mesh file."))
             .one_of({"box", "near", "nearest", "group"})});
  };
  ValueFormat all = any_of({list(item(), 1, 100'000'000)});
  for (const ValueFormat& alternative : ValueFormat(item()).alternatives) all.alternatives.push_back(alternative);
  all.name = "selection";
  all.about = "Vertices of a body: one selection, or a list of selections.";
  return all;
}

}  // namespace muslin::detail
