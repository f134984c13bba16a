#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>
#include <numbers>
#include <tests/support/tangled_scenes.hpp>

namespace muslin::test {
namespace {

/// Two sheets that cross at an angle, a smaller and a larger one.
Scene offset_layers(Random& random) {
  Scene scene;
  scene.bodies = {sheet_body("lower", 14, 0.4), sheet_body("upper", 21, 0.5)};
  const double slope_x = random.uniform(-0.1, 0.1), slope_z = random.uniform(-0.1, 0.1),
               shift = random.uniform(-0.01, 0.01);
  for (Vec3& x : scene.bodies[1].body.mesh.positions) x.y() += shift + slope_x * x.x() + slope_z * x.z();
  return scene;
}

/// A bulge of one sheet through another.
Scene fold_through(Random& random) {
  Scene scene;
  scene.bodies = {sheet_body("lower", 18, 0.4), sheet_body("upper", 15, 0.4)};
  const Vec3 centre(random.uniform(-0.08, 0.08), 0.0, random.uniform(-0.08, 0.08));
  const double depth = random.uniform(0.006, 0.04), radius = random.uniform(0.03, 0.08);
  for (Vec3& x : scene.bodies[1].body.mesh.positions) {
    const double r = (x - centre).norm() / radius;
    x.y() += 0.005 - depth * std::exp(-r * r);
  }
  return scene;
}

/// The same with pins: a border of one sheet and a vertex of the other near the fold.
Scene pinned_fold(Random& random) {
  Scene scene = fold_through(random);
  Script border;
  for (std::size_t v = 0; v < 18; ++v) border.vertices.emplace_back(v);
  scene.bodies[0].scripts.push_back(border);
  scene.bodies[1].scripts.push_back({.vertices = {VertexId(112)}, .motion = nullptr});  // the middle of 15 × 15
  return scene;
}

Scene sheet_through_ball(Random& random) {
  Scene scene;
  scene.bodies = {
      sheet_body("sheet", 16, 0.5),
      ball_body(0.1, {random.uniform(-0.05, 0.05), random.uniform(-0.08, 0.08), random.uniform(-0.05, 0.05)})};
  return scene;
}

/// Two tubes, side by side, that overlap.
Scene crossing_sleeves(Random& random) {
  Scene scene;
  const double overlap = random.uniform(0.002, 0.015), angle = random.uniform(-0.5, 0.5);
  for (const double side : {-1.0, 1.0}) {
    SceneBody tube = sheet_body(side < 0.0 ? "left" : "right", 20, 1.0);
    tube.body.mesh = make_cylinder({.radius = 0.05, .height = 0.3, .sides = 24, .ends = CylinderEnds::open}).value();
    for (Vec3& x : tube.body.mesh.positions) {
      if (side > 0.0)
        x = Vec3(x.x(), std::cos(angle) * x.y() - std::sin(angle) * x.z(),
                 std::sin(angle) * x.y() + std::cos(angle) * x.z());
      x.x() += side * (0.05 - 0.5 * overlap);
    }
    scene.bodies.push_back(tube);
  }
  return scene;
}

/// Two equal sheets, beside each other, that cross along a line which leaves each over the border of the other.
Scene crossing_borders(Random& random) {
  Scene scene;
  scene.bodies = {sheet_body("one", 17, 0.4), sheet_body("other", 17, 0.4)};
  const double dx = random.uniform(0.05, 0.2), dz = random.uniform(0.05, 0.2), slope = random.uniform(0.05, 0.2),
               angle = random.uniform(0.0, 2.0 * std::numbers::pi);
  const Vec3 middle(0.5 * dx, 0.0, 0.5 * dz), across(std::cos(angle), 0.0, std::sin(angle));
  for (Vec3& x : scene.bodies[1].body.mesh.positions) {
    x += Vec3(dx, 0.0, dz);
    x.y() += slope * (x - middle).dot(across);
  }
  return scene;
}

/// The same at a steep angle.
Scene steep_borders(Random& random) {
  Scene scene;
  scene.bodies = {sheet_body("one", 17, 0.4), sheet_body("other", 17, 0.4)};
  const double dx = random.uniform(0.05, 0.2), dz = random.uniform(0.05, 0.2),
               tilt = random.uniform(70.0, 90.0) * std::numbers::pi / 180.0,
               angle = random.uniform(0.0, 2.0 * std::numbers::pi);
  const Vec3 middle(0.5 * dx, 0.0, 0.5 * dz), across(std::cos(angle), 0.0, std::sin(angle));
  const Eigen::AngleAxisd turn(tilt, across.cross(Vec3::UnitY()));
  for (Vec3& x : scene.bodies[1].body.mesh.positions) x = middle + turn * (x + Vec3(dx, 0.0, dz) - middle);
  return scene;
}

/// A sheet that is folded in two, with a bulge of its upper half through the lower one.
Scene folded_sheet(Random& random) {
  Scene scene;
  scene.bodies = {sheet_body("folded", 25, 0.5)};
  const double radius = 0.008, bend = 0.5 * std::numbers::pi * radius;
  const Vec3 centre(random.uniform(0.08, 0.18), 0.0, random.uniform(-0.1, 0.1));
  const double depth = random.uniform(0.02, 0.035), width = random.uniform(0.03, 0.06);
  for (Vec3& x : scene.bodies[0].body.mesh.positions) {
    const double s = x.x();
    if (s < -bend) {
      x.x() = -s - bend;
    } else if (s <= bend) {
      const double angle = (s + bend) / radius;
      x.x() = -radius * std::sin(angle);
      x.y() = radius * (1.0 - std::cos(angle));
    } else {
      x.x() = s - bend;
      const double r = (Vec3(x.x(), 0.0, x.z()) - centre).norm() / width;
      x.y() = 2.0 * radius - depth * std::exp(-r * r);
    }
  }
  return scene;
}

/// A shirt and a coat on a body; waves of the coat pass through the shirt.
Scene layers_on_body(Random& random) {
  Scene scene;
  SceneBody body = ball_body(0.1, Vec3::Zero());
  body.body.name = "body";
  body.body.mesh = make_cylinder({.radius = 0.08, .height = 0.4, .sides = 24, .divisions = 12}).value();
  body.scripts[0].vertices.clear();
  for (std::size_t v = 0; v < body.body.mesh.positions.size(); ++v) body.scripts[0].vertices.emplace_back(v);
  scene.bodies = {body, sheet_body("shirt", 2, 1.0), sheet_body("coat", 2, 1.0)};
  const double phase = random.uniform(0.0, 6.0), depth = random.uniform(0.003, 0.008);
  for (const std::size_t b : {1U, 2U}) {
    Body& tube = scene.bodies[b].body;
    tube.layer = static_cast<int>(b);
    tube.mesh = make_cylinder({.radius = 0.09, .height = 0.3, .sides = 30, .divisions = 15, .ends = CylinderEnds::open})
                    .value();
    for (Vec3& x : tube.mesh.positions) {
      const double angle = std::atan2(x.z(), x.x());
      const double wave = std::cos(2.0 * angle + phase) * std::cos(12.0 * x.y());
      const double scale = b == 1 ? 1.0 : 1.0 + (0.002 + depth * wave) / 0.09;
      x = Vec3(scale * x.x(), x.y(), scale * x.z());
    }
  }
  return scene;
}

}  // namespace

SceneBody sheet_body(std::string name, int side, double size) {
  SceneBody sheet;
  sheet.body.name = std::move(name);
  sheet.body.mesh = make_grid({.vertices = {side, side}, .size = {size, size}}).value();
  sheet.body.fabric = find_fabric("cotton")->fabric;
  return sheet;
}

SceneBody ball_body(double radius, const Vec3& centre) {
  SceneBody ball;
  ball.body.name = "ball";
  ball.body.kind = BodyKind::obstacle;
  ball.body.mesh = make_sphere({.radius = radius}).value();
  for (Vec3& x : ball.body.mesh.positions) x += centre;
  ball.scripts.emplace_back();
  for (std::size_t i = 0; i < ball.body.mesh.positions.size(); ++i) ball.scripts[0].vertices.emplace_back(i);
  return ball;
}

const std::vector<TangleKind>& tangle_kinds() {
  static const std::vector<TangleKind> kinds = {
      {"layers", offset_layers},     {"fold", fold_through},        {"ball", sheet_through_ball},
      {"sleeves", crossing_sleeves}, {"borders", crossing_borders}, {"folded", folded_sheet},
      {"pinned", pinned_fold},       {"worn", layers_on_body},      {"steep", steep_borders}};
  return kinds;
}

std::size_t count_intersections(const Scene& scene, std::span<const Vec3> position) {
  const TangleMesh mesh = make_tangle_mesh(scene);
  return find_intersections(mesh, position).size() + find_intersections(mesh, rounded_to_float(position)).size();
}

TangleTally untangle_many(int each, std::uint64_t seed) {
  TangleTally tally;
  for (const auto& [name, make] : tangle_kinds())
    for (int i = 0; i < each; ++i) {
      SCOPED_TRACE(fmt::format("{} {}", name, i));
      Random random(seed + static_cast<std::uint64_t>(i));
      const Scene scene = make(random);
      auto simulator = Simulator::create(scene, {.audit_start = false});
      if (!simulator) {
        ADD_FAILURE() << simulator.error().message();
        continue;
      }
      const std::size_t before = count_intersections(scene, simulator->state().position);
      if (before == 0) continue;
      ++tally.tangled;
      const auto start = prepare_start(*simulator, 3);
      if (!start || !start->untangled) {
        ADD_FAILURE() << (start ? "not untangled" : start.error().message());
        continue;
      }
      const UntangleReport& report = *start->untangled;
      const std::size_t after = count_intersections(scene, simulator->state().position);
      EXPECT_LE(report.pairs_after, report.pairs_before);
      EXPECT_EQ(report.pairs_after == 0, after == 0);
      EXPECT_EQ(report.left.empty(), after == 0);
      EXPECT_EQ(simulator->state().tangle.empty(), after == 0);
      tally.clean += after == 0 ? 1 : 0;
      if (after > 0)
        tally.left.push_back(
            fmt::format("{} {}: {} of {} pairs are left", name, i, report.pairs_after, report.pairs_before));
    }
  return tally;
}

}  // namespace muslin::test
