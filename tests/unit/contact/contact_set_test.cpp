#include <gtest/gtest.h>

#include <muslin/contact/contact_set.hpp>
#include <muslin/contact/impulse.hpp>
#include <tests/support/random.hpp>

namespace muslin::contact_set_test {
namespace {

Contact contact_of(int a, int b, int c, int d, double time = 0.0) {
  return {.vertex = {VertexId(a), VertexId(b), VertexId(c), VertexId(d)},
          .weight = {-0.5, -0.25, -0.25, 1.0},
          .normal = Vec3::UnitY(),
          .time = time};
}

TEST(ContactSet, KnowsAStencilAgainAndTakesItsNewestGeometry) {
  ContactSet set;
  EXPECT_EQ(set.add(std::vector{contact_of(4, 5, 6, 7), contact_of(0, 1, 2, 3, 0.5)}), 2U);
  set.history()[1].normal_impulse = 3.0;
  EXPECT_EQ(set.add(std::vector{contact_of(0, 1, 2, 3, 0.7), contact_of(1, 2, 3, 4)}), 1U);
  ASSERT_EQ(set.size(), 3U);
  EXPECT_EQ(set.contacts()[1].time, 0.7);
  EXPECT_EQ(set.history()[1].normal_impulse, 3.0);
  EXPECT_EQ(set.history()[1].times_found, 2);
  EXPECT_EQ(set.history()[2].times_found, 1);
  EXPECT_EQ(std::vector(set.last_found().begin(), set.last_found().end()), (std::vector<std::uint32_t>{1, 2}));
  set.clear();
  EXPECT_EQ(set.add(std::vector{contact_of(0, 1, 2, 3)}), 1U);
  EXPECT_EQ(set.history()[0].normal_impulse, 0.0);
}

TEST(ContactSet, TellsKindsApart) {
  Contact other = contact_of(0, 1, 2, 3);
  other.kind = StencilKind::edge_edge;
  ContactSet set;
  EXPECT_EQ(set.add(std::vector{contact_of(0, 1, 2, 3), other}), 2U);
}

TEST(Impulse, ChangesTheRelativeVelocityByInverseMassTimesImpulse) {
  test::Random random(1);
  for (int i = 0; i < 100; ++i) {
    const std::vector<double> w = {random.unit(), random.chance(0.3) ? 0.0 : random.unit(), random.unit(), 0.0};
    std::vector<Vec3> v(4);
    for (Vec3& x : v) x = random.in_box(1.0);
    const Vec3 fixed = v[3], impulse = random.in_box(1.0);
    const Contact contact = contact_of(0, 1, 2, 3);
    const Vec3 before = relative_velocity(contact, v);
    apply_impulse(contact, impulse, w, v);
    const Vec3 expected = before + inverse_mass(contact, w) * impulse;
    EXPECT_LE((relative_velocity(contact, v) - expected).norm(), 1e-14);
    EXPECT_EQ(v[3], fixed);
  }
}

TEST(Impulse, FrictionTakesWhatItsBoundAllows) {
  const std::vector<double> w = {1.0, 1.0, 1.0, 1.0};
  const Contact contact = contact_of(0, 1, 2, 3);  // a = 1.375
  for (const double bound : {0.0, 0.5, 10.0}) {
    std::vector<Vec3> v(4, Vec3::Zero());
    v[3] = Vec3(3, 2, -4);
    const double size = apply_friction(contact, bound, w, v);
    EXPECT_NEAR(size, std::min(bound, 5.0 / 1.375), 1e-14);
    EXPECT_NEAR(normal_velocity(contact, v), 2.0, 1e-14);
    const Vec3 sliding = relative_velocity(contact, v) - 2.0 * Vec3::UnitY();
    EXPECT_LE((sliding - Vec3(3, 0, -4) * (1.0 - 1.375 * size / 5.0)).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace muslin::contact_set_test
