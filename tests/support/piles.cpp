#include <algorithm>
#include <cmath>
#include <muslin/contact/surfaces.hpp>
#include <muslin/geometry/shapes.hpp>
#include <tests/support/piles.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {

void CollisionCase::add(const Mesh& part, double vertex_inverse_mass, const Surface& surface) {
  const std::size_t count = part.positions.size();
  append(mesh, part);
  end.insert(end.end(), part.positions.begin(), part.positions.end());
  inverse_mass.insert(inverse_mass.end(), count, vertex_inverse_mass);
  body.insert(body.end(), count, static_cast<std::int32_t>(bodies.size()));
  scripted.insert(scripted.end(), count, vertex_inverse_mass > 0.0 ? 0 : 1);
  bodies.push_back(surface);
}

void CollisionCase::move(std::span<const Vec3> velocity) {
  for (std::size_t i = 0; i < end.size(); ++i) end[i] = mesh.positions[i] + step_size * velocity[i];
}

CollisionStep& CollisionCase::begin() {
  surfaces_ = std::make_unique<Surfaces>(body, bodies);
  step_ = std::make_unique<CollisionStep>(make_collision_mesh(mesh, scripted));
  step_->begin({.size = step_size,
                .start = mesh.positions,
                .end = end,
                .inverse_mass = inverse_mass,
                .thickness = {.surfaces = surfaces_.get()},
                .shortest = shortest});
  return *step_;
}

Mesh triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  Mesh mesh;
  mesh.positions = {a, b, c};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  return mesh;
}

CollisionCase random_pile(const PileOptions& options) {
  Random random(options.seed);
  CollisionCase pile;
  const double width = 0.01 * (options.vertices - 1);
  const Vec2 phase(random.uniform(0.0, 6.0), random.uniform(0.0, 6.0));
  const auto wave = [&](const Vec3& p) {
    return 0.1 * width * std::sin(4.0 / width * p.x() + phase.x()) * std::cos(3.0 / width * p.z() + phase.y());
  };
  for (int i = 0; i < options.sheets; ++i) {
    Mesh sheet = make_grid({.vertices = {options.vertices, options.vertices}, .size = Vec2(width, width)}).value();
    const double turn = random.uniform(0.0, 6.0);
    for (Vec3& p : sheet.positions) {
      p = Vec3(std::cos(turn) * p.x() - std::sin(turn) * p.z(), 0.0, std::sin(turn) * p.x() + std::cos(turn) * p.z());
      p.y() = i * options.spacing;
    }
    pile.add(sheet, 1.0 / (1e-5 * random.uniform(0.5, 2.0)), {.thickness = 1e-3, .friction = options.friction});
  }
  // Steep waves bring layers nearer to each other than their spacing, and flat triangles cut off crests: a straight
  // shift of everything at one place keeps them apart only up to that.
  for (Vec3& p : pile.mesh.positions) p.y() += 0.1 * wave(p);
  const double height = options.spacing * (options.sheets - 1);
  const std::size_t movable = pile.mesh.positions.size();
  if (options.floor) {
    Mesh floor = make_plane({.size = Vec2(3.0 * width, 3.0 * width), .divisions = {2, 2}}).value();
    for (Vec3& p : floor.positions) p.y() = -0.02 * width - options.spacing;
    pile.add(floor, 0.0, {.thickness = 1e-3, .friction = options.friction});
  }
  pile.end = pile.mesh.positions;
  const double away = options.spacing * options.max_random_motion;
  for (std::size_t v = 0; v < movable; ++v) {
    if (random.chance(options.pinned)) {
      pile.inverse_mass[v] = 0.0;
      continue;
    }
    pile.end[v] += random.in_box(away);
    pile.end[v].y() -= options.squeeze * (pile.mesh.positions[v].y() - (options.floor ? 0.0 : 0.5 * height));
  }
  return pile;
}

}  // namespace muslin::test
