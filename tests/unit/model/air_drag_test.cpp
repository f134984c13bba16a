#include <gtest/gtest.h>

#include <muslin/model/air_drag.hpp>
#include <muslin/model/cable_drag.hpp>
#include <numbers>

#include "tests/support/element_checks.hpp"

namespace muslin::air_drag_test {
namespace {

using test::ElementState;
using test::Random;

VertexId v(int i) { return VertexId(i); }

AirDrag one_triangle(const SheetDrag& sheet) {
  AirDrag drag;
  drag.add({v(0), v(1), v(2)}, drag.add_sheet(sheet));
  return drag;
}

/// Area 2, normal z.
ElementState flat_triangle(const Vec3& velocity) {
  return {.x = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0)}, .v = std::vector<Vec3>(3, velocity)};
}

TEST(AirDrag, HandComputedWindAcrossAndAlong) {
  AirDrag drag = one_triangle({.air_density = 1.5, .normal = 2.0, .tangential = 0.1});
  const ElementState state = flat_triangle(Vec3::Zero());
  drag.set_wind(Vec3(0, 0, -3));
  drag.prepare(state.x, state.v);
  EXPECT_NEAR((drag.force(0, 1) - Vec3(0, 0, -9)).norm(), 0.0, 1e-13);  // ½ · 1.5 · 2 · 2 · 9 / 3
  drag.set_wind(Vec3(4, 0, 0));
  drag.prepare(state.x, state.v);
  EXPECT_NEAR((drag.force(0, 2) - Vec3(0.8, 0, 0)).norm(), 0.0, 1e-13);  // ½ · 1.5 · 2 · 0.1 · 16 / 3
  drag.set_wind(Vec3(4, 0, -3));
  drag.prepare(state.x, state.v);
  EXPECT_NEAR((drag.force(0, 0) - Vec3(1.0, 0, -9)).norm(), 0.0, 1e-13);  // |u| = 5: 0.1 · 5 · 4 along
  EXPECT_EQ(drag.energy(0), 0.0);
}

TEST(AirDrag, ClothThatMovesWithTheWindFeelsNone) {
  AirDrag drag = one_triangle({});
  drag.set_wind(Vec3(1, 2, 3));
  const ElementState state = flat_triangle(Vec3(1, 2, 3));
  drag.prepare(state.x, state.v);
  EXPECT_EQ(drag.force(0, 0), Vec3::Zero());
}

TEST(AirDrag, BothSidesAreAlike) {
  Random random(2);
  const ElementState state = test::random_state(random, 3, 1.0, 2.0);
  AirDrag front = one_triangle({}), back;
  back.add({v(0), v(2), v(1)}, back.add_sheet({}));
  front.prepare(state.x, state.v);
  back.prepare(state.x, state.v);
  EXPECT_NEAR((front.force(0, 0) - back.force(0, 0)).norm(), 0.0, 1e-14);
}

/// f = implicit part - D v; D positive; no energy from still air; a third, or a half, of the force on each corner.
template <ElementKind Drag>
void expect_drag_laws(Drag& drag, std::size_t vertices, Random& random) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const ElementState state = test::random_state(random, vertices, 1.0, 5.0);
    drag.set_wind(random.in_box(10.0));
    test::expect_damping_is_linear(drag, state);
    test::expect_positive_blocks(drag, state);
    EXPECT_EQ(drag.block(0, 0, 1, {.stiffness = 1.0}), Mat3(Mat3::Zero()));
    drag.set_wind(Vec3::Zero());
    drag.prepare(state.x, state.v);
    EXPECT_LT(test::forces(drag, vertices).dot(test::stacked(state.v)), 0.0);
    EXPECT_EQ(test::implicit_forces(drag, vertices).norm(), 0.0);
    EXPECT_EQ(drag.force(0, 0), drag.force(0, 1));
  }
}

TEST(AirDrag, ObeysTheLawsOfDragAtAnyState) {
  Random random(11);
  AirDrag drag = one_triangle({});
  expect_drag_laws(drag, 3, random);
}

TEST(AirDrag, TurnsWithTheScene) {
  Random random(12);
  const ElementState state = test::random_state(random, 3, 1.0, 5.0);
  const Mat3 turn = test::random_rotation(random);
  const Vec3 wind = random.in_box(5.0);
  AirDrag drag = one_triangle({});
  drag.set_wind(wind);
  drag.prepare(state.x, state.v);
  const Vec3 before = drag.force(0, 0);
  const ElementState turned = state.moved(turn, random.in_box(1.0));
  drag.set_wind(turn * wind);
  drag.prepare(turned.x, turned.v);
  EXPECT_NEAR((drag.force(0, 0) - turn * before).norm(), 0.0, 1e-12 * before.norm());
}

TEST(AirDrag, CrushedTrianglesAreOutOfTheWind) {
  AirDrag drag = one_triangle({});
  drag.set_wind(Vec3(5, 5, 5));
  for (const double size : {0.0, 1e-200, 1e-100, 1e-60}) {
    const ElementState state = {.x = {Vec3::Zero(), Vec3(size, 0, 0), Vec3(0, size, 0)},
                                .v = std::vector<Vec3>(3, Vec3::Ones())};
    test::expect_finite(drag, state);
    EXPECT_LE(drag.force(0, 0).norm(), 1e-100);
  }
}

TEST(CableDrag, HandComputedWindAcrossAndAlong) {
  CableDrag drag;
  drag.add({v(0), v(1)}, {.diameter = 0.01, .air_density = 1.5, .normal = 1.0, .tangential = 0.1});
  const ElementState state = {.x = {Vec3::Zero(), Vec3(2, 0, 0)}, .v = {Vec3::Zero(), Vec3::Zero()}};
  drag.set_wind(Vec3(0, 3, 4));
  drag.prepare(state.x, state.v);
  EXPECT_NEAR((drag.force(0, 0) - 0.0375 * Vec3(0, 3, 4)).norm(), 0.0, 1e-15);  // ½ · 1.5 · 0.02 · 5 u / 2
  drag.set_wind(Vec3(2, 0, 0));
  drag.prepare(state.x, state.v);
  EXPECT_NEAR((drag.force(0, 1) - Vec3(0.003 * std::numbers::pi, 0, 0)).norm(), 0.0, 1e-15);
}

TEST(CableDrag, ObeysTheLawsOfDragAtAnyState) {
  Random random(13);
  CableDrag drag;
  drag.add({v(0), v(1)}, {});
  expect_drag_laws(drag, 2, random);
}

TEST(CableDrag, ASegmentWithoutLengthIsOutOfTheWind) {
  CableDrag drag;
  drag.add({v(0), v(1)}, {});
  drag.set_wind(Vec3(5, 5, 5));
  const ElementState state = {.x = {Vec3::Ones(), Vec3::Ones()}, .v = {Vec3::Zero(), Vec3::Zero()}};
  test::expect_finite(drag, state);
  EXPECT_EQ(drag.force(0, 0), Vec3::Zero());
}

}  // namespace
}  // namespace muslin::air_drag_test
