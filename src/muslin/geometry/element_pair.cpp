#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/geometry/element_pair.hpp>
#include <muslin/geometry/predicates.hpp>

namespace muslin {
namespace {

/// The convex pieces hull(v, a, b), with v not on the segment ab, that make up an element with corner v. There are two
/// of them if v lies between a and b, and none if the element is the point v.
struct Star {
  std::array<SegmentCorners, 2> outer;  ///< ab, the side opposite to v
  int size = 0;
};

Star star_of(const Vec3& v, const Vec3& a, const Vec3& b) {
  if (!segments_meet({v, v}, {a, b})) return {{SegmentCorners{a, b}}, 1};
  Star star;
  for (const Vec3& end : {a, b})
    if (end != v) star.outer[static_cast<std::size_t>(star.size++)] = {end, end};
  return star;
}

/// hull(v, a, b) and hull(v, c, d), with v not on ab nor cd, meet beyond v if and only if ab meets the second or cd the
/// first. Proof: follow the ray from v through a common point to the last common point q. It is the last point of one
/// of the hulls, say the first: q = (1-s)v + sf with f on ab. If s < 1, then f would be a later one, so q = f.
/// Conversely, v is not on ab nor cd, so any point of these is different from v.
bool meet_beyond_vertex(const Vec3& v, const SegmentCorners& ab, const SegmentCorners& cd) {
  return segment_meets_triangle(ab, {v, cd[0], cd[1]}) || segment_meets_triangle(cd, {v, ab[0], ab[1]});
}

bool stars_meet_beyond_vertex(const Vec3& v, const Star& s, const Star& t) {
  for (int i = 0; i < s.size; ++i)
    for (int j = 0; j < t.size; ++j)
      if (meet_beyond_vertex(v, s.outer[static_cast<std::size_t>(i)], t.outer[static_cast<std::size_t>(j)]))
        return true;
  return false;
}

/// Returns whether the triangles (v, w, a) and (v, w, b) meet beyond the segment vw.
bool meet_beyond_edge(Vec3 v, Vec3 w, const Vec3& a, const Vec3& b) {
  if (v == w) return stars_meet_beyond_vertex(v, star_of(v, a, a), star_of(v, b, b));
  const bool a_on_line = are_collinear(v, w, a), b_on_line = are_collinear(v, w, b);
  if (a_on_line && b_on_line) {
    if (lexicographically_less(w, v)) std::swap(v, w);
    return (lexicographically_less(a, v) && lexicographically_less(b, v)) ||
           (lexicographically_less(w, a) && lexicographically_less(w, b));
  }
  // A proper triangle meets the line vw, on which the other one lies, in the segment vw only.
  if (a_on_line || b_on_line) return false;
  // In different planes, or on different sides of vw in one plane, the triangles have only vw in common. On one side,
  // both contain some neighbourhood in it of the inner points of vw. Seen along an axis in which (v, w, a) has an area,
  // its plane keeps its sides.
  if (orient3d_sign(v, w, a, b) != 0) return false;
  for (const Axes axes : {Axes{0, 1}, Axes{1, 2}, Axes{2, 0}}) {
    const int side = orient2d_sign(v, w, a, axes);
    if (side != 0) return side == orient2d_sign(v, w, b, axes);
  }
  return false;
}

SegmentCorners as_segment(const TriangleCorners& t) { return {t[0], t[1]}; }

bool meet_anywhere(const ElementPair& pair) {
  if (pair.a_size == 3 && pair.b_size == 3) return triangles_meet(pair.a, pair.b);
  if (pair.a_size == 3) return segment_meets_triangle(as_segment(pair.b), pair.a);
  if (pair.b_size == 3) return segment_meets_triangle(as_segment(pair.a), pair.b);
  return segments_meet(as_segment(pair.a), as_segment(pair.b));
}

}  // namespace

Element make_element(std::span<const VertexId> vertices, std::span<const Vec3> positions) {
  MUSLIN_ASSERT(!vertices.empty() && vertices.size() <= 3);
  Element element;
  if (vertices.size() == 3 && vertices[0] != vertices[1] && vertices[1] != vertices[2] && vertices[2] != vertices[0]) {
    for (std::size_t k = 0; k < 3; ++k) {
      MUSLIN_ASSERT(vertices[k].valid() && vertices[k].index() < positions.size());
      element.vertex[k] = vertices[k];
      element.corner[k] = positions[vertices[k].index()];
    }
    element.size = 3;
    return element;
  }
  std::size_t size = 0;
  for (const VertexId v : vertices) {
    MUSLIN_ASSERT(v.valid() && v.index() < positions.size());
    if (std::find(element.vertex.begin(), element.vertex.begin() + size, v) != element.vertex.begin() + size) continue;
    element.vertex[size] = v;
    element.corner[size++] = positions[v.index()];
  }
  std::fill(element.corner.begin() + size, element.corner.end(), element.corner[size - 1]);
  element.size = static_cast<int>(size);
  return element;
}

ElementPair make_element_pair(const Element& a, const Element& b) {
  const auto a_size = static_cast<std::size_t>(a.size), b_size = static_cast<std::size_t>(b.size);
  ElementPair pair{a.corner, b.corner, a.size, b.size, 0};
  // Move shared corners to the front; the others follow in their order.
  std::array<bool, 3> a_shared{}, b_shared{};
  std::size_t shared = 0;
  for (std::size_t i = 0; i < a_size; ++i) {
    for (std::size_t j = 0; j < b_size; ++j) {
      if (a.vertex[i] != b.vertex[j]) continue;
      a_shared[i] = b_shared[j] = true;
      pair.a[shared] = pair.b[shared] = a.corner[i];
      ++shared;
    }
  }
  pair.shared = static_cast<int>(shared);
  if (shared == 0) return pair;
  const auto append_others = [&](const Element& element, std::size_t size, const std::array<bool, 3>& is_shared,
                                 TriangleCorners& corners) {
    std::size_t next = shared;
    for (std::size_t i = 0; i < size; ++i)
      if (!is_shared[i]) corners[next++] = element.corner[i];
    std::fill(corners.begin() + next, corners.end(), corners[next - 1]);
  };
  append_others(a, a_size, a_shared, pair.a);
  append_others(b, b_size, b_shared, pair.b);
  return pair;
}

bool intersect(const ElementPair& pair) {
  const auto& [a, b, a_size, b_size, shared] = pair;
  switch (shared) {
    case 0:
      return meet_anywhere(pair);
    case 1:
      return stars_meet_beyond_vertex(a[0], star_of(a[0], a[1], a[2]), star_of(a[0], b[1], b[2]));
    case 2:
      return a_size == 3 && b_size == 3 && meet_beyond_edge(a[0], a[1], a[2], b[2]);
    default:
      return !are_collinear(a[0], a[1], a[2]);
  }
}

}  // namespace muslin
