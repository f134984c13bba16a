#include <muslin/geometry/shapes.hpp>
#include <muslin/io/scene/scene_format.hpp>

namespace muslin::detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

/// Largest numbers that make sense: beyond them something slipped, and sums stay finite.
constexpr double kMaxAngle = 1e9;  // [deg], [deg/s]
constexpr double kMaxTime = 1e13;  // [s]
constexpr std::size_t kMaxKeyframes = 1'000'000;

ValueFormat speeds() { return list(number(quantity::kSpeed).from(-kMaxSpeed).to(kMaxSpeed), 3, 3); }
ValueFormat moment() { return number(quantity::kTime).from(-kMaxTime).to(kMaxTime); }

ValueFormat keyframe() {
  return object("A pose relative to the start: the body is scaled and rotated about its centre, then translated")
      .with("time", moment())
      .with("frame", integer().about("Number of a frame of the scene"))
      .with("translate", point_format())
      .with("rotate", rotation_format())
      .with("scale", number(quantity::kRatio).from(1e-6).to(1e6), 1.0)
      .one_of({"time", "frame"});
}

ValueFormat spin() {
  return object("Rotation about an axis at a constant rate")
      .needs("axis", axis_format())
      .needs("rate", number(quantity::kAngularSpeed).from(-kMaxAngle).to(kMaxAngle));
}

}  // namespace

ValueFormat point_format() { return list(number(quantity::kLength).from(-kMaxShapeLength).to(kMaxShapeLength), 3, 3); }

ValueFormat axis_format() {
  return any_of({choice({"x", "y", "z"}), list(number(quantity::kRatio).from(-1e6).to(1e6), 3, 3)})
      .about("A direction of any length");
}

ValueFormat rotation_format() {
  const auto angle = [] { return number(quantity::kAngle).from(-kMaxAngle).to(kMaxAngle); };
  return any_of({list(angle(), 3, 3),
                 object("Rotation about one axis").needs("axis", axis_format()).needs("angle", angle())})
      .named("rotation")
      .about("Angles about the x, the y and the z axis, in this order; or an axis and an angle");
}

ValueFormat motion_format() {
  return any_of(
             {object("Keyframes, velocities, or both")
                  .with("keyframes", list(keyframe(), 1, kMaxKeyframes))
                  .with("interpolation", choice({"smooth", "linear"}), "smooth")
                  .with("velocity", speeds())
                  .with("angular_velocity", list(number(quantity::kAngularSpeed).from(-kMaxAngle).to(kMaxAngle), 3, 3))
                  .with("spin", spin())
                  .with("begin", moment())
                  .with("end", moment())
                  .with("centre", point_format())
                  .at_most_one_of({"angular_velocity", "spin"}),
              object("Positions of all vertices, frame by frame")
                  .tagged("file")
                  .needs("file", text().about("A point cache (.pc2), or a folder of numbered meshes"))
                  .with("frame_rate", number(quantity::kFrequency).above(0).to(1e6))
                  .with("begin_frame", integer().about("Frame of the scene that shows the first of the animation"))
                  .with("interpolation", choice({"smooth", "linear"}), "smooth")
                  .short_for("file")})
      .named("motion");
}

ValueFormat selection_format() {
  const auto item = [] {
    return any_of({integer().from(0).about("A vertex, counted from 0"),
                   text().about("\"all\", \"corners\", \"top\", \"0-39\", …"),
                   object("Vertices by their start position, or by their group in the mesh file")
                       .with("box", object("Inside a box").needs("min", point_format()).needs("max", point_format()))
                       .with("near", object("Within a radius of a point")
                                         .needs("point", point_format())
                                         .needs("radius", number(quantity::kLength).from(0).to(kMaxShapeLength)))
                       .with("nearest", point_format())
                       .with("group", text().about("Name of a group of the mesh file"))
                       .one_of({"box", "near", "nearest", "group"})});
  };
  ValueFormat all = any_of({list(item(), 1, 100'000'000)});
  for (const ValueFormat& alternative : ValueFormat(item()).alternatives) all.alternatives.push_back(alternative);
  all.name = "selection";
  all.about = "Vertices of a body: one selection, or a list of selections";
  return all;
}

}  // namespace muslin::detail
