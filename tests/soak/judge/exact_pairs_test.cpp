#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tests/soak/judge/exact_pairs.hpp>
#include <tests/support/cgal_oracle.hpp>
#include <tests/support/soup.hpp>

namespace muslin::exact_pairs_test {
namespace {

using soak::ExactElement;
using soak::ExactPair;

std::vector<ExactElement> elements_of(const Mesh& mesh) {
  std::vector<ExactElement> elements;
  for (const auto& t : mesh.triangles) elements.push_back({.vertex = t});
  for (const auto& s : mesh.segments) elements.push_back({.vertex = {s[0], s[1], VertexId()}});
  return elements;
}

std::size_t shared_vertices(const ExactElement& a, const ExactElement& b) {
  const auto in_b = b.vertices();
  const auto in_a = a.vertices();
  return static_cast<std::size_t>(std::count_if(
      in_a.begin(), in_a.end(), [&](VertexId v) { return std::find(in_b.begin(), in_b.end(), v) != in_b.end(); }));
}

// Filtered predicates decide as rational constructions do, for triangles and segments that share any number of
// vertices, touch, overlap or are degenerate.
TEST(ExactPairs, AgreesWithRationalConstructions) {
  std::array<std::array<int, 2>, 4> census{};
  for (std::uint64_t seed = 1; seed <= 800; ++seed) {
    const Mesh mesh = test::random_soup(seed);
    const auto elements = elements_of(mesh);
    std::vector<ExactPair> expected;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      for (std::size_t j = i + 1; j < elements.size(); ++j) {
        const bool meets = test::cgal_intersect(elements[i].vertices(), elements[j].vertices(), mesh.positions);
        ASSERT_EQ(soak::exact_intersect(elements[i], elements[j], mesh.positions), meets)
            << "soup " << seed << ", elements " << i << " and " << j;
        if (meets) expected.emplace_back(i, j);
        ++census[std::min<std::size_t>(3, shared_vertices(elements[i], elements[j]))][meets ? 1 : 0];
      }
    }
    ASSERT_EQ(soak::exact_pairs(elements, mesh.positions), expected) << "soup " << seed;
  }
  for (const auto& [apart, meeting] : census) {
    EXPECT_GT(apart, 20);
    EXPECT_GT(meeting, 20);
  }
}

TEST(ExactPairs, LeavesOutPairsOfObstacles) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, -1}, {0.2, 0.2, 1}, {0.3, 0.4, 1}};
  std::vector<ExactElement> elements = {{.vertex = {VertexId(0), VertexId(1), VertexId(2)}, .is_obstacle = true},
                                        {.vertex = {VertexId(3), VertexId(4), VertexId(5)}, .is_obstacle = true}};
  EXPECT_TRUE(soak::exact_pairs(elements, positions).empty());
  elements[1].is_obstacle = false;
  EXPECT_EQ(soak::exact_pairs(elements, positions), std::vector<ExactPair>({{0, 1}}));
}

}  // namespace
}  // namespace muslin::exact_pairs_test
