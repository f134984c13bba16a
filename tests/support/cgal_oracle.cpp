#include <CGAL/Gmpq.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <boost/variant.hpp>
#include <tests/support/cgal_oracle.hpp>
#include <type_traits>
#include <variant>
#include <vector>

namespace muslin::test {
namespace {

using Kernel = CGAL::Simple_cartesian<CGAL::Gmpq>;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle = Kernel::Triangle_3;

/// A convex set as CGAL wants it: with an area, or else with a length, or else a point.
using Shape = std::variant<Point, Segment, Triangle>;

Shape hull(const std::vector<Point>& points) {
  if (points.size() == 3 && !CGAL::collinear(points[0], points[1], points[2]))
    return Triangle(points[0], points[1], points[2]);
  const auto [first, last] = std::minmax_element(points.begin(), points.end());
  if (*first == *last) return *first;
  return Segment(*first, *last);
}

bool contains(const Shape& shape, const Point& p) {
  if (const auto* point = std::get_if<Point>(&shape)) return *point == p;
  if (const auto* segment = std::get_if<Segment>(&shape)) return segment->has_on(p);
  return std::get<Triangle>(shape).has_on(p);
}

/// Corners of what CGAL::intersection() may give.
struct CornersOf : boost::static_visitor<std::vector<Point>> {
  std::vector<Point> operator()(const Point& p) const { return {p}; }
  std::vector<Point> operator()(const Segment& s) const { return {s.source(), s.target()}; }
  std::vector<Point> operator()(const Triangle& t) const { return {t.vertex(0), t.vertex(1), t.vertex(2)}; }
  std::vector<Point> operator()(const std::vector<Point>& polygon) const { return polygon; }
};

/// Corners of the common part of two shapes.
std::vector<Point> common_corners(const Shape& a, const Shape& b) {
  if (const auto* p = std::get_if<Point>(&a)) return contains(b, *p) ? std::vector{*p} : std::vector<Point>{};
  if (std::holds_alternative<Point>(b)) return common_corners(b, a);
  return std::visit(
      [](const auto& s, const auto& t) -> std::vector<Point> {
        using S = std::decay_t<decltype(s)>;
        using T = std::decay_t<decltype(t)>;
        if constexpr (!std::is_same_v<S, Point> && !std::is_same_v<T, Point>) {
          const auto common = CGAL::intersection(s, t);
          if (common) return boost::apply_visitor(CornersOf(), *common);
        }
        return {};
      },
      a, b);
}

std::vector<VertexId> unique(std::span<const VertexId> ids) {
  std::vector<VertexId> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

}  // namespace

bool cgal_intersect(std::span<const VertexId> a, std::span<const VertexId> b, std::span<const Vec3> positions) {
  const auto points = [&](const std::vector<VertexId>& ids) {
    std::vector<Point> result;
    for (const VertexId v : ids) {
      const Vec3& p = positions[v.index()];
      result.emplace_back(CGAL::Gmpq(p[0]), CGAL::Gmpq(p[1]), CGAL::Gmpq(p[2]));
    }
    return result;
  };
  const auto a_ids = unique(a), b_ids = unique(b);
  std::vector<VertexId> shared;
  std::set_intersection(a_ids.begin(), a_ids.end(), b_ids.begin(), b_ids.end(), std::back_inserter(shared));
  const Shape shape_a = hull(points(a_ids)), shape_b = hull(points(b_ids));
  if (shared.size() == 3) return std::holds_alternative<Triangle>(shape_a);  // more than its three edges

  // The common part is convex, and so is what is shared: the one is inside the other if its corners are.
  const auto corners = common_corners(shape_a, shape_b);
  if (shared.empty()) return !corners.empty();
  const Shape shared_shape = hull(points(shared));
  return !std::all_of(corners.begin(), corners.end(), [&](const Point& p) { return contains(shared_shape, p); });
}

}  // namespace muslin::test
