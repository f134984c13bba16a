#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <muslin/model/material_space.hpp>
#include <tests/support/garments.hpp>
#include <tests/support/iso_surface.hpp>

namespace muslin::test {
namespace {

/// What a garment covers, how far from the body it is and where it ends.
struct Pattern {
  std::vector<Limb> limbs;
  double offset = 0.0;      ///< distance from the limbs [m]
  double smoothness = 0.0;  ///< radius of the fillets between limbs [m]
  IsoSurfaceCut cut;
};

/// Smooth minimum of the distances to the limbs: it is at most the minimum, and has no creases.
double distance(const Pattern& pattern, const Vec3& x) {
  double result = std::numeric_limits<double>::infinity();
  for (const Limb& limb : pattern.limbs) {
    const double d = limb.distance(x);
    const double h = std::max(pattern.smoothness - std::abs(result - d), 0.0);
    result = std::isinf(result) ? d : std::min(result, d) - 0.25 * h * h / pattern.smoothness;
  }
  return result - pattern.offset;
}

/// A horizontal limb from side to side, which gives a garment its width where the body has two legs.
Limb girth(double half_width, double y, double radius) {
  return {{-half_width, y, 0.0}, {half_width, y, 0.0}, radius, radius};
}

Pattern pattern_of(Garment garment, const Figure& figure, double edge_length) {
  Pattern result;
  const auto add = [&](std::initializer_list<Figure::Part> parts) {
    for (const Figure::Part part : parts) result.limbs.push_back(figure.limb(part));
  };
  const auto add_torso = [&] {
    add({Figure::pelvis, Figure::belly, Figure::chest, Figure::shoulders, Figure::neck, Figure::left_upper_arm,
         Figure::left_forearm, Figure::right_upper_arm, Figure::right_forearm});
  };
  // Flat triangles cut the corners of what they cover, the more the longer they are.
  const double layer = 0.006 + 0.25 * edge_length;
  switch (garment) {
    case Garment::trousers:
      add({Figure::pelvis, Figure::left_thigh, Figure::left_shin, Figure::right_thigh, Figure::right_shin});
      result.offset = layer;
      result.smoothness = 0.03;
      result.cut = {.lower = {-10.0, 0.13, -10.0}, .upper = {10.0, 1.0, 10.0}};
      break;
    case Garment::shirt:
      add_torso();
      result.limbs.push_back(girth(0.11, 0.90, 0.12));
      result.limbs.push_back(girth(0.11, 0.80, 0.12));
      result.offset = 2.0 * layer;
      result.smoothness = 0.06;
      result.cut = {.lower = {-0.60, 0.85, -10.0}, .upper = {0.60, 1.54, 10.0}};
      break;
    case Garment::coat:
      add_torso();
      for (const double y : {0.90, 0.80, 0.70, 0.60, 0.50}) result.limbs.push_back(girth(0.12, y, 0.13));
      result.offset = 3.2 * layer;
      result.smoothness = 0.08;
      result.cut = {.lower = {-0.64, 0.58, -10.0}, .upper = {0.64, 1.54, 10.0}, .open_front = true};
      break;
  }
  return result;
}

}  // namespace

const char* name_of(Garment garment) {
  switch (garment) {
    case Garment::shirt:
      return "shirt";
    case Garment::trousers:
      return "trousers";
    case Garment::coat:
      break;
  }
  return "coat";
}

Mesh make_garment(Garment garment, const Figure& figure, double edge_length) {
  const Pattern pattern = pattern_of(garment, figure, edge_length);
  return make_iso_surface([&](const Vec3& x) { return distance(pattern, x); }, pattern.cut, edge_length);
}

SceneBody make_garment_body(Garment garment, const Mesh& rest, std::vector<Vec3> start) {
  SceneBody result;
  result.body.name = name_of(garment);
  result.body.fabric = find_fabric("cotton")->fabric;
  result.body.mesh = rest;
  // Each triangle is laid flat on its own: a garment without seams has no flat pattern as a whole.
  for (std::size_t t = 0; t < rest.triangles.size(); ++t) {
    const auto first = static_cast<std::int32_t>(result.body.mesh.material.size());
    for (const Vec2& corner : material_corners(rest, TriangleId(t))) result.body.mesh.material.push_back(corner);
    result.body.mesh.material_corners.push_back({first, first + 1, first + 2});
  }
  result.body.mesh.positions = std::move(start);
  return result;
}

}  // namespace muslin::test
