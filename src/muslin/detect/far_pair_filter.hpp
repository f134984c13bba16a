#pragma once
#include <muslin/detect/broad_phase_pairs.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <span>
#include <vector>

namespace muslin::detail {

/// Drops broad-phase pairs that start too far apart to meet, several at a time and in single precision. Their boxes
/// overlap, but most of them lie beside each other; a direction across one of their edges proves that at a fraction of
/// the cost of closest points.
///
/// Let d be the distance of a pair at the start, R the largest relative motion of two of its corners
/// (short_motion.hpp), w the sum over its two elements of how far a vertex may end from its predicted end and of the
/// separation that it must keep, and t the largest thickness. A pair is dropped only if d - R > max(t, w) holds exactly
/// and with a margin. Then:
///   - The pair is not in proximity, because no two points of it come nearer than d - R.
///   - stays_farther_than() proves it apart along the gap of its closest points, for all ends that it may have. Closest
///     points are accurate within ε = 1e-13 of the pair's size X. If g is their gap, and p any difference of two points
///     of the elements, then |g + λ (p - g)| ≥ d for all λ in [0, 1], since these are such differences too; the best λ
///     gives g·p / |g| ≥ |g| - X √(2ε / d). With d above 2⁻¹⁰ X, which is required, that is at least d - 2⁻¹⁶ X; the
///     amount subtracted is 2⁻¹⁴ X.
///
/// Rounding. Let u = 2⁻²⁴, C the largest coordinate relative to the origin, and M the largest coordinate of a motion.
/// Positions are accurate within u C per coordinate, their differences within 3.5 u C in length and another u of their
/// own size X ≤ 3.5 C, and a height within 6 u X |n| more. So the difference of two heights is within 63 u C |n| of the
/// exact one, R is within 20 u M, and |n|, w, t and the products are within 16 u of themselves. The test subtracts 2⁸ u
/// max(C, M), and another 2⁶ u of all terms.
///
/// Underflow. |n| counts as at least 2⁻⁴⁰. A dropped pair has a gap of at most 3 X² that is larger than 2⁻¹⁰ X 2⁻⁴⁰, so
/// X is above 2⁻⁵², and the loss by underflow is negligible beside u C |n|.
///
/// Overflow. With a coordinate beyond 2³⁰ nothing is dropped. Below that no height overflows, and a length that does
/// exceeds all heights. With NaN nothing is dropped.
class FarPairFilter {
 public:
  /// The data of one vertex.
  struct Vertex {
    Vec3 start;    ///< start position [m]
    Vec3 motion;   ///< displacement to its predicted end [m]
    double reach;  ///< how far from there it may end, plus the separation that it must keep [m]
  };

  /// Begins a step; `origin` is a point near the scene. Call set() for every vertex afterwards.
  void begin(std::size_t vertex_count, const Vec3& origin, double largest_thickness);
  /// Sets one vertex. Different vertices may be set in parallel.
  void set(std::size_t v, const Vertex& vertex);
  /// Completes the setup after all vertices have been set.
  void finish();

  /// Drops far pairs from a chunk. Different chunks may be processed in parallel.
  void drop_from(const CollisionMesh& mesh, BroadPhaseChunk& chunk) const;

 private:
  /// A vertex in single precision: its start relative to the origin, its motion and its reach.
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
