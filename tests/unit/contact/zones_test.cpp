#include <gtest/gtest.h>

#include <muslin/contact/zones.hpp>
#include <vector>

namespace muslin::zones_test {
namespace {

Contact contact(int a, int b, int c, int d) { return {.vertex = {VertexId(a), VertexId(b), VertexId(c), VertexId(d)}}; }
std::vector<std::uint32_t> contacts_of(const Zones& zones, std::size_t zone) {
  return {zones.contacts(zone).begin(), zones.contacts(zone).end()};
}
std::vector<int> vertices_of(const Zones& zones, std::size_t zone) {
  std::vector<int> result;
  for (const VertexId v : zones.vertices(zone)) result.push_back(v.value);
  return result;
}
std::vector<std::int32_t> zone_numbers(const Zones& zones) {
  return {zones.zone_of_contact().begin(), zones.zone_of_contact().end()};
}

using Indices = std::vector<std::uint32_t>;

TEST(Zones, ShareAMovableVertex) {
  const std::vector<double> inverse_mass(12, 1.0);
  Zones zones;
  zones.clear(inverse_mass);
  EXPECT_EQ(zones.size(), 0U);
  zones.add(std::vector{contact(8, 9, 10, 11), contact(0, 1, 2, 3), contact(7, 6, 5, 3)});
  ASSERT_EQ(zones.size(), 2U);
  EXPECT_EQ(contacts_of(zones, 0), (Indices{0}));
  EXPECT_EQ(contacts_of(zones, 1), (Indices{1, 2}));
  EXPECT_EQ(vertices_of(zones, 0), (std::vector{8, 9, 10, 11}));
  EXPECT_EQ(vertices_of(zones, 1), (std::vector{0, 1, 2, 3, 5, 6, 7}));  // not 4, which lies between
  EXPECT_EQ(zone_numbers(zones), (std::vector{0, 1, 1}));
  EXPECT_TRUE(zones.fixed_contacts().empty());
}

// Vertices 0 to 2 are a floor: two things on it are two zones, and the floor is in neither.
TEST(Zones, AFloorDoesNotMerge) {
  std::vector<double> inverse_mass(6, 1.0);
  for (std::size_t v = 0; v < 3; ++v) inverse_mass[v] = 0;
  Zones zones;
  zones.clear(inverse_mass);
  zones.add(std::vector{contact(0, 1, 2, 5), contact(0, 1, 2, 4), contact(0, 1, 2, 5)});
  ASSERT_EQ(zones.size(), 2U);
  EXPECT_EQ(vertices_of(zones, 0), (std::vector{5}));
  EXPECT_EQ(vertices_of(zones, 1), (std::vector{4}));
  EXPECT_EQ(contacts_of(zones, 0), (Indices{0, 2}));
}

TEST(Zones, ContactsOfPrescribedVerticesAreApart) {
  std::vector<double> inverse_mass = {0, 0, 0, 0, 2};
  Zones zones;
  zones.clear(inverse_mass);
  zones.add(std::vector{contact(0, 1, 2, 3), contact(0, 1, 2, 4), contact(3, 2, 1, 0)});
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_EQ(zone_numbers(zones), (std::vector{-1, 0, -1}));
  EXPECT_EQ(Indices(zones.fixed_contacts().begin(), zones.fixed_contacts().end()), (Indices{0, 2}));
}

// A vertex on an edge names a vertex twice.
TEST(Zones, ARepeatedVertexIsListedOnce) {
  const std::vector<double> inverse_mass(4, 1.0);
  Zones zones;
  zones.clear(inverse_mass);
  zones.add(std::vector{contact(1, 2, 1, 3)});
  EXPECT_EQ(vertices_of(zones, 0), (std::vector{1, 2, 3}));
}

TEST(Zones, GrowAndMerge) {
  const std::vector<double> inverse_mass(20, 1.0);
  Zones zones;
  zones.clear(inverse_mass);
  zones.add(std::vector{contact(0, 1, 2, 3), contact(4, 5, 6, 7), contact(8, 9, 10, 11)});
  for (std::size_t zone = 0; zone < 3; ++zone) EXPECT_TRUE(zones.grew(zone));
  zones.add(std::vector{contact(11, 12, 13, 0), contact(14, 15, 16, 17)});  // zones 0 and 2 merge, one is new
  ASSERT_EQ(zones.size(), 3U);
  EXPECT_EQ(contacts_of(zones, 0), (Indices{0, 2, 3}));
  EXPECT_EQ(vertices_of(zones, 0), (std::vector{0, 1, 2, 3, 8, 9, 10, 11, 12, 13}));
  EXPECT_EQ(contacts_of(zones, 1), (Indices{1}));
  EXPECT_EQ(zone_numbers(zones), (std::vector{0, 1, 0, 0, 2}));
  EXPECT_TRUE(zones.grew(0));
  EXPECT_FALSE(zones.grew(1));
  EXPECT_TRUE(zones.grew(2));
  zones.add({});
  for (std::size_t zone = 0; zone < 3; ++zone) EXPECT_FALSE(zones.grew(zone));
}

// Nothing of a former round is left, also where the world was larger.
TEST(Zones, ClearForgets) {
  const std::vector<double> large(100, 1.0), small(8, 1.0);
  Zones zones;
  zones.clear(large);
  zones.add(std::vector{contact(0, 4, 50, 99), contact(1, 2, 3, 98)});
  zones.clear(small);
  EXPECT_EQ(zones.size(), 0U);
  EXPECT_TRUE(zones.zone_of_contact().empty());
  zones.add(std::vector{contact(0, 1, 2, 3), contact(4, 5, 6, 7)});
  EXPECT_EQ(zones.size(), 2U);
  EXPECT_EQ(vertices_of(zones, 1), (std::vector{4, 5, 6, 7}));
}

}  // namespace
}  // namespace muslin::zones_test
