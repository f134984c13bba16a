#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <muslin/render/capsule_cover.hpp>
#include <muslin/render/rasteriser.hpp>
#include <numbers>
#include <tests/support/random.hpp>

namespace muslin::rasteriser_test {
namespace {

/// One unit of the plane z = 0 is ten samples; (0, 0) is at the centre of 40 × 40.
View plane_view() { return View({.eye = Vec3(0, 0, 2), .fov_rad = std::numbers::pi / 2}, 40, 40); }

std::vector<Hit> draw(const DrawnElements& elements, const View& view, int tile_side = 16, double near = 1e-3) {
  const Rasteriser rasteriser(elements, view, tile_side, near);
  std::vector<Hit> picture(static_cast<std::size_t>(view.width()) * view.height());
  for (std::size_t i = 0; i < rasteriser.tile_count(); ++i) {
    const RasterRect rect = rasteriser.tile(i);
    std::vector<Hit> hits(rect.size());
    rasteriser.draw_tile(i, hits);
    for (int y = rect.top; y < rect.bottom; ++y)
      for (int x = rect.left; x < rect.right; ++x)
        picture[static_cast<std::size_t>(y) * view.width() + x] =
            hits[static_cast<std::size_t>(y - rect.top) * rect.width() + (x - rect.left)];
  }
  return picture;
}

Triangle triangle(int a, int b, int c) { return {VertexId(a), VertexId(b), VertexId(c)}; }

TEST(Rasteriser, ATriangleCoversItsSamples) {
  // Corners at (20, 10), (30, 20), (20, 20) of the raster, with y downwards: x ≥ 20, y ≤ 20, x - 20 ≤ y - 10.
  const std::vector<Vec3> positions = {Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 0)};
  for (const Triangle& corners : {triangle(0, 1, 2), triangle(0, 2, 1)}) {  // both sides are seen
    const auto hits = draw({.positions = positions, .triangles = {&corners, 1}}, plane_view());
    for (int y = 0; y < 40; ++y)
      for (int x = 0; x < 40; ++x) {
        if (x - 20 == y - 10) continue;  // on the slanted side
        const bool inside = x >= 20 && y < 20 && x - 20 < y - 10;
        const Hit& hit = hits[static_cast<std::size_t>(y) * 40 + x];
        ASSERT_EQ(hit.element, inside ? 0 : -1) << x << " " << y;
        if (inside) {
          ASSERT_NEAR(hit.depth, 2, 1e-6);
        }
      }
  }
}

TEST(Rasteriser, TheNearerOneIsSeen) {
  const std::vector<Vec3> positions = {Vec3(-9, -9, 0), Vec3(9, -9, 0), Vec3(0, 9, 0),   // behind
                                       Vec3(-1, -1, 1), Vec3(1, -1, 1), Vec3(0, 1, 1)};  // before
  const auto at_centre = [&](std::vector<Triangle> triangles) {
    return draw({.positions = positions, .triangles = triangles}, plane_view())[20 * 40 + 20];
  };
  EXPECT_EQ(at_centre({triangle(0, 1, 2), triangle(3, 4, 5)}).element, 1);
  EXPECT_EQ(at_centre({triangle(3, 4, 5), triangle(0, 1, 2)}).element, 0);
  EXPECT_EQ(at_centre({triangle(3, 4, 5), triangle(3, 4, 5)}).element, 0);  // equally near: the first
  EXPECT_NEAR(at_centre({triangle(3, 4, 5)}).depth, 1, 1e-6);
}

TEST(Rasteriser, NoSampleFallsBetweenNeighbours) {
  const Mesh sphere = *make_sphere({.radius = 1.0, .subdivisions = 3});
  test::Random random(3);
  for (int i = 0; i < 10; ++i) {
    // From inside, something is seen everywhere.
    const View view({.eye = random.in_box(0.4), .target = random.in_box(3), .fov_rad = 1.5}, 150, 110);
    for (const Hit& hit : draw({.positions = sphere.positions, .triangles = sphere.triangles}, view))
      ASSERT_GE(hit.element, 0) << i;
  }
}

TEST(Rasteriser, WhatReachesBehindTheEyeIsSeenBeforeIt) {
  // A floor under the eye, which goes far behind it: the lower half of the picture, up to the horizon.
  const std::vector<Vec3> positions = {Vec3(-1e6, -1, 1e6), Vec3(1e6, -1, 1e6), Vec3(1e6, -1, -1e6),
                                       Vec3(-1e6, -1, -1e6)};
  const std::vector<Triangle> triangles = {triangle(0, 1, 2), triangle(0, 2, 3)};
  const auto hits = draw({.positions = positions, .triangles = triangles}, plane_view());
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 40; ++x) {
      const Hit& hit = hits[static_cast<std::size_t>(y) * 40 + x];
      ASSERT_EQ(hit.element >= 0, y >= 20) << x << " " << y;
      if (y >= 20) {
        ASSERT_NEAR(hit.depth, 1 / (0.05 * (y + 0.5 - 20)), 1e-3);
      }
    }
}

