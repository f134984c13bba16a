#include <muslin/core/option.hpp>
#include <muslin/geometry/shapes.hpp>

namespace muslin {
namespace {

template <class S, class T>
OptionBuilder describe_length(Description<S>& options, const char* key, T S::*member) {
  return options.number(key, member, quantity::kLength).from(kMinShapeLength).to(kMaxShapeLength);
}

template <class S>
void describe_diagonals(Description<S>& options) {
  options
      .choice(
          "diagonals", &S::diagonals,
          {{"forward", Diagonals::forward}, {"backward", Diagonals::backward}, {"alternating", Diagonals::alternating}})
      .about("How squares are cut, seen from above with x to the right: all \"/\", all \"\\\", or in turn.");
}

template <class S>
OptionBuilder describe_axis(Description<S>& options) {
  return options.choice("axis", &S::axis, {{"x", Axis::x}, {"y", Axis::y}, {"z", Axis::z}});
}

}  // namespace

void describe(Description<GridOptions>& options) {
  options.named("grid");
  options.about("A rectangle of columns by rows of vertices.");
  options.short_for("vertices");
  options.integer("vertices", &GridOptions::vertices).from(2).about("Columns along x, and rows across.");
  describe_length(options, "size", &GridOptions::size)
      .left_open()
      .about("Width and depth; 1 m by 1 m if it is missing.");
  describe_diagonals(options);
}

void describe(Description<RibbonOptions>& options) {
  using O = RibbonOptions;
  options.named("ribbon");
  options.about("A long narrow rectangle along x.");
  describe_length(options, "length", &O::length).about("Length along x.");
  describe_length(options, "width", &O::width).about("Width across.");
  options.integer("along", &O::along).from(1).about("Squares along the length.");
  options.integer("across", &O::across).from(1).about("Squares across the width.");
  describe_diagonals(options);
}

void describe(Description<DiscOptions>& options) {
  options.named("disc");
  options.about("A flat round sheet.");
  describe_length(options, "radius", &DiscOptions::radius).about("Radius of the rim.");
  options.integer("rings", &DiscOptions::rings).from(1).about("Rings of triangles around the centre.");
}

void describe(Description<CableOptions>& options) {
  using O = CableOptions;
  options.named("straight_cable");
  options.about("A straight cable between two points.");
  const auto end = [&](const char* key, Vec3 O::*member) {
    return options.number(key, member, quantity::kLength).from(-kMaxShapeLength).to(kMaxShapeLength);
  };
  end("from", &O::from).about("First vertex.");
  end("to", &O::to).about("Last vertex.");
  options.integer("segments", &O::segments).from(1).about("Segments between the two.");
}

void describe(Description<SphereOptions>& options) {
  options.named("sphere");
  options.about("A sphere: an icosahedron, each triangle cut in four again and again.");
  describe_length(options, "radius", &SphereOptions::radius).about("Radius of the sphere.");
  options.integer("subdivisions", &SphereOptions::subdivisions).from(0).about("How often triangles are cut in four.");
}

void describe(Description<BoxOptions>& options) {
  options.named("box");
  options.about("A box along the axes.");
  describe_length(options, "size", &BoxOptions::size).about("Size along x, y and z of the scene.");
  options.integer("divisions", &BoxOptions::divisions).from(1).about("Squares along x, y and z of the scene.");
}

void describe(Description<CylinderOptions>& options) {
  using O = CylinderOptions;
  options.named("cylinder");
  options.about("A cylinder, open or capped.");
  describe_length(options, "radius", &O::radius).about("Radius of the cylinder.");
  describe_length(options, "height", &O::height).about("Length along the axis.");
  options.integer("sides", &O::sides).from(3).about("Squares around the axis.");
  options.integer("divisions", &O::divisions).from(1).about("Squares along the axis.");
  options.choice("ends", &O::ends, {{"open", CylinderEnds::open}, {"capped", CylinderEnds::capped}})
      .about("Whether the ends are open or closed.");
  describe_axis(options).left_open().about("Axis of the scene along which it stands; up if it is missing.");
}

void describe(Description<RodOptions>& options) {
  using O = RodOptions;
  options.named("rod");
  options.about("A thin closed cylinder with round or flat ends.");
  describe_length(options, "radius", &O::radius).about("Radius of the rod.");
  describe_length(options, "length", &O::length).about("Length of the straight part.");
  options.integer("sides", &O::sides).from(3).about("Squares around the axis.");
  options.integer("divisions", &O::divisions).from(1).about("Squares along the straight part.");
  options.integer("end_rings", &O::end_rings).from(1).about("Rings of triangles of each round end.");
  options.choice("ends", &O::ends, {{"flat", RodEnds::flat}, {"round", RodEnds::round}})
      .about("Whether the ends are flat or half-spheres beyond the length.");
  describe_axis(options).about("Axis of the scene along which it lies.");
}

void describe(Description<PlaneOptions>& options) {
  options.named("plane");
  options.about("The ground: a flat rectangle that faces up.");
  describe_length(options, "size", &PlaneOptions::size).about("Width and depth.");
  options.integer("divisions", &PlaneOptions::divisions).from(1).about("Squares along the width and the depth.");
}

void describe(Description<FunnelOptions>& options) {
  using O = FunnelOptions;
  options.named("funnel");
  options.about("A cone that opens upwards above a tube.");
  describe_length(options, "mouth_radius", &O::mouth_radius).about("Radius of the upper rim.");
  describe_length(options, "neck_radius", &O::neck_radius).about("Radius of the tube; less than that of the mouth.");
  describe_length(options, "cone_height", &O::cone_height).about("Height of the cone.");
  describe_length(options, "neck_height", &O::neck_height).about("Height of the tube.");
  options.integer("sides", &O::sides).from(3).about("Squares around the axis.");
  options.integer("cone_divisions", &O::cone_divisions).from(1).about("Squares along the cone.");
  options.integer("neck_divisions", &O::neck_divisions).from(1).about("Squares along the tube.");
}

void describe(Description<TroughOptions>& options) {
  using O = TroughOptions;
  options.named("trough");
  options.about("A channel along x, open above and at both ends.");
  describe_length(options, "length", &O::length).about("Length along x.");
  describe_length(options, "width", &O::width).about("Distance between the upper rims.");
  describe_length(options, "height", &O::height).about("Height of the rims above the lowest line.");
  options.integer("along", &O::along).from(1).about("Squares along the length.");
  options.integer("across", &O::across).from(2).about("Squares from rim to rim; an even number.");
  options.choice("section", &O::section, {{"u", TroughSection::u}, {"v", TroughSection::v}})
      .about("Half an ellipse, or straight walls.");
}

}  // namespace muslin
