#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tests/support/ccd_queries.hpp>
#include <tests/support/exact_ccd.hpp>
#include <tests/support/exact_touch.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {
namespace {

using Points = std::array<Vec3, 4>;

double power_of_ten(Random& random, int low, int high) { return std::pow(10.0, random.uniform(low, high)); }

// Two vectors that make a right-handed orthonormal frame with n.
std::array<Vec3, 2> tangents(const Vec3& n) {
  const Vec3 other = std::abs(n.x()) < 0.5 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 u = n.cross(other).normalized();
  return {u, n.cross(u)};
}

CcdQuery near_query(Random& random, double size) {
  CcdQuery query{.edge_edge = random.chance(0.5), .start = {}, .end = {}};
  for (std::size_t i = 0; i < 4; ++i) {
    query.start[i] = random.in_box(size / 2);
    query.end[i] = query.start[i] + random.in_box(size);
  }
  return query;
}

CcdQuery cloth(Random& random) {
  constexpr double kSpacing = 0.01;
  constexpr std::array<std::array<int, 2>, 4> kCell = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  const double phase = random.uniform(0.0, 2 * std::numbers::pi);
  const double gap = random.uniform(0.0, 0.003), closing = random.uniform(0.0, 0.005);
  const double shift_x = random.uniform(-0.006, 0.006), shift_y = random.uniform(-0.006, 0.006);
  const Vec3 drift = random.in_box(0.003);
  CcdQuery query{.edge_edge = random.chance(0.5), .start = {}, .end = {}};
  const std::array<int, 2> first_corner = {random.integer(0, 3), random.integer(0, 3)};
  for (std::size_t i = 0; i < 4; ++i) {
    const bool upper = in_second(query, i);
    const auto& cell = kCell[(static_cast<std::size_t>(first_corner[upper ? 1 : 0]) + i) % 4];
    const double x = kSpacing * cell[0] + random.uniform(-0.001, 0.001) + (upper ? shift_x : 0.0);
    const double y = kSpacing * cell[1] + random.uniform(-0.001, 0.001) + (upper ? shift_y : 0.0);
    const double wrinkle = 0.004 * std::sin(90 * x + phase + (upper ? 0.3 : 0.0)) * std::cos(70 * y + 2 * phase);
    query.start[i] = {x, y, wrinkle + (upper ? gap : 0.0)};
    query.end[i] = query.start[i] + drift + random.in_box(0.0005) - Vec3(0.0, 0.0, upper ? closing : 0.0);
  }
  return query;
}

CcdQuery grid(Random& random) {
  CcdQuery query{.edge_edge = random.chance(0.5), .start = {}, .end = {}};
  const int range = random.integer(1, 3), flat_axis = random.integer(0, 5);
  for (Points* points : {&query.start, &query.end}) {
    for (Vec3& point : *points) {
      for (int axis = 0; axis < 3; ++axis) point[axis] = axis == flat_axis ? 0 : random.integer(-range, range);
    }
  }
  return query;
}

// Four points about 1 cm apart, given in the plane's coordinates (u, v, height) at both ends.
CcdQuery in_tilted_plane(Random& random, const CcdQuery& flat) {
  const Vec3 n = random.direction(), origin = random.in_box(0.05);
  const auto [u, v] = tangents(n);
  CcdQuery query = flat;
  for (Points* points : {&query.start, &query.end}) {
    for (Vec3& p : *points) p = (origin + p.x() * u + p.y() * v + p.z() * n).eval();
  }
  return query;
}

CcdQuery rest(Random& random) {
  CcdQuery query = near_query(random, 0.01);
  const double gap = power_of_ten(random, -9, -3);
  const Vec3 slide = random.in_box(0.01);
  for (std::size_t i = 0; i < 4; ++i) {
    if (in_second(query, i)) query.end[i] = query.start[i] + slide;
    query.start[i].z() = query.end[i].z() = in_second(query, i) ? gap : 0.0;
  }
  return in_tilted_plane(random, query);
}

CcdQuery nearly_coplanar(Random& random) {
  CcdQuery query = near_query(random, 0.01);
  const double thickness = power_of_ten(random, -17, -3);
  for (Points* points : {&query.start, &query.end}) {
    for (Vec3& point : *points) point.z() = random.uniform(-thickness, thickness);
  }
  return in_tilted_plane(random, query);
}

CcdQuery nearly_parallel(Random& random) {
  CcdQuery query{.edge_edge = random.chance(0.75), .start = {}, .end = {}};
  const Vec3 direction = random.direction(), approach = random.in_box(0.002);
  const double angle = power_of_ten(random, -16, -2);
  for (std::size_t i = 0; i < 4; ++i) {
    // Edge-edge: both along the same direction. Vertex-triangle: all three corners near one line.
    const double along = random.uniform(-0.01, 0.01);
    const Vec3 start = along * (direction + angle * random.in_box(1.0));
    const double later = along + random.uniform(-0.002, 0.002);
    const Vec3 end = later * (direction + angle * random.in_box(1.0));
    query.start[i] = start + (in_second(query, i) ? approach : Vec3::Zero());
    query.end[i] = end - (in_second(query, i) ? Vec3(approach * random.uniform(0.0, 2.0)) : Vec3::Zero());
  }
  return query;
}

CcdQuery large_offset(Random& random) {
  CcdQuery query = near_query(random, 1.0);
  const double size = random.chance(0.5) ? 1e4 : 1e6;
  const int x = random.integer(-1, 1), y = random.integer(-1, 1);
  translate(query, size * Vec3(x, y, random.chance(0.5) ? -1 : 1));
  return query;
}

CcdQuery tiny_features(Random& random) {
  CcdQuery query = near_query(random, 1e-4);
  if (random.chance(0.5)) {
    // The first element grows to 1e2 about its own centre, and stays where the small one passes.
    for (Points* points : {&query.start, &query.end}) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (!in_second(query, i)) (*points)[i] *= 1e6;
      }
    }
    const Vec3 inside = query.edge_edge ? Vec3((query.start[0] + query.start[1]) / 2)
                                        : Vec3((query.start[0] + query.start[1] + query.start[2]) / 3);
    for (std::size_t i = 0; i < 4; ++i) {
      if (in_second(query, i)) {
        query.start[i] += inside;
        query.end[i] += inside;
      } else if (random.chance(0.8)) {
        query.end[i] = query.start[i] + random.in_box(1e-4);
      }
    }
  }
  if (random.chance(0.7)) translate(query, 1e4 * random.direction());
  return query;
}