TEST(Rasteriser, TilesDoNotShow) {
  const Mesh sphere = *make_sphere({.radius = 1.0, .subdivisions = 2});
  const Mesh cable = *make_cable({.from = Vec3(-2, -1, 0), .to = Vec3(2, 1, 1), .segments = 7});
  Mesh mesh = sphere;
  append(mesh, cable);
  const DrawnElements elements{mesh.positions, mesh.triangles, mesh.segments, 0.1};
  const View view({.eye = Vec3(0, 1, 4)}, 90, 70);
  const auto one = draw(elements, view, 1000), many = draw(elements, view, 7);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].element, many[i].element);
    ASSERT_EQ(one[i].depth, many[i].depth);
  }
}

TEST(Rasteriser, NothingToSeeIsNoCrash) {
  const double huge = 1e15, tiny = 1e-300;
  const std::vector<Vec3> positions = {Vec3(0, 0, 0),          Vec3(0, 0, 0),       Vec3(1, 0, 0),
                                       Vec3(2, 0, 0),          Vec3(huge, huge, 0), Vec3(-huge, 0, huge),
                                       Vec3(tiny, tiny, tiny), Vec3(0, 0, 2)};
  std::vector<Triangle> triangles;
  std::vector<Segment> segments;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      segments.push_back({VertexId(a), VertexId(b)});
      for (int c = 0; c < 8; ++c) triangles.push_back(triangle(a, b, c));
    }
  const auto hits = draw({positions, triangles, segments, 0.01}, plane_view());
  for (const Hit& hit : hits)
    if (hit.element >= 0) {
      EXPECT_GT(hit.depth, 0.0F);
    }
  const auto none = draw({}, plane_view());
  for (const Hit& hit : none) EXPECT_EQ(hit.element, -1);
}

TEST(Capsule, IsHitByHand) {
  const Vec3 from(-1, 0, -5), to(1, 0, -5);
  const auto side = hit_capsule(Vec3(0, 0, -1), from, to, 0.5);
  ASSERT_TRUE(side);
  EXPECT_NEAR(side->depth, 4.5, 1e-12);
  EXPECT_LT((side->normal - Vec3(0, 0, 1)).norm(), 1e-12);
  const auto scaled = hit_capsule(Vec3(0, 0, -2), from, to, 0.5);
  EXPECT_NEAR(scaled->depth, 2.25, 1e-12);
  const auto end = hit_capsule(Vec3(1.25 / 5, 0, -1), from, to, 0.5);
  ASSERT_TRUE(end);
  EXPECT_GT(end->normal.x(), 0.1);
  EXPECT_FALSE(hit_capsule(Vec3(0, 0.11, -1), from, to, 0.5));
  EXPECT_FALSE(hit_capsule(Vec3(0, 0, 1), from, to, 0.5));
  const auto along = hit_capsule(Vec3(0, 0, -1), Vec3(0, 0, -3), Vec3(0, 0, -6), 0.5);
  EXPECT_NEAR(along->depth, 2.5, 1e-12);
  const auto ball = hit_capsule(Vec3(0, 0, -1), Vec3(0, 0, -3), Vec3(0, 0, -3), 0.5);
  EXPECT_NEAR(ball->depth, 2.5, 1e-12);
}

TEST(Capsule, HitPointsLieOnItsSurface) {
  test::Random random(4);
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 from = Vec3(0, 0, -4) + random.in_box(2), to = Vec3(0, 0, -4) + random.in_box(2);
    const Vec3 ray(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), -1);
    const auto hit = hit_capsule(ray, from, to, 0.4);
    // The least distance of the ray from the axis, by search, decides whether it must be hit.
    const Vec3 axis = to - from;
    const auto distance = [&](const Vec3& p) {
      const double t = std::clamp(axis.dot(p - from) / axis.squaredNorm(), 0.0, 1.0);
      return (p - from - t * axis).norm();
    };
    if (hit) {
      ++hits;
      EXPECT_NEAR(distance(hit->depth * ray), 0.4, 1e-9);
      EXPECT_LE(hit->normal.dot(ray), 1e-9);
    } else {
      for (int k = 0; k <= 100; ++k) EXPECT_GT(distance(0.08 * k * ray), 0.4 - 1e-9);
    }
  }
  EXPECT_GT(hits, 200);
}

}  // namespace
}  // namespace muslin::rasteriser_test
