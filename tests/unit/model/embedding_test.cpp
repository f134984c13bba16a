#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <muslin/model/body.hpp>

namespace muslin::embedding_test {
namespace {

Mesh shifted(Mesh mesh, const Vec3& by) {
  for (Vec3& x : mesh.positions) x += by;
  return mesh;
}

TEST(Embedding, ObjectsAreTheConnectedParts) {
  Mesh mesh = make_box({.size = Vec3(1, 1, 1), .divisions = {1, 1, 1}}).value();
  const std::size_t corners = mesh.positions.size();
  append(mesh, shifted(mesh, Vec3(3, 0, 0)));
  mesh.positions.emplace_back(9, 9, 9);  // nobody's
  const std::vector<EmbeddedObject> objects = split_into_objects(mesh);
  ASSERT_EQ(objects.size(), 3U);
  EXPECT_EQ(objects[0].vertices.size(), corners);
  EXPECT_EQ(objects[1].vertices.size(), corners);
  EXPECT_EQ(objects[1].vertices.front(), VertexId(corners));
  EXPECT_EQ(objects[2].vertices.size(), 1U);
}

/// A plate of 2 by 2, one tenth above a grid whose vertices are 1 apart.
struct PlateOnAGrid {
  PlateOnAGrid() {
    plate = shifted(make_grid({.vertices = {2, 2}, .size = Vec2(2, 2)}).value(), Vec3(0, 0.1, 0));
    object = split_into_objects(plate).front();
  }
  Mesh sheet = make_grid({.vertices = {7, 7}, .size = Vec2(6, 6)}).value();
  Mesh plate;
  EmbeddedObject object;
};

TEST(Embedding, TheFootprintIsWhatLiesBeneath) {
  const PlateOnAGrid p;
  const std::vector<VertexId> beneath = find_footprint(p.object, p.plate, p.sheet, 0.0);
  ASSERT_EQ(beneath.size(), 9U);  // its rim included
  for (const VertexId v : beneath) {
    EXPECT_LE(std::abs(p.sheet.positions[v.index()].x()), 1.0);
    EXPECT_LE(std::abs(p.sheet.positions[v.index()].z()), 1.0);
  }
}

TEST(Embedding, ReachIsADistance) {
  const PlateOnAGrid p;
  EXPECT_EQ(find_footprint(p.object, p.plate, p.sheet, 0.05).size(), 0U);
  EXPECT_EQ(find_footprint(p.object, p.plate, p.sheet, 0.11).size(), 9U);
  // Beside its sides, not beyond its corners: sqrt(1 + 0.01) = 1.005.
  EXPECT_EQ(find_footprint(p.object, p.plate, p.sheet, 1.01).size(), 21U);
  EXPECT_EQ(find_footprint(p.object, p.plate, p.sheet, 1.5).size(), 25U);
}

TEST(Embedding, NothingIsNearNothing) {
  const PlateOnAGrid p;
  EXPECT_TRUE(find_footprint(p.object, p.plate, Mesh(), 0.0).empty());
  EXPECT_TRUE(split_into_objects(Mesh()).empty());
}

}  // namespace
}  // namespace muslin::embedding_test
