#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/detect/near_pairs.hpp>
#include <muslin/detect/separation.hpp>

namespace muslin::detail {
namespace {

/// The share of its slack within which a vertex must end to count as near its predicted end. The rest of the slack
/// covers rounding, here and wherever the list is used.
///
/// Proof. Let a pair be left out because stays_farther_than(direction of height h (1 - 2⁻⁴⁰), motion to its predicted
/// ends, s + σ) holds, with s the largest separation that such ends can have and σ the sum of the largest slacks of its
/// two elements. For ends within this share of the slack, the approach along the direction is larger by at most (1 -
/// 2⁻¹⁰) σ, so h (1 - 2⁻⁴⁰) less the approach exceeds s by 2⁻¹⁰ σ, exactly. Each slack is at least 2⁻⁴ of its vertex'
/// motion (tolerance::kSearchSlackPerMotion), so 2⁻¹⁰ σ is at least 2⁻¹⁶ of the largest motion to any such end. This is
/// far more than the error of some 1000 u of that motion, and 2⁻⁴⁰ h is far more than the error of some 16 u of h, by
/// which stays_farther_than(direction, motion to the ends, s) could fail to prove it. The same holds for
/// relative_motion_is_below(), whose R bounds the approach along any direction. So every pair that is left out is one
/// that this test would leave out, and the result of a search does not depend on the predicted ends.
constexpr double kUsedSlack = 1 - 0x1p-9;  // below the 1 - 2⁻¹⁰ of the proof, as lengths are compared with rounding
constexpr double kUsedDistance = 1 - 0x1p-40;
static_assert(tolerance::kSearchSlackPerMotion >= 0x1p-4);

bool is_near(const Vec3& end, const Vec3& place, double slack) {
  const double reach = kUsedSlack * slack;
  return (end - place).squaredNorm() <= reach * reach;  // false for NaN
}

}  // namespace

void NearPairs::predict_end(std::size_t v, const Vec3& end, double slack) {
  predicted_end_[v] = end;
  // Rounding is monotone, so no end within the slack has a coordinate beyond |end| + slack as rounded.
  slack += file_separation(start_[v], end);
  const double separation = file_separation(start_[v], end.cwiseAbs() + Vec3::Constant(slack));
  predicted_[v] = {start_[v], end - start_[v], slack, separation};
  // The separation of a pair is the larger of its elements'. With the whole of it on each side, the sum is enough.
  inflation_[v] = std::max(thickness_.largest() / 2, slack + separation);
}

void NearPairs::begin(std::span<const Vec3> start, std::span<const Vec3> likely_end, const ThicknessRule& thickness) {
  const std::size_t n = mesh().vertex_count;
  MUSLIN_ASSERT(start.size() == n && likely_end.size() == n);
  MUSLIN_ASSERT(thickness.rest_position.empty() || thickness.rest_position.size() == n);
  start_ = start;
  thickness_ = thickness;
  inflation_.resize(n);
  predicted_end_.resize(n);
  predicted_.resize(n);
  is_stray_.resize(n);
  parallel_for(n, kVerticesPerChunk, [&](std::size_t v) {
    const Vec3& end = likely_end[v].allFinite() ? likely_end[v] : start[v];
    predict_end(v, end,
                tolerance::kSearchSlackPerThickness * thickness.largest() +
                    tolerance::kSearchSlackPerMotion * (end - start[v]).norm());
  });
  choose_frame();
  refit_boxes();
  broad_phase_.find(broad_phase_pairs_);
  broad_phase_pair_count_ = broad_phase_pairs_.count();
  drop_far_pairs();
  examine_pairs(true);
  vertices_.clear();
  directions_.clear();
  kinds_.clear();
  append_parts();
  order_.sort(
      parts_, n, [](const Proximity& pair) -> const Contact& { return pair.contact; }, proximities_);
}

void NearPairs::cover(std::span<const Vec3> end) {
  const std::size_t n = start_.size();
  has_stray_in_chunk_.assign(chunk_count(n, kVerticesPerChunk), 0);
  parallel_chunks(n, kVerticesPerChunk, [&](Chunk chunk) {
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) {
      const bool strayed = !is_near(end[v], predicted_end_[v], predicted_[v].slack);
      is_stray_[v] = static_cast<std::uint8_t>(strayed);
      if (!strayed) continue;
      has_stray_in_chunk_[chunk.index] = 1;
      // A vertex that deviates far once is likely to do so again.
      const double deviation = (end[v] - predicted_end_[v]).norm(), motion = (end[v] - start_[v]).norm();
      const double slack = std::max({predicted_[v].slack, tolerance::kSearchSlackPerDeviation * deviation,
                                     tolerance::kSearchSlackPerMotion * motion});
      predict_end(v, end[v], slack);
    }
  });
  if (std::none_of(has_stray_in_chunk_.begin(), has_stray_in_chunk_.end(), [](std::uint8_t any) { return any != 0; }))
    return;
  refit_boxes();
  broad_phase_.find_around(is_stray_, broad_phase_pairs_);
  broad_phase_pair_count_ += broad_phase_pairs_.count();
  examine_pairs(false);
  drop_pairs_of_stray_vertices();
  append_parts();
}

