#include <gtest/gtest.h>

#include <apps/muslin/frame_groups.hpp>
#include <muslin/geometry/shapes.hpp>

namespace muslin::app::frame_groups_test {
namespace {

// Files are read by name, bodies simulated in the order of the scene.
TEST(GroupColours, FindTheVerticesOfTheRun) {
  Frame frame;
  const Mesh small = *make_grid({.vertices = {2, 2}}), large = *make_grid({.vertices = {3, 3}});
  append_body(frame, "a", small, small.positions);
  append_body(frame, "b", large, large.positions);
  RunInfo info;
  info.bodies = {{"b", "cloth"}, {"a", "cloth"}};  // vertices 0 to 8, and 9 to 12
  const std::vector<std::vector<std::int32_t>> groups = {{0, 8}, {9}, {99}};
  const std::vector<Colour> colours = group_colours(frame, info, groups);
  ASSERT_EQ(colours.size(), 13U);
  EXPECT_EQ(colours[4], body_colour(0));
  EXPECT_EQ(colours[12], body_colour(0));
  EXPECT_EQ(colours[0], body_colour(1));
  for (const std::size_t v : {1, 2, 3, 5, 11}) EXPECT_EQ(colours[v], colours[6]) << v;  // in no group
  EXPECT_NE(colours[6], body_colour(0));
}

}  // namespace
}  // namespace muslin::app::frame_groups_test
