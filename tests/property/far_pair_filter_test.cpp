#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <muslin/detect/far_pair_filter.hpp>
#include <muslin/detect/start_direction.hpp>
#include <tests/support/exact_distance.hpp>
#include <tests/support/random.hpp>

namespace muslin::far_pair_filter_test {
namespace {

using detail::FarPairFilter;
using test::Random;
using Four = std::array<Vec3, 4>;

constexpr int kElements = 12;

/// Triangles and edges of one size anywhere in a box, with motions: some together, some not; and all their pairs.
struct Cloud {
  CollisionMesh mesh;
  std::vector<FarPairFilter::Vertex> vertices;
  double thickness = 0;
  BroadPhaseChunk chunk;

  explicit Cloud(std::uint64_t seed) {
    Random random(seed);
    const double scale = std::pow(10, random.uniform(-6, 4)), size = scale * std::pow(10, random.uniform(-2, 0));
    const Vec3 place = random.chance(0.5) ? Vec3(0, 0, 0) : random.in_box(1e3 * scale);
    const Vec3 flat = random.chance(0.5) ? Vec3(1, 1, 1) : Vec3(1, 1, 1e-3);
    const Vec3 common = random.in_box(size);
    const double own = size * std::pow(10, random.uniform(-5, -0.5)),
                 reach = size * std::pow(10, random.uniform(-5, -1));
    thickness = random.chance(0.2) ? 0 : size * std::pow(10, random.uniform(-4, -0.5));
    const auto add_vertex = [&](const Vec3& centre) {
      const Vec3 start = place + (centre + random.in_box(size)).cwiseProduct(flat);
      vertices.push_back({start, common + random.in_box(own), random.uniform(0, reach)});
      return VertexId(vertices.size() - 1);
    };
    for (int i = 0; i < kElements; ++i) {
      const Vec3 centre = random.in_box(scale);
      const VertexId a = add_vertex(centre), b = add_vertex(centre), c = add_vertex(centre);
      mesh.triangles.push_back({a, b, c});
      mesh.edges.push_back({a, b});
    }
    mesh.vertex_count = vertices.size();
    for (int i = 0; i < kElements; ++i) {
      for (int j = 0; j < i; ++j) {
        chunk.vertex_triangle.push_back({mesh.triangles[static_cast<std::size_t>(i)][0], TriangleId(j)});
        chunk.edge_edge.push_back({EdgeId(j), EdgeId(i)});
      }
    }
  }

  void drop_far() {
    FarPairFilter far;
    far.begin(vertices.size(), vertices.front().start, thickness);
    for (std::size_t v = 0; v < vertices.size(); ++v) far.set(v, vertices[v]);
    far.finish();
    far.drop_from(mesh, chunk);
  }

  [[nodiscard]] std::size_t size() const { return chunk.vertex_triangle.size() + chunk.edge_edge.size(); }
};

double exact_distance(StencilKind kind, const Four& x) {
  if (kind == StencilKind::vertex_triangle) return test::exact_point_triangle_distance(x[3], x[0], x[1], x[2]);
  return test::exact_edge_edge_distance(x[0], x[1], x[2], x[3]);
}

TEST(FarPairsLaws, DropsOnlyWhatIsFarAndMostOfThat) {
  int dropped = 0, far = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Cloud all(seed);
    Cloud kept(seed);
    kept.drop_far();
    std::vector<std::array<VertexId, 4>> left;
    detail::for_each_stencil(kept.mesh, kept.chunk, [&](StencilKind, const auto& vertex) { left.push_back(vertex); });
    std::size_t next = 0;  // they stay in order
    detail::for_each_stencil(all.mesh, all.chunk, [&](StencilKind kind, const std::array<VertexId, 4>& vertex) {
      Four x, motion;
      std::array<double, 4> reach;
      for (std::size_t i = 0; i < 4; ++i) {
        const FarPairFilter::Vertex& of = all.vertices[vertex[i].index()];
        x[i] = of.start;
        motion[i] = of.motion;
        reach[i] = of.reach;
      }
      const double ways = kind == StencilKind::edge_edge ? std::max(reach[0], reach[1]) + std::max(reach[2], reach[3])
                                                         : std::max({reach[0], reach[1], reach[2]}) + reach[3];
      double motion_length = 0;
      detail::for_each_corner(kind, [&](std::size_t upper, std::size_t lower) {
        motion_length = std::max(motion_length, (motion[upper] - motion[lower]).norm());
      });
      const double distance = exact_distance(kind, x), needed = std::max(all.thickness, ways) + motion_length;
      const bool is_left = next < left.size() && left[next] == vertex;
      if (distance > 1.2 * needed + 0.1 * test::extent(x)) ++far;
      if (is_left) {
        ++next;
        return;
      }
      ++dropped;
      EXPECT_GT(distance, needed);
      const auto direction = detail::start_direction(kind, x, closest_points(kind, x).gap);
      EXPECT_TRUE(detail::stays_farther_than(kind, direction, motion, ways));
    });
    EXPECT_EQ(next, left.size());
    if (HasFailure()) return;
  }
  EXPECT_GT(far, 1000);
  EXPECT_GT(dropped, far * 9 / 10);
}

TEST(FarPairFilter, WhatIsNotANumberOrOutOfRangeStays) {
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e30}) {
    Cloud cloud(1);
    for (FarPairFilter::Vertex& vertex : cloud.vertices) vertex.start[1] = wrong * (1 + vertex.start[1]);
    const std::size_t before = cloud.size();
    cloud.drop_far();
    EXPECT_EQ(cloud.size(), before);
  }
  // So small that squares of floats underflow.
  Cloud cloud(1);
  for (FarPairFilter::Vertex& vertex : cloud.vertices) vertex = {1e-25 * vertex.start, Vec3::Zero(), 0};
  cloud.thickness = 0;
  const std::size_t before = cloud.size();
  cloud.drop_far();
  EXPECT_EQ(cloud.size(), before);
}

}  // namespace
}  // namespace muslin::far_pair_filter_test