/// Chooses the motion of the median vertex, axis by axis. Vertices that move together sweep large boxes although they
/// do not approach each other; in a frame that moves with them, the boxes are small. A median is not affected by a few
/// vertices that fly away.
void NearPairs::choose_frame() {
  frame_.setZero();
  if (predicted_.empty()) return;
  motions_.resize(predicted_.size());
  const auto middle = motions_.begin() + static_cast<std::ptrdiff_t>(motions_.size() / 2);
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t v = 0; v < motions_.size(); ++v) motions_[v] = predicted_[v].motion[axis];
    std::nth_element(motions_.begin(), middle, motions_.end());
    if (std::isfinite(*middle)) frame_[axis] = *middle;
  }
}

/// The slack covers the rounding of the difference, see above.
void NearPairs::refit_boxes() {
  predicted_end_in_frame_.resize(predicted_end_.size());
  parallel_for(predicted_end_.size(), kVerticesPerChunk,
               [&](std::size_t v) { predicted_end_in_frame_[v] = predicted_end_[v] - frame_; });
  broad_phase_.refit(start_, predicted_end_in_frame_, inflation_);
}

void NearPairs::drop_far_pairs() {
  far_pair_filter_.begin(start_.size(), start_.empty() ? Vec3(Vec3::Zero()) : start_[0], thickness_.largest());
  parallel_for(start_.size(), kVerticesPerChunk, [&](std::size_t v) {
    const PredictedVertex& of = predicted_[v];
    far_pair_filter_.set(v, {of.start, of.motion, of.slack + of.separation});
  });
  far_pair_filter_.finish();
  parallel_for(broad_phase_pairs_.chunks.size(), 1,
               [&](std::size_t i) { far_pair_filter_.drop_from(mesh(), broad_phase_pairs_.chunks[i]); });
}

void NearPairs::examine_pairs(bool with_proximities) {
  if (parts_.size() < broad_phase_pairs_.chunks.size()) parts_.resize(broad_phase_pairs_.chunks.size());
  for (Part& part : parts_) {
    part.found.clear();
    part.near.clear();
  }
  // A lower bound above this distance rules a proximity out: closest points err by 1e-15 of the size of the elements,
  // which are less than a million times as large as the thickness.
  const double far = with_proximities ? thickness_.largest() * (1 + 0x1p-20) : 0;
  parallel_for(broad_phase_pairs_.chunks.size(), 1, [&](std::size_t i) {
    Part& part = parts_[i];
    for_each_stencil(mesh(), broad_phase_pairs_.chunks[i], [&](auto kind, const StencilVertices& vertex) {
      const std::array<const PredictedVertex*, 4> of = {&predicted_[vertex[0].index()], &predicted_[vertex[1].index()],
                                                        &predicted_[vertex[2].index()], &predicted_[vertex[3].index()]};
      const std::array<Vec3, 4> x = {of[0]->start, of[1]->start, of[2]->start, of[3]->start};
      const std::array<Vec3, 4> motion = {of[0]->motion, of[1]->motion, of[2]->motion, of[3]->motion};
      const double reach = reach_of(kind, of);
      const auto stays_apart = [&](const StartDirection& direction) {
        return stays_farther_than(kind, {direction.n, direction.length, direction.height * kUsedDistance}, motion,
                                  reach);
      };
      // Try a guess first: most broad-phase pairs are too far apart to matter and need no closest points.
      if (with_proximities) {
        const double distance = distance_lower_bound(kind, x, centre_difference(kind, x));
        if (distance > far && relative_motion_is_below(kind, motion, distance * kUsedDistance - reach)) return;
      } else if (stays_apart(centre_direction(kind, x))) {
        return;
      }
      const StencilGap nearest = closest_points(kind, x);
      if (with_proximities)
        if (const auto pair = proximity_of(thickness_, kind, vertex, x, nearest, &motion)) part.found.push_back(*pair);
      const StartDirection direction = start_direction(kind, x, nearest.gap);
      if (!stays_apart(direction)) part.near.push_back({vertex, direction, kind});
    });
  });
}

/// Returns how much further apart than its relative motion to the predicted ends a pair must be [m]: the separation
/// plus the slacks of both elements.
double NearPairs::reach_of(StencilKind kind, const std::array<const PredictedVertex*, 4>& vertex) {
  const auto& [v0, v1, v2, v3] = vertex;
  // Vertex 2 belongs to the first element of a vertex-triangle pair and to the second of an edge-edge pair. In a
  // vertex-edge pair it repeats vertex 0.
  const double slacks = kind == StencilKind::edge_edge ? std::max(v0->slack, v1->slack) + std::max(v2->slack, v3->slack)
                                                       : std::max({v0->slack, v1->slack, v2->slack}) + v3->slack;
  return std::max({v0->separation, v1->separation, v2->separation, v3->separation}) + slacks;
}

void NearPairs::drop_pairs_of_stray_vertices() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    if (any_marked(is_stray_, vertices_[i])) continue;
    vertices_[kept] = vertices_[i];
    directions_[kept] = directions_[i];
    kinds_[kept] = kinds_[i];
    ++kept;
  }
  vertices_.resize(kept);
  directions_.resize(kept);
  kinds_.resize(kept);
}

void NearPairs::append_parts() {
  part_offsets_.resize(parts_.size());
  std::size_t total = vertices_.size();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    part_offsets_[i] = total;
    total += parts_[i].near.size();
  }
  vertices_.resize(total);
  directions_.resize(total);
  kinds_.resize(total);
  parallel_for(parts_.size(), 1, [&](std::size_t i) {
    std::size_t to = part_offsets_[i];
    for (const Near& near : parts_[i].near) {
      vertices_[to] = near.vertices;
      directions_[to] = near.direction;
      kinds_[to] = near.kind;
      ++to;
    }
  });
}

}  // namespace muslin::detail
