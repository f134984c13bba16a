#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/contact/zones.hpp>
#include <tests/support/random.hpp>
#include <vector>

namespace muslin::zones_test {
namespace {

using test::Random;

struct World {
  std::vector<double> inverse_mass;
  std::vector<Contact> contacts;
};

World random_world(Random& random, int vertices, int contacts, double prescribed) {
  World world;
  for (int v = 0; v < vertices; ++v) world.inverse_mass.push_back(random.chance(prescribed) ? 0 : random.unit() + 0.1);
  for (int i = 0; i < contacts; ++i) {
    Contact contact;
    for (VertexId& v : contact.vertex) v = VertexId(random.integer(0, vertices - 1));
    world.contacts.push_back(contact);
  }
  return world;
}

/// The definition, by spreading numbers until nothing changes: the lowest contact that each contact hangs together
/// with.
std::vector<std::size_t> lowest_connected(const World& world) {
  std::vector<std::size_t> lowest(world.contacts.size());
  for (std::size_t i = 0; i < lowest.size(); ++i) lowest[i] = i;
  const auto share = [&](const Contact& a, const Contact& b) {
    for (const VertexId v : a.vertex)
      for (const VertexId w : b.vertex)
        if (v == w && world.inverse_mass[v.index()] > 0) return true;
    return false;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < lowest.size(); ++i) {
      for (std::size_t j = 0; j < lowest.size(); ++j) {
        if (lowest[j] >= lowest[i] || !share(world.contacts[i], world.contacts[j])) continue;
        lowest[i] = lowest[j];
        changed = true;
      }
    }
  }
  return lowest;
}

void expect_zones_of(const World& world, const Zones& zones) {
  const auto is_movable = [&](VertexId v) { return world.inverse_mass[v.index()] > 0; };
  const std::vector<std::size_t> lowest = lowest_connected(world);
  std::vector<std::int32_t> expected_zone(world.contacts.size(), -1);
  std::vector<std::vector<std::uint32_t>> expected_contacts;
  std::vector<std::vector<VertexId>> expected_vertices;
  std::vector<std::uint32_t> expected_fixed;
  for (std::size_t i = 0; i < world.contacts.size(); ++i) {
    const auto& vertex = world.contacts[i].vertex;
    if (std::none_of(vertex.begin(), vertex.end(), is_movable)) {
      expected_fixed.push_back(static_cast<std::uint32_t>(i));
      continue;
    }
    if (lowest[i] == i) {
      expected_zone[i] = static_cast<std::int32_t>(expected_contacts.size());
      expected_contacts.emplace_back();
      expected_vertices.emplace_back();
    }
    expected_zone[i] = expected_zone[lowest[i]];
    const auto zone = static_cast<std::size_t>(expected_zone[i]);
    expected_contacts[zone].push_back(static_cast<std::uint32_t>(i));
    for (const VertexId v : vertex)
      if (is_movable(v)) expected_vertices[zone].push_back(v);
  }
  ASSERT_EQ(zones.size(), expected_contacts.size());
  EXPECT_TRUE(std::ranges::equal(zones.zone_of_contact(), expected_zone));
  EXPECT_TRUE(std::ranges::equal(zones.fixed_contacts(), expected_fixed));
  for (std::size_t zone = 0; zone < zones.size(); ++zone) {
    auto& vertices = expected_vertices[zone];
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    EXPECT_TRUE(std::ranges::equal(zones.contacts(zone), expected_contacts[zone]));
    EXPECT_TRUE(std::ranges::equal(zones.vertices(zone), vertices));
  }
}

// One object for all of them: nothing of a former world shows. Contacts come at once, or bit by bit.
TEST(ZoneLaws, AreTheConnectedPartsOfRandomWorlds) {
  Zones zones;
  std::size_t total = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const World world =
        random_world(random, random.integer(4, 300), random.integer(0, 60), random.chance(0.5) ? 0.6 : 0.1);
    zones.clear(world.inverse_mass);
    const std::span<const Contact> all = world.contacts;
    for (std::size_t done = 0; done < all.size();) {
      const auto part = std::min(static_cast<std::size_t>(random.integer(1, 60)), all.size() - done);
      zones.add(all.subspan(done, part));
      done += part;
      World so_far = world;
      so_far.contacts.resize(done);
      expect_zones_of(so_far, zones);
      if (HasFailure()) return;
    }
    total += zones.size();
  }
  EXPECT_GT(total, 1000U);
}

// What did not grow in a round has the contacts and vertices it had.
TEST(ZoneLaws, WhatDidNotGrowIsAsItWas) {
  std::size_t unchanged = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const World world = random_world(random, 400, 60, 0.3);
    Zones before, after;
    for (Zones* zones : {&before, &after}) {
      zones->clear(world.inverse_mass);
      zones->add(std::span(world.contacts).first(40));
    }
    after.add(std::span(world.contacts).subspan(40));
    for (std::size_t zone = 0; zone < after.size(); ++zone) {
      if (after.grew(zone)) continue;
      const auto old = static_cast<std::size_t>(before.zone_of_contact()[after.contacts(zone).front()]);
      EXPECT_TRUE(std::ranges::equal(after.contacts(zone), before.contacts(old)));
      EXPECT_TRUE(std::ranges::equal(after.vertices(zone), before.vertices(old)));
      ++unchanged;
    }
  }
  EXPECT_GT(unchanged, 100U);
}

}  // namespace
}  // namespace muslin::zones_test
