#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/far_pair_filter.hpp>

namespace muslin::detail {
namespace {

constexpr std::size_t kLanes = 8;
/// Added to |n|², because a direction that has nearly underflowed proves nothing.
constexpr float kTiny = 0x1p-80F;
/// Largest coordinate or motion [m] with which no height can overflow.
constexpr float kHuge = 0x1p30F;

/// One number for each pair of a batch.
using Lanes = Eigen::Array<float, kLanes, 1>;
using Lanes3 = std::array<Lanes, 3>;

Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Lanes dot(const Lanes3& a, const Lanes3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// Returns the part of c perpendicular to e, or NaN if e has no length.
Lanes3 across(const Lanes3& c, const Lanes3& e) {
  const Lanes share = dot(c, e) / dot(e, e);
  return {c[0] - share * e[0], c[1] - share * e[1], c[2] - share * e[2]};
}
Lanes size(const Lanes3& d) { return d[0].abs() + d[1].abs() + d[2].abs(); }

/// A batch of pairs of one kind: K = 4 edge-edge, K = 3 vertex-triangle.
template <int K>
struct Batch {
  std::array<Lanes3, 4> x, m;
  std::array<Lanes, 4> reach;

  /// Returns the distance of the two elements along n, times |n|, which is negative if n does not separate them.
  [[nodiscard]] static Lanes gap_along(const Lanes3& n, const Lanes3& d1, const Lanes3& d2, const Lanes3& d3) {
    const Lanes h1 = dot(n, d1), h2 = dot(n, d2), h3 = dot(n, d3);
    const Lanes zero = Lanes::Zero();
    if constexpr (K == 4)
      return (h2.min(h3) - zero.max(h1)).max(zero.min(h1) - h2.max(h3));
    else
      return (h3 - zero.max(h1).max(h2)).max(zero.min(h1).min(h2) - h3);
  }

  /// Returns R².
  [[nodiscard]] Lanes squared_motion() const {
    const auto between = [&](std::size_t i, std::size_t j) {
      const Lanes3 d = m[i] - m[j];
      return dot(d, d);
    };
    if constexpr (K == 4)
      return between(2, 0).max(between(2, 1)).max(between(3, 0).max(between(3, 1)));
    else
      return between(3, 0).max(between(3, 1)).max(between(3, 2));
  }

  /// Positive for a pair that is proved far; not positive, or NaN, otherwise.
  [[nodiscard]] Lanes surplus(float thickness, float margin) const {
    const Lanes3 d1 = x[1] - x[0], d2 = x[2] - x[0], d3 = x[3] - x[0];
    const Lanes extent = size(d1) + size(d2) + size(d3);
    const Lanes reaches = K == 4 ? Lanes(reach[0].max(reach[1]) + reach[2].max(reach[3]))
                                 : Lanes(reach[0].max(reach[1]).max(reach[2]) + reach[3]);
    const Lanes apart = reaches.max(thickness).max(0x1p-10F * extent) + squared_motion().sqrt() + 0x1p-14F * extent;
    const Lanes needed = (1 + 0x1p-18F) * apart + margin;
    Lanes most = Lanes::Zero();
    // NaN stands for a direction that does not exist. The maximum of a number and NaN may be either.
    const auto look_along = [&](const Lanes3& n) {
      most = most.max(gap_along(n, d1, d2, d3) - needed * (dot(n, n) + kTiny).sqrt());
    };
    if constexpr (K == 4) {
      const Lanes3 e = d3 - d2;
      const Lanes3 c = {d2[0] + d3[0] - d1[0], d2[1] + d3[1] - d1[1], d2[2] + d3[2] - d1[2]};
      look_along(c);
      look_along(across(c, d1));
      look_along(across(c, e));
      look_along(cross(d1, e));
    } else {
      const Lanes3 side = d2 - d1;
      const Lanes3 c = {3 * d3[0] - d1[0] - d2[0], 3 * d3[1] - d1[1] - d2[1], 3 * d3[2] - d1[2] - d2[2]};
      look_along(c);
      look_along(across(d3, d1));
      look_along(across(d3, d2));
      look_along(across(d3 - d1, side));
      look_along(cross(d1, d2));
    }
    return most;
  }
};

}  // namespace

void FarPairFilter::begin(std::size_t vertex_count, const Vec3& origin, double largest_thickness) {
  vertices_.resize(vertex_count);
  origin_ = origin;
  thickness_ = static_cast<float>(largest_thickness);
}

void FarPairFilter::set(std::size_t v, const Vertex& vertex) {
  Rounded& to = vertices_[v];
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    to.start[k] = static_cast<float>(vertex.start[axis] - origin_[axis]);
    to.motion[k] = static_cast<float>(vertex.motion[axis]);
  }
  to.reach = static_cast<float>(vertex.reach);
}

void FarPairFilter::finish() {
  std::vector<float> largest(chunk_count(vertices_.size(), kVerticesPerChunk), 0.0F);
  parallel_chunks(vertices_.size(), kVerticesPerChunk, [&](Chunk chunk) {
    float& most = largest[chunk.index];
    for (std::size_t v = chunk.begin; v < chunk.end; ++v)
      for (std::size_t k = 0; k < 3; ++k)
        most = std::max({most, std::abs(vertices_[v].start[k]), std::abs(vertices_[v].motion[k])});
  });
  float most = 0;
  for (const float part : largest) most = std::max(most, part);
  margin_ = most < kHuge ? 0x1p-16F * most : std::numeric_limits<float>::infinity();
}

template <int K, class Pair, class VerticesOf>
void FarPairFilter::drop(PairList<Pair>& pairs, const VerticesOf& vertices_of) const {
  const std::span<Pair> all = pairs.pairs();
  Batch<K> batch;
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < all.size(); begin += kLanes) {
    const std::size_t count = std::min(kLanes, all.size() - begin);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const auto vertices = vertices_of(all[begin + std::min(lane, count - 1)]);
      const auto to = static_cast<Eigen::Index>(lane);
      for (std::size_t i = 0; i < 4; ++i) {
        const Rounded& vertex = vertices_[vertices[i].index()];
        for (std::size_t k = 0; k < 3; ++k) {
          batch.x[i][k][to] = vertex.start[k];
          batch.m[i][k][to] = vertex.motion[k];
        }
        batch.reach[i][to] = vertex.reach;
      }
    }
    const Lanes surplus = batch.surplus(thickness_, margin_);
    for (std::size_t lane = 0; lane < count; ++lane) {
      all[kept] = all[begin + lane];
      kept += surplus[static_cast<Eigen::Index>(lane)] > 0 ? 0 : 1;
    }
  }
  pairs.commit(all.data() + kept);
}

void FarPairFilter::drop_from(const CollisionMesh& mesh, BroadPhaseChunk& chunk) const {
  drop<3>(chunk.vertex_triangle, [&](const VertexTrianglePair& pair) {
    const Triangle& corners = mesh.triangles[pair.triangle.index()];
    return std::array<VertexId, 4>{corners[0], corners[1], corners[2], pair.vertex};
  });
  drop<4>(chunk.edge_edge, [&](const EdgeEdgePair& pair) {
    const Segment &a = mesh.edges[pair.first.index()], &b = mesh.edges[pair.second.index()];
    return std::array<VertexId, 4>{a[0], a[1], b[0], b[1]};
  });
}

}  // namespace muslin::detail