CcdQuery degenerate(Random& random) {
  CcdQuery query = random.chance(0.3)   ? grid(random)
                   : random.chance(0.5) ? touch_at_dyadic_time(random, {.at_boundary = false})
                                        : near_query(random, 0.01);
  const auto any = [&] { return static_cast<std::size_t>(random.integer(0, 3)); };
  for (int spoilings = random.integer(1, 3); spoilings > 0; --spoilings) {
    const std::size_t i = any(), j = any();
    const bool at_start = random.chance(0.7), at_end = !at_start || random.chance(0.6);
    switch (random.integer(0, 3)) {
      case 0:  // two points coincide: no length, no area, or contact
        if (at_start) query.start[i] = query.start[j];
        if (at_end) query.end[i] = query.end[j];
        break;
      case 1:  // three points on a line
        if (at_start) query.start[2] = (query.start[0] + query.start[1]) / 2;
        if (at_end) query.end[2] = (query.end[0] + query.end[1]) / 2;
        break;
      case 2:  // a vertex that does not move
        query.end[i] = query.start[i];
        break;
      default:  // nothing moves, or all of it together
        for (std::size_t k = 0; k < 4; ++k)
          query.end[k] = query.start[k] + (at_start ? Vec3::Zero() : Vec3(0.25, 0, -0.5));
    }
  }
  return query;
}

CcdQuery rotation(Random& random) {
  CcdQuery query = near_query(random, 0.1);
  const Vec3 axis = random.direction(), centre = random.in_box(0.1);
  const double angle = random.uniform(0.3, 2 * std::numbers::pi);
  for (std::size_t i = 0; i < 4; ++i) {
    query.end[i] = query.start[i];
    if (!in_second(query, i)) continue;
    const Vec3 r = query.start[i] - centre, along = axis * axis.dot(r);
    query.end[i] = centre + along + std::cos(angle) * (r - along) + std::sin(angle) * axis.cross(r);
  }
  return query;
}

CcdQuery make_query(Family family, Random& random) {
  switch (family) {
    case Family::cloth:
      return cloth(random);
    case Family::near:
      return near_query(random, 0.01);
    case Family::land:
      return touch_at_dyadic_time(random, {.at_boundary = false});
    case Family::grid:
      return grid(random);
    case Family::rest:
      return rest(random);
    case Family::nearly_coplanar:
      return nearly_coplanar(random);
    case Family::nearly_parallel:
      return nearly_parallel(random);
    case Family::large_offset:
      return large_offset(random);
    case Family::tiny_features:
      return tiny_features(random);
    case Family::degenerate:
      return degenerate(random);
    case Family::grazing:
      return random.chance(0.5) ? touch_at_dyadic_time(random, {.at_boundary = true}) : touch_at_double_root(random);
    case Family::rotation:
      return rotation(random);
  }
  return {};
}

}  // namespace

std::string_view name(Family family) {
  const auto found = std::ranges::find(kFamilies, family, &NamedFamily::family);
  return found == kFamilies.end() ? "unknown" : found->name;
}

bool in_second(const CcdQuery& query, std::size_t i) { return query.edge_edge ? i >= 2 : i == 3; }

void translate(CcdQuery& query, const Vec3& offset) {
  for (auto* points : {&query.start, &query.end}) {
    for (Vec3& point : *points) point += offset;
  }
}

std::vector<CcdQuery> make_queries(Family family, int count, std::uint64_t seed) {
  Random random(seed * kFamilies.size() + static_cast<std::uint64_t>(family));
  std::vector<CcdQuery> queries;
  queries.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) queries.push_back(make_query(family, random));
  return queries;
}

bool exactly_collide(const CcdQuery& query) {
  return query.edge_edge ? edge_edge_collide(query.start, query.end) : vertex_triangle_collide(query.start, query.end);
}

}  // namespace muslin::test
