#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <numeric>
#include <tests/soak/judge/exact_pairs.hpp>
#include <tests/support/cgal_oracle.hpp>

namespace muslin::soak {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle = Kernel::Triangle_3;

/// The points of an element, those that it shares with the other one first.
struct Corners {
  std::array<Point, 3> point;
  std::size_t count = 0;
};

bool repeats_vertex(std::span<const VertexId> ids) {
  return ids[0] == ids[1] || (ids.size() == 3 && (ids[0] == ids[2] || ids[1] == ids[2]));
}

bool has_extent(const Corners& corners) {
  if (corners.count == 2) return corners.point[0] != corners.point[1];
  return !CGAL::collinear(corners.point[0], corners.point[1], corners.point[2]);
}

/// Elements without a common vertex.
bool meet_apart(const Corners& a, const Corners& b) {
  const auto triangle = [](const Corners& c) { return Triangle(c.point[0], c.point[1], c.point[2]); };
  const auto segment = [](const Corners& c) { return Segment(c.point[0], c.point[1]); };
  if (a.count == 3 && b.count == 3) return CGAL::do_intersect(triangle(a), triangle(b));
  if (a.count == 3) return CGAL::do_intersect(triangle(a), segment(b));
  if (b.count == 3) return CGAL::do_intersect(triangle(b), segment(a));
  return CGAL::do_intersect(segment(a), segment(b));
}

/// Elements that share their first point, and nothing else. If they have another point in common, the ray from the
/// shared one through it leaves one of the elements on the side opposite the shared point, while it is in the other.
bool meet_beyond_vertex(const Corners& a, const Corners& b) {
  const auto far_side_meets = [](const Corners& c, const Corners& d) {
    if (c.count == 3) {
      const Segment side(c.point[1], c.point[2]);
      return d.count == 3 ? CGAL::do_intersect(Triangle(d.point[0], d.point[1], d.point[2]), side)
                          : CGAL::do_intersect(Segment(d.point[0], d.point[1]), side);
    }
    return d.count == 3 ? Triangle(d.point[0], d.point[1], d.point[2]).has_on(c.point[1])
                        : Segment(d.point[0], d.point[1]).has_on(c.point[1]);
  };
  return far_side_meets(a, b) || far_side_meets(b, a);
}

/// Two triangles that share an edge, their first two points: they meet elsewhere only if one is folded onto the other.
bool are_folded(const Corners& a, const Corners& b) {
  return CGAL::coplanar(a.point[0], a.point[1], a.point[2], b.point[2]) &&
         CGAL::coplanar_orientation(a.point[0], a.point[1], a.point[2], b.point[2]) == CGAL::POSITIVE;
}

struct Bounds {
  Vec3 low, high;
};

}  // namespace

bool exact_intersect(const ExactElement& a, const ExactElement& b, std::span<const Vec3> positions) {
  if (repeats_vertex(a.vertices()) || repeats_vertex(b.vertices()))
    return test::cgal_intersect(a.vertices(), b.vertices(), positions);
  Corners in_a, in_b;
  const auto add = [&](Corners& corners, VertexId v) {
    const Vec3& x = positions[v.index()];
    corners.point[corners.count++] = Point(x.x(), x.y(), x.z());
  };
  const auto is_in = [](VertexId v, std::span<const VertexId> ids) {
    return std::find(ids.begin(), ids.end(), v) != ids.end();
  };
  std::size_t shared = 0;
  for (const VertexId v : a.vertices()) {
    if (!is_in(v, b.vertices())) continue;
    add(in_a, v);
    add(in_b, v);
    ++shared;
  }
  for (const VertexId v : a.vertices())
    if (!is_in(v, b.vertices())) add(in_a, v);
  for (const VertexId v : b.vertices())
    if (!is_in(v, a.vertices())) add(in_b, v);
  if (!has_extent(in_a) || !has_extent(in_b)) return test::cgal_intersect(a.vertices(), b.vertices(), positions);
  if (shared == 0) return meet_apart(in_a, in_b);
  if (shared == 1) return meet_beyond_vertex(in_a, in_b);
  if (shared == 3) return true;                                         // the same triangle twice
  return in_a.count == 3 && in_b.count == 3 && are_folded(in_a, in_b);  // else one is an edge of the other
}

std::vector<ExactPair> exact_pairs(std::span<const ExactElement> elements, std::span<const Vec3> positions) {
  std::vector<Bounds> bounds;
  for (const ExactElement& element : elements) {
    const auto ids = element.vertices();
    Bounds box{positions[ids[0].index()], positions[ids[0].index()]};
    for (const VertexId v : ids.subspan(1)) {
      box.low = box.low.cwiseMin(positions[v.index()]);
      box.high = box.high.cwiseMax(positions[v.index()]);
    }
    bounds.push_back(box);
  }
  // Sweep along x; what overlaps there and in y and z is decided exactly.
  std::vector<std::int32_t> order(elements.size());
  std::iota(order.begin(), order.end(), 0);
  const auto box_of = [&](std::int32_t i) -> const Bounds& { return bounds[static_cast<std::size_t>(i)]; };
  const auto element_of = [&](std::int32_t i) -> const ExactElement& { return elements[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(),
            [&](std::int32_t i, std::int32_t j) { return box_of(i).low.x() < box_of(j).low.x(); });
  std::vector<ExactPair> pairs;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::int32_t i = order[k];
    for (std::size_t l = k + 1; l < order.size() && box_of(order[l]).low.x() <= box_of(i).high.x(); ++l) {
      const std::int32_t j = order[l];
      if (element_of(i).is_obstacle && element_of(j).is_obstacle) continue;
      if ((box_of(i).low.array() > box_of(j).high.array()).any() ||
          (box_of(j).low.array() > box_of(i).high.array()).any())
        continue;
      if (exact_intersect(element_of(i), element_of(j), positions)) pairs.emplace_back(std::min(i, j), std::max(i, j));
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace muslin::soak
