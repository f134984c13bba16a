#include <algorithm>
#include <numbers>
#include <tests/soak/generate/drawn_shape.hpp>
#include <utility>

namespace muslin::soak {
namespace {

JsonValue count(int value) { return JsonValue::of(double{1} * value); }

}  // namespace

const char* ShapeDice::axis_name(char axis) const {
  if (axis == 'x') return "x";
  return (axis == 'y') != z_is_up_ ? "y" : "z";
}

DrawnShape ShapeDice::grid(double size) {
  const double width = size * dice_.uniform(0.5, 1.0), depth = size * dice_.uniform(0.5, 1.0);
  DrawnShape shape;
  shape.columns = dice_.chance(0.1) ? dice_.integer(2, 3) : dice_.integer(4, 11);
  shape.rows = dice_.chance(0.1) ? dice_.integer(2, 3) : dice_.integer(4, 11);
  shape.half_size = {width / 2, 0, depth / 2};
  shape.edge = std::min(width / (shape.columns - 1), depth / (shape.rows - 1));
  const JsonValue extent = JsonValue::list({number(width), number(depth)});
  if (dice_.chance(0.5)) {
    shape.json = object({{"grid", whole({shape.columns, shape.rows})}, {"size", extent}});
  } else {
    shape.json =
        object({{"grid", object({{"vertices", whole({shape.columns, shape.rows})},
                                 {"size", extent},
                                 {"diagonals", JsonValue::of(dice_.pick({"forward", "backward", "alternating"}))}})}});
  }
  return shape;
}

DrawnShape ShapeDice::flat(double size) {
  if (dice_.chance(0.6)) return grid(size);
  DrawnShape shape;
  if (dice_.chance(0.5)) {
    const int rings = dice_.integer(1, 5);
    shape.json = object({{"disc", object({{"radius", number(size / 2)}, {"rings", count(rings)}})}});
    shape.half_size = {size / 2, 0, size / 2};
    shape.edge = size / 2 / rings;
  } else {
    const int along = dice_.integer(4, 20), across = dice_.integer(1, 3);
    const double width = size * dice_.uniform(0.05, 0.3);
    shape.json = object({{"ribbon", object({{"length", number(size)},
                                            {"width", number(width)},
                                            {"along", count(along)},
                                            {"across", count(across)}})}});
    shape.half_size = {size / 2, 0, width / 2};
    shape.edge = std::min(size / along, width / across);
    shape.columns = along + 1;
    shape.rows = across + 1;
  }
  return shape;
}

DrawnShape ShapeDice::box(const Vec3& size, int divisions) {
  const Vec3 in_scene = z_is_up_ ? Vec3(size.x(), size.z(), size.y()) : size;
  DrawnShape shape;
  shape.json =
      object({{"box", object({{"size", numbers(in_scene)}, {"divisions", whole({divisions, divisions, divisions})}})}});
  shape.half_size = size / 2;
  shape.edge = size.minCoeff() / divisions;
  return shape;
}

DrawnShape ShapeDice::sphere(double radius) {
  const int subdivisions = dice_.integer(0, 2);
  DrawnShape shape;
  shape.json = object({{"sphere", object({{"radius", number(radius)}, {"subdivisions", count(subdivisions)}})}});
  shape.half_size = Vec3::Constant(radius);
  shape.edge = radius / (1 << subdivisions);
  return shape;
}

DrawnShape ShapeDice::rod(double radius, double length, char axis) {
  const int sides = dice_.integer(5, 10);
  const bool is_round = dice_.chance(0.6);
  DrawnShape shape;
  shape.json = object({{"rod", object({{"radius", number(radius)},
                                       {"length", number(length)},
                                       {"sides", count(sides)},
                                       {"divisions", count(dice_.integer(1, 5))},
                                       {"end_rings", count(2)},
                                       {"ends", JsonValue::of(is_round ? "round" : "flat")},
                                       {"axis", JsonValue::of(axis_name(axis))}})}});
  shape.half_size = Vec3::Constant(radius);
  shape.half_size[axis - 'x'] = length / 2 + (is_round ? radius : 0.0);
  shape.edge = 2 * std::numbers::pi * radius / sides;
  return shape;
}

DrawnShape ShapeDice::tube(double radius, double height, bool is_open) {
  const int sides = dice_.integer(8, 16), divisions = dice_.integer(3, 8);
  DrawnShape shape;
  shape.json = object({{"cylinder", object({{"radius", number(radius)},
                                            {"height", number(height)},
                                            {"sides", count(sides)},
                                            {"divisions", count(divisions)},
                                            {"ends", JsonValue::of(is_open ? "open" : "capped")},
                                            {"axis", JsonValue::of(axis_name('y'))}})}});
  shape.half_size = {radius, height / 2, radius};
  shape.edge = std::min(2 * std::numbers::pi * radius / sides, height / divisions);
  return shape;
}

DrawnShape ShapeDice::solid(double size) {
  switch (dice_.integer(0, 3)) {
    case 0:
      return sphere(size / 2);
    case 1: {
      const double x = size * dice_.uniform(0.3, 1.0), y = size * dice_.uniform(0.3, 1.0);
      return box({x, y, size * dice_.uniform(0.3, 1.0)}, dice_.integer(1, 3));
    }
    case 2:
      return tube(size * dice_.uniform(0.2, 0.5), size * dice_.uniform(0.3, 1.0), false);
    default: {
      const double length = size * dice_.uniform(0.5, 1.0);
      return rod(size * dice_.uniform(0.03, 0.2), length, dice_.pick<char>({'x', 'y', 'z'}));
    }
  }
}

DrawnShape ShapeDice::plate(double size) {
  if (dice_.chance(0.4)) return box({size, size * dice_.uniform(0.05, 0.3), size}, dice_.integer(1, 3));
  DrawnShape shape;
  const int divisions = dice_.integer(1, 5);
  shape.json = object({{"plane", object({{"size", JsonValue::list({number(size), number(size)})},
                                         {"divisions", whole({divisions, divisions})}})}});
  shape.half_size = {size / 2, 0, size / 2};
  shape.edge = size / divisions;
  return shape;
}

DrawnShape ShapeDice::ground(double size) {
  DrawnShape shape;
  switch (dice_.integer(0, 3)) {
    case 0: {
      const double mouth = size * dice_.uniform(0.4, 0.7), neck = mouth * dice_.uniform(0.15, 0.5);
      const double cone = size * dice_.uniform(0.2, 0.5), tube = size * dice_.uniform(0.1, 0.3);
      const int sides = dice_.integer(8, 16);
      shape.json = object({{"funnel", object({{"mouth_radius", number(mouth)},
                                              {"neck_radius", number(neck)},
                                              {"cone_height", number(cone)},
                                              {"neck_height", number(tube)},
                                              {"sides", count(sides)},
                                              {"cone_divisions", count(dice_.integer(2, 4))},
                                              {"neck_divisions", count(dice_.integer(1, 3))}})}});
      shape.half_size = {mouth, cone + tube, mouth};
      shape.edge = 2 * std::numbers::pi * neck / sides;
      return shape;
    }
    case 1: {
      const double width = size * dice_.uniform(0.4, 1.0), height = size * dice_.uniform(0.2, 0.5);
      const int across = 2 * dice_.integer(1, 5);
      shape.json = object({{"trough", object({{"length", number(size)},
                                              {"width", number(width)},
                                              {"height", number(height)},
                                              {"along", count(dice_.integer(2, 6))},
                                              {"across", count(across)},
                                              {"section", JsonValue::of(dice_.pick({"u", "v"}))}})}});
      shape.half_size = {size / 2, height, width / 2};
      shape.edge = width / across;
      return shape;
    }
    case 2:
      return flat(size);
    default:
      return plate(size * dice_.uniform(1.0, 3.0));
  }
}

DrawnShape ShapeDice::cable(double size) {
  const char axis = dice_.pick<char>({'x', 'y', 'z'});
  const int segments = dice_.chance(0.1) ? dice_.integer(1, 3) : dice_.integer(6, 40);
  Vec3 half = Vec3::Zero();
  half[axis - 'x'] = size / 2;
  const Vec3 end = z_is_up_ ? Vec3(half.x(), -half.z(), half.y()) : half;
  DrawnShape shape;
  shape.json =
      object({{"cable", object({{"from", numbers(-end)}, {"to", numbers(end)}, {"segments", count(segments)}})}});
  shape.half_size = half;
  shape.edge = size / segments;
  return shape;
}

}  // namespace muslin::soak
