#include <algorithm>
#include <array>
#include <cmath>
#include <tests/support/exact_touch.hpp>

namespace muslin::test {
namespace {

// Points that move in whole numbers: at `sixteenths`/16 of the way, Σ weightᵢ/8 pointᵢ of the two elements coincide.
// The second element is translated to make it so. All numbers stay below 2^50, so that they are exact in doubles too.
struct WholeTouch {
  int sixteenths = 16;
  std::array<int, 4> eighths = {};  ///< weights of the points; those of each element add up to 8
  int bits = 20;                    ///< of the coordinates
};

CcdQuery whole_touch(Random& random, bool edge_edge, const WholeTouch& touch) {
  CcdQuery query{.edge_edge = edge_edge, .start = {}, .end = {}};
  const double size = std::ldexp(1.0, touch.bits);
  const auto whole_in_box = [&](double step, double half_size) {
    return Vec3((random.in_box(half_size) / step).array().round().matrix() * step);
  };
  Vec3 gap = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    query.start[i] = whole_in_box(8.0, size);
    query.end[i] = query.start[i] + whole_in_box(128.0, size);
    const Vec3 touching = query.start[i] + (query.end[i] - query.start[i]) / 16.0 * touch.sixteenths;
    gap += (in_second(query, i) ? -1.0 : 1.0) * touching / 8.0 * touch.eighths[i];
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (!in_second(query, i)) continue;
    query.start[i] += gap;
    query.end[i] += gap;
  }
  return query;
}

void scale_by_power_of_two(CcdQuery& query, int exponent) {
  for (auto* points : {&query.start, &query.end}) {
    for (Vec3& point : *points) point *= std::ldexp(1.0, exponent);
  }
}

// Random weights of the element's points in eighths that add up to 8; at most `most` of them are not zero.
void random_weights(Random& random, std::array<int, 4>& eighths, std::size_t begin, std::size_t end, int most) {
  std::array<std::size_t, 3> chosen{};
  for (int i = 0; i < most; ++i) {
    chosen[static_cast<std::size_t>(i)] =
        begin + static_cast<std::size_t>(random.integer(0, static_cast<int>(end - begin) - 1));
  }
  for (int i = 0; i < 8; ++i) ++eighths[chosen[static_cast<std::size_t>(random.integer(0, most - 1))]];
}

}  // namespace

CcdQuery touch_at_dyadic_time(Random& random, const TouchOptions& options) {
  const bool edge_edge = random.chance(0.5);
  WholeTouch touch;
  touch.sixteenths = random.chance(0.5) ? 16 : random.integer(0, 15);
  touch.bits = std::array{9, 20, 44}[static_cast<std::size_t>(random.integer(0, 2))];
  if (edge_edge) {
    random_weights(random, touch.eighths, 0, 2, options.at_boundary ? 1 : 2);
    random_weights(random, touch.eighths, 2, 4, 2);
  } else {
    random_weights(random, touch.eighths, 0, 3, options.at_boundary ? random.integer(1, 2) : 3);
    touch.eighths[3] = 8;
  }
  CcdQuery query = whole_touch(random, edge_edge, touch);
  scale_by_power_of_two(query, random.integer(-13, 13) - touch.bits);
  return query;
}

// With s = t - t₀: the first element is a triangle on the x axis, or its side (0,0,0)-(0,64,64ks), all in the plane
// z = ksy. The second, a vertex or an edge parallel to x, has y = y₀ + bs and z = ksy₀, which is kbs² below the plane:
// if kb ≠ 0, they touch at t₀ alone. Then the axes are rotated and mirrored, and all is translated and scaled.
CcdQuery touch_at_double_root(Random& random) {
  CcdQuery query{.edge_edge = random.chance(0.5), .start = {}, .end = {}};
  const double t0 = random.integer(0, 16) / 16.0, k = random.integer(-3, 3), b = 16 * random.integer(-4, 4);
  const double y0 = 8 * random.integer(0, 8);
  const double x = 8 * random.integer(0, 8 - static_cast<int>(y0 / 8));  // inside the triangle, or on its boundary
  for (auto* points : {&query.start, &query.end}) {
    const double s = (points == &query.start ? 0.0 : 1.0) - t0;
    const Vec3 tip(0, 64, 64 * k * s), vertex(x, y0 + b * s, k * s * y0);
    const Vec3 left(-8 * random.integer(0, 8), 0, 0), right(8 * random.integer(0, 8), 0, 0);
    if (query.edge_edge) {
      const Vec3 along(-x, vertex.y(), vertex.z());
      *points = {Vec3::Zero(), tip, along + left, vertex + right};
    } else {
      *points = {Vec3::Zero(), Vec3(64, 0, 0), tip, vertex};
    }
  }
  std::array<int, 3> axes = {0, 1, 2};
  std::rotate(axes.begin(), axes.begin() + random.integer(0, 2), axes.end());
  Vec3 mirror, offset;
  for (int axis = 0; axis < 3; ++axis) {
    mirror[axis] = random.chance(0.5) ? 1 : -1;
    offset[axis] = 16 * random.integer(-9, 9);
  }
  for (auto* points : {&query.start, &query.end}) {
    for (Vec3& p : *points) p = Vec3(p[axes[0]], p[axes[1]], p[axes[2]]).cwiseProduct(mirror).eval();
  }
  translate(query, offset);
  scale_by_power_of_two(query, random.integer(-19, 7));
  return query;
}

}  // namespace muslin::test
