#include <muslin/geometry/shapes.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <utility>

namespace muslin::detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

JsonValue numbers(std::initializer_list<double> values) {
  JsonValue list = JsonValue::list();
  for (const double value : values) list.items.push_back(JsonValue::of(value));
  return list;
}
JsonValue numbers(const Vec2& v) { return numbers({v.x(), v.y()}); }
JsonValue numbers(const Vec3& v) { return numbers({v.x(), v.y(), v.z()}); }

/// The generators themselves refuse lengths and counts out of range, in the same words for programs and scenes.
ValueFormat length() { return number(quantity::kLength); }
ValueFormat count() { return integer().from(0); }
ValueFormat counts(std::size_t size) { return list(count(), size, size); }
ValueFormat diagonals() { return choice({"forward", "backward", "alternating"}); }
ValueFormat world_axis() { return choice({"x", "y", "z"}); }

ValueFormat grid() {
  const GridOptions d;
  return object("A rectangle of columns × rows vertices")
      .with("vertices", counts(2), numbers({double(d.vertices[0]), double(d.vertices[1])}))
      .with("size", vector(quantity::kLength, 2).about("Default: 1 m by 1 m"))
      .with("diagonals", diagonals(), "alternating")
      .short_for("vertices");
}

ValueFormat ribbon() {
  const RibbonOptions d;
  return object("A long narrow rectangle along x")
      .with("length", length(), d.length)
      .with("width", length(), d.width)
      .with("along", count(), d.along)
      .with("across", count(), d.across)
      .with("diagonals", diagonals(), "alternating");
}

ValueFormat disc() {
  const DiscOptions d;
  return object("A flat round sheet").with("radius", length(), d.radius).with("rings", count(), d.rings);
}

ValueFormat sphere() {
  const SphereOptions d;
  return object("A sphere: an icosahedron whose triangles are repeatedly split into four")
      .with("radius", length(), d.radius)
      .with("subdivisions", count(), d.subdivisions);
}

ValueFormat box() {
  const BoxOptions d;
  return object("An axis-aligned box")
      .with("size", vector(quantity::kLength), numbers(d.size))
      .with("divisions", counts(3), numbers({1, 1, 1}));
}

ValueFormat cylinder() {
  const CylinderOptions d;
  return object("A cylinder, open or capped")
      .with("radius", length(), d.radius)
      .with("height", length(), d.height)
      .with("sides", count(), d.sides)
      .with("divisions", count(), d.divisions)
      .with("ends", choice({"open", "capped"}), "capped")
      .with("axis", world_axis());
}

ValueFormat rod() {
  const RodOptions d;
  return object("A thin closed cylinder with round or flat ends")
      .with("radius", length(), d.radius)
      .with("length", length(), d.length)
      .with("sides", count(), d.sides)
      .with("divisions", count(), d.divisions)
      .with("end_rings", count(), d.end_rings)
      .with("ends", choice({"flat", "round"}), "round")
      .with("axis", world_axis(), "x");
}

ValueFormat plane() {
  const PlaneOptions d;
  return object("A flat rectangle that faces up, for the ground")
      .with("size", vector(quantity::kLength, 2), numbers(d.size))
      .with("divisions", counts(2), numbers({double(d.divisions[0]), double(d.divisions[1])}));
}

ValueFormat funnel() {
  const FunnelOptions d;
  return object("A cone that opens upwards above a tube")
      .with("mouth_radius", length(), d.mouth_radius)
      .with("neck_radius", length(), d.neck_radius)
      .with("cone_height", length(), d.cone_height)
      .with("neck_height", length(), d.neck_height)
      .with("sides", count(), d.sides)
      .with("cone_divisions", count(), d.cone_divisions)
      .with("neck_divisions", count(), d.neck_divisions);
}

ValueFormat trough() {
  const TroughOptions d;
  return object("A channel along x, open above")
      .with("length", length(), d.length)
      .with("width", length(), d.width)
      .with("height", length(), d.height)
      .with("along", count(), d.along)
      .with("across", count(), d.across)
      .with("section", choice({"u", "v"}), "u");
}

ValueFormat cable() {
  const CableOptions d;
  return object("A straight cable between two points")
      .with("from", vector(quantity::kLength), numbers(d.from))
      .with("to", vector(quantity::kLength), numbers(d.to))
      .with("segments", count(), d.segments);
}

FormatBuilder with_file(FormatBuilder shape) {
  return std::move(shape)
      .with("file", text().about("A mesh, .obj or .ply, relative to the scene file"))
      .with("unit", choice({"m", "cm", "mm", "in", "ft"}).about("Unit of the lengths in the file; default: metres"))
      .with("group", text().about("Only this named part of the file"))
      .short_for("file");
}

FormatBuilder with_surfaces(FormatBuilder shape) {
  return std::move(shape)
      .with("grid", grid())
      .with("size", vector(quantity::kLength, 2).about("Size of the grid: {\"grid\": [20, 20], \"size\": [1, 1]}"))
      .with("ribbon", ribbon())
      .with("disc", disc())
      .with("sphere", sphere())
      .with("box", box())
      .with("cylinder", cylinder())
      .with("rod", rod())
      .with("plane", plane())
      .with("funnel", funnel())
      .with("trough", trough());
}

}  // namespace

ValueFormat surface_format(std::string about) {
  return with_surfaces(with_file(object(std::move(about))))
      .one_of({"file", "grid", "ribbon", "disc", "sphere", "box", "cylinder", "rod", "plane", "funnel", "trough"})
      .named("surface");
}

ValueFormat cable_shape_format() {
  return with_file(object("A polyline: a mesh file with segments, or a generated shape"))
      .with("cable", cable())
      .one_of({"file", "cable"})
      .named("cable_shape");
}

ValueFormat obstacle_shape_format() {
  return with_surfaces(with_file(object("Any shape: a mesh file, or a generated shape")))
      .with("cable", cable())
      .one_of(
          {"file", "grid", "ribbon", "disc", "sphere", "box", "cylinder", "rod", "plane", "funnel", "trough", "cable"})
      .named("obstacle_shape");
}

}  // namespace muslin::detail
