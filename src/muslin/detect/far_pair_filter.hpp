#pragma once
#include <muslin/detect/broad_phase_pairs.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <span>
#include <vector>

namespace muslin::detail {

/// Drops candidates that are far apart for what they move, many at a time and in single precision. Their boxes overlap,
/// but most of them lie beside each other: a direction across one of their edges shows it at a fraction of the cost of
/// closest points.
///
/// Let d be the distance of a pair at the start, R the largest relative motion of two of its corners
/// (short_motion.hpp), w the sum over its two elements of how far a vertex may end from its place and of the separation
/// that it must keep, and t the largest thickness. Dropped is only what has d - R > max(t, w), exactly, and more:
///   - such a pair is no proximity: no two points of it come nearer than d - R;
///   - it is one that stays_farther_than() proves apart along the gap of its closest points, for all ends that it may
///   have.
///     Closest points are right within ε = 1e-13 of the pair's size X. If g is their gap, and p any difference of two
///     points of the elements, then |g + λ (p - g)| ≥ d for all λ in [0, 1] since these are such differences too; the
///     best λ makes that g·p / |g| ≥ |g| - X √(2ε / d). With d above 2⁻¹⁰ X, which is asked for, that is at least
///     d - 2⁻¹⁶ X; what is taken off is 2⁻¹⁴ X.
///
/// Rounding. Let u = 2⁻²⁴, C the largest coordinate relative to the origin and M the largest of a motion. Positions are
/// right within u C per coordinate, their differences within 3.5 u C in length and another u of their own size X ≤ 3.5
/// C, a height within 6 u X |n| more; so the difference of two is within 63 u C |n| of the exact one, R within 20 u M,
/// and |n|, w, t and the products within 16 u of themselves. Taken off are 2⁸ u max(C, M), and another 2⁶ u of all.
/// Underflow: |n| counts as 2⁻⁴⁰ at least. A pair that is dropped has a gap of at most 3 X² that is larger than
/// 2⁻¹⁰ X 2⁻⁴⁰: X is above 2⁻⁵², and what underflows is nothing beside u C |n|. Overflow: with a coordinate beyond 2³⁰
/// nothing is dropped; below, no height overflows, and a length that does exceeds all. With NaN nothing is dropped.
class FarPairFilter {
 public:
  /// What is asked of a vertex.
  struct Vertex {
    Vec3 start;    ///< [m]
    Vec3 motion;   ///< to its place [m]
    double reach;  ///< how far from there it may end, and the separation that it must keep [m]
  };

  /// Begins a step: `origin` is somewhere near the scene.
  void begin(std::size_t vertex_count, const Vec3& origin, double largest_thickness);
  /// Then every vertex is set; different ones may be in parallel.
  void set(std::size_t v, const Vertex& vertex);
  /// To be called when all are.
  void finish();

  /// Drops far pairs from a chunk. Different chunks may be treated in parallel.
  void drop_from(const CollisionMesh& mesh, BroadPhaseChunk& chunk) const;

 private:
  /// In floats: start relative to the origin, motion and reach.
  struct alignas(32) Rounded {
    std::array<float, 3> start;
    std::array<float, 3> motion;
    float reach;
  };
  template <int K, class Pair, class VerticesOf>
  void drop(PairList<Pair>& pairs, const VerticesOf& vertices_of) const;

  std::vector<Rounded> vertices_;
  Vec3 origin_ = Vec3::Zero();
  float thickness_ = 0, margin_ = 0;
};

}  // namespace muslin::detail
