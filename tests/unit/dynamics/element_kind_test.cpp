#include <gtest/gtest.h>

#include <muslin/dynamics/element_group.hpp>
#include <muslin/model/world.hpp>
#include <tests/support/random.hpp>
#include <tests/support/scenes.hpp>

// What holds for every kind of element in the list, today's and tomorrow's.
namespace muslin::element_kind_test {
namespace {

/// A world with elements of all kinds, crumpled and moving.
struct Zoo {
  Zoo() {
    bodies = {test::sheet(5, 0.2).body, test::sheet(4, 0.2).body, test::sheet(4, 0.2).body, test::cable(4).body};
    bodies[1].kind = BodyKind::shell;
    bodies[1].bending_model = BendingModel::hinges;
    bodies[2].stretch_model = StretchModel::springs;
    std::vector<WorldBody> parts;
    for (const Body& body : bodies) parts.push_back({.body = &body, .scripted = {}});
    const Tie tie{.from = 3, .vertex = VertexId(0), .to = 0, .anchor = {VertexId(3), VertexId(), VertexId()}};
    world = make_world(parts, std::span(&tie, 1), Loads{}).value();
    test::Random random(7);
    std::vector<Vec3> position, velocity;
    for (const Body& body : bodies)
      for (const Vec3& x : body.mesh.positions) {
        position.push_back(1.1 * x + random.in_box(0.005));
        velocity.push_back(random.in_box(0.5));
      }
    for_each_element_kind(world, [&](auto& elements) { elements.prepare(position, velocity); });
  }
  std::vector<Body> bodies;
  World world;
};

TEST(EveryElementKind, IsInTheZoo) {
  Zoo zoo;
  int kind = 0;
  for_each_element_kind(zoo.world, [&](const auto& elements) { EXPECT_GT(elements.size(), 0U) << "kind " << kind++; });
  EXPECT_EQ(std::tuple_size_v<decltype(element_kinds(zoo.world))>, 8U);
}

// System::balance_momentum() relies on it.
TEST(EveryElementKind, HasTheNetForceThatItDeclares) {
  Zoo zoo;
  int kind = 0;
  for_each_element_kind(zoo.world, [&](const auto& elements) {
    using E = std::remove_cvref_t<decltype(elements)>;
    SCOPED_TRACE(kind++);
    double largest = 0.0;
    for (std::size_t e = 0; e < elements.size(); ++e) {
      Vec3 sum = Vec3::Zero();
      double scale = 0.0;
      for (int a = 0; a < E::kCorners; ++a) {
        if (!elements.vertices(e)[static_cast<std::size_t>(a)].valid()) continue;
        sum += elements.force(e, a);
        scale += elements.force(e, a).norm();
        if (E::kNetForce == NetForce::drag) {
          EXPECT_EQ(elements.force(e, a), elements.force(e, 0));
        }
      }
      if (E::kNetForce == NetForce::zero) {
        EXPECT_LE(sum.norm(), 1e-9 * scale) << e;
      }
      largest = std::max(largest, scale);
    }
    EXPECT_GT(largest, 0.0) << "a state without forces shows nothing";
  });
}

TEST(EveryElementKind, HasSymmetricBlocksBitForBit) {
  Zoo zoo;
  int kind = 0;
  for_each_element_kind(zoo.world, [&](const auto& elements) {
    using E = std::remove_cvref_t<decltype(elements)>;
    SCOPED_TRACE(kind++);
    for (std::size_t e = 0; e < elements.size(); ++e)
      for (int a = 0; a < E::kCorners; ++a)
        for (int b = 0; b < E::kCorners; ++b) {
          const auto vertices = elements.vertices(e);
          if (!vertices[static_cast<std::size_t>(a)].valid() || !vertices[static_cast<std::size_t>(b)].valid())
            continue;
          const MatrixWeights weights{.stiffness = 1e-4, .velocity = 1e-2};
          EXPECT_EQ(elements.block(e, a, b, weights), elements.block(e, b, a, weights).transpose()) << e;
        }
  });
}

TEST(ElementCorner, KeepsElementAndCornerUpToItsLimits) {
  const ElementCorner corner(kMaxElementsPerKind, kMaxElementCorners - 1);
  EXPECT_EQ(corner.element(), kMaxElementsPerKind);
  EXPECT_EQ(corner.corner(), kMaxElementCorners - 1);
  const CornerPair pair(kMaxElementsPerKind - 1, kMaxElementCorners - 1, 3);
  EXPECT_EQ(pair.element(), kMaxElementsPerKind - 1);
  EXPECT_EQ(pair.first(), kMaxElementCorners - 1);
  EXPECT_EQ(pair.second(), 3);
}

}  // namespace
}  // namespace muslin::element_kind_test
