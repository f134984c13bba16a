#include <gtest/gtest.h>

#include <muslin/core/parallel.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/render/corner_normals.hpp>
#include <muslin/render/picture.hpp>
#include <muslin/render/shading.hpp>
#include <muslin/render/shadow_map.hpp>
#include <muslin/render/vertex_fields.hpp>

namespace muslin::picture_test {
namespace {

/// One mesh, painted in the first colour.
struct Painting {
  Mesh mesh;
  std::vector<std::int32_t> triangle_body, segment_body;
  std::vector<BodyAppearance> appearances = {{body_colour(0), back_colour(body_colour(0))}};

  explicit Painting(Mesh m) : mesh(std::move(m)) {
    triangle_body.assign(mesh.triangles.size(), 0);
    segment_body.assign(mesh.segments.size(), 0);
  }
  [[nodiscard]] Image draw(const Camera& camera, PictureOptions options = {}) const {
    options.width = 96;
    options.height = 72;
    for (const Vec3& x : mesh.positions) options.focus.include(x);
    return draw_picture({mesh.positions, mesh.triangles, mesh.segments, triangle_body, segment_body, appearances, {}},
                        camera, options);
  }
};

int brightness(Rgb c) { return c.red + c.green + c.blue; }
int saturation(Rgb c) { return std::max({c.red, c.green, c.blue}) - std::min({c.red, c.green, c.blue}); }

Mesh empty_mesh() { return {}; }

TEST(Picture, BackgroundWhereThereIsNothing) {
  const Image image = Painting(empty_mesh()).draw({.eye = Vec3(0, 0, 2)});
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      EXPECT_EQ(image.at(x, y), image.at(0, y));
      EXPECT_GT(brightness(image.at(x, y)), 600);
    }
  EXPECT_GT(brightness(image.at(0, 0)), brightness(image.at(0, 71)));
}

TEST(Picture, FrontAndBackCanBeToldApart) {
  const Painting sheet(*make_grid());
  const Image front = sheet.draw({.eye = Vec3(0, 2, 2)}), back = sheet.draw({.eye = Vec3(0, -2, 2)});
  EXPECT_GT(brightness(front.at(48, 36)), brightness(back.at(48, 36)));
  EXPECT_GT(saturation(front.at(48, 36)), saturation(back.at(48, 36)));
}

TEST(Picture, RimsAreSmooth) {
  const Image image = Painting(*make_grid()).draw({.eye = Vec3(0.3, 2, 2)});
  const int wall = image.at(2, 36).red, wall_blue = image.at(2, 36).blue, cloth_blue = image.at(48, 36).blue;
  EXPECT_NE(wall, 0);
  bool between = false;
  for (int x = 0; x < 48; ++x) {
    const int blue = image.at(x, 36).blue;
    between = between || (blue < wall_blue - 15 && blue > cloth_blue + 15);
  }
  EXPECT_TRUE(between);
}

TEST(Picture, SameBitsOnAnyNumberOfThreads) {
  Mesh mesh = *make_sphere();
  append(mesh, *make_plane({.size = Vec2(4, 4)}));
  append(mesh, *make_cable());
  const Painting painting(std::move(mesh));
  std::vector<Rgb> first;
  for (const int threads : {1, 2, 5}) {
    Image image;
    with_threads(threads, [&] { image = painting.draw({.eye = Vec3(1, 1, 3)}, {.wire = true}); });
    if (first.empty()) first = image.pixels();
    EXPECT_EQ(image.pixels(), first);
  }
}

TEST(Picture, AnyInputGivesOne) {
  Mesh flat = *make_grid();
  for (Vec3& x : flat.positions) x.setZero();  // no area anywhere
  Mesh far = *make_grid();
  for (Vec3& x : far.positions) x *= 1e15;
  for (const Mesh& mesh : {flat, far, *make_sphere({.radius = 3}), *make_cable()})
    for (const bool wire : {false, true}) {
      const Image image = Painting(mesh).draw({.eye = Vec3(0, 0, 0.2)}, {.wire = wire});
      EXPECT_EQ(image.width(), 96);
    }
}

TEST(Picture, CablesAreAsWideAsSaid) {
  const Painting cable(*make_cable());
  for (const double width : {4.0, 10.0}) {
    const Image image = cable.draw({.eye = Vec3(0, 0, 2)}, {.cable_width = width});
    int covered = 0;
    for (int y = 0; y < 72; ++y) covered += saturation(image.at(48, y)) > 40 ? 1 : 0;
    EXPECT_NEAR(covered, width, 1.5);
  }
}

TEST(Picture, WiresAreDarkLines) {
  const Painting sheet(*make_grid({.vertices = {3, 3}}));
  const Camera camera{.eye = Vec3(0, 2, 0.1)};
  const Image plain = sheet.draw(camera), wire = sheet.draw(camera, {.wire = true});
  EXPECT_LT(brightness(wire.at(48, 36)), brightness(plain.at(48, 36)) - 60);  // the vertex in the middle
  EXPECT_EQ(wire.at(41, 33), plain.at(41, 33));                               // inside a triangle
}

TEST(CornerNormals, SmoothOnASphereCrispOnABox) {
  const Mesh sphere = *make_sphere({.radius = 1.0, .subdivisions = 3});
  const auto smooth = corner_normals(sphere.positions, sphere.triangles, 1.0);
  for (std::size_t t = 0; t < sphere.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_GT(smooth[t][k].dot(sphere.positions[sphere.triangles[t][k].index()].cast<float>()), 0.999F);
  const Mesh box = *make_box();
  const auto crisp = corner_normals(box.positions, box.triangles, 1.0);
  for (const auto& corners : crisp)
    for (const Vec3f& normal : corners) EXPECT_NEAR(normal.cwiseAbs().maxCoeff(), 1, 1e-6);
  EXPECT_TRUE(corner_normals({}, {}, 1.0).empty());
}

TEST(ShadowMap, UnderAPlateIsDarkBesideItLight) {
  const Mesh plate = *make_grid();  // at y = 0, from -0.5 to 0.5
  Box focus;
  focus.include(Vec3(-1, -1, -1));
  focus.include(Vec3(1, 1, 1));
  const ShadowMap shadows({.positions = plate.positions, .triangles = plate.triangles}, focus, Vec3(0, 1, 0), 512);
  const Vec3 up(0, 1, 0);
  EXPECT_EQ(shadows.light_at(Vec3(0, -0.5, 0), up), 0.0F);
  EXPECT_EQ(shadows.light_at(Vec3(0.8, -0.5, 0), up), 1.0F);
  EXPECT_EQ(shadows.light_at(Vec3(0, 0.5, 0), up), 1.0F);
  EXPECT_EQ(shadows.light_at(Vec3(0.1, 0, 0.2), up), 1.0F);  // on the plate itself
  EXPECT_EQ(shadows.light_at(Vec3(90, -0.5, 0), up), 1.0F);  // far outside of what it knows
  const float rim = shadows.light_at(Vec3(0.5, -0.5, 0), up);
  EXPECT_GT(rim, 0.1F);
  EXPECT_LT(rim, 0.9F);
}

TEST(VertexFields, StretchByHand) {
  const std::vector<Vec3> rest = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(5, 5, 5), Vec3(5, 5, 5)};
  std::vector<Vec3> now = rest;
  now[1].x() = 1.25;
  now[2].y() = 0.5;
  const Triangle triangle = {VertexId(0), VertexId(1), VertexId(2)};
  const Segment without_length = {VertexId(3), VertexId(4)};
  const auto stretch = vertex_stretch({now, rest, {&triangle, 1}, {&without_length, 1}});
  EXPECT_EQ(stretch, (std::vector<double>{0.25, 0.25, 0.0, 0.0, 0.0}));
}

TEST(VertexFields, SpeedByHand) {
  const std::vector<Vec3> before = {Vec3(0, 0, 0), Vec3(1, 1, 1)}, now = {Vec3(0, 3, 4), Vec3(1, 1, 1)};
  EXPECT_EQ(vertex_speed(now, before, 0.5), (std::vector<double>{10.0, 0.0}));
}

}  // namespace
}  // namespace muslin::picture_test
