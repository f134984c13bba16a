#include "sample_scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace muslin::test {

std::string rich_scene() {
  return R"({
  // what it is
  "$schema": "muslin.schema.json",
  "version": 1,
  "about": "Everything at once",
  "up": "y",
  "time": { "frame_rate": "30 fps", "start_frame": 101, "duration": "2 s", "step": "2 ms" },
  "integrator": { "method": "newmark", "newton_steps": 2, "tolerance": 1e-5, "solver": "direct", "cfl": 0.4 },
  "collision": {
    "response": "rigid_zones", "start": "refuse", "pinch": "stop", "max_lag": "3 cm", "interval": "5 ms",
    "max_substeps": 8, "max_halvings": 2, "ladder": "halve_first",
    "repulsion": { "stiffness": "1 kN/m", "rate": "20 %" },
    "gauss_seidel": { "passes": 11, "sweeps": 12, "approach": 0.25 },
    "rigid_zones": { "impulse_passes": 0, "passes": 13, "most_vertices": 99 },
    "inelastic_projection": { "impulse_passes": 1, "passes": 14, "friction": "zone", "tolerance": 1e-7 },
    "complementarity": { "impulse_passes": 2, "passes": 15, "approach": 0.5, "tolerance": 1e-6 },
    "velocity_update": "step",
    "volume_preserving": { "scheme": "paper", "passes": 17, "newton_steps": 4, "approach": 0.25, "tolerance": 1e-4,
                           "max_iterations": 99,
                           "paper": { "passes": 6, "newton_steps": 7, "damping": 0.6, "coupling": "global",
                                      "tolerance": 1e-5, "max_iterations": 98 } },
    "collision_clusters": { "passes": 18, "restitution": 0.75, "friction": "factor", "sliding": 0.5,
                            "energy_gain": "5 %" },
    "pairs": [ { "bodies": ["ball", "sheet"], "thickness": "2 mm", "friction": 0.1 },
               { "bodies": ["line", "line"], "friction": 0 } ]
  },
  "forces": {
    "gravity": 3.5,
    "wind": { "velocity": ["5 km/h", 0, 0], "gust_strength": "20 %", "gust_period": 3 },
    "air": { "density": 1.1, "normal_drag": 1.2, "tangential_drag": 0.1 },
    "damping": "0.5 1/s"
  },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [9, 7], "size": [1, "50 cm"] }, "fabric": "cotton", "thickness": "1 mm",
      "place": { "translate": [0, 1.5, 0], "rotate": [90, 0, 0], "scale": 2 },
      "velocity": [0, 0, 0.25], "layer": 2,
      "pins": [ "corners",
                { "vertices": ["30-32", 40, {"nearest": [0.1, 1.5, 0]}],
                  "motion": { "keyframes": [ { "frame": 101 }, { "time": 1, "translate": [0, 0.2, 0] },
                                             { "frame": 161, "rotate": {"axis": "z", "angle": "2 turns"} } ] } } ] },
    { "name": "tin", "shell": { "cylinder": { "radius": "4 cm", "height": "12 cm", "sides": 12, "divisions": 3 } },
      "fabric": { "base": "cotton", "bending": "0.01 N m", "shear": 200 },
      "plasticity": { "yield_radius": "5 mm", "hardening": 0.1 }, "place": { "translate": [3, 0, 0] } },
    { "name": "net", "cloth": { "disc": { "radius": 0.3, "rings": 4 } }, "stretch_model": "springs",
      "fabric": { "areal_density": "100 g/m^2", "stretch": "1 kN/m", "poisson": 0.3 },
      "place": { "translate": [-3, 0, 0] } },
    { "name": "line", "cable": { "cable": { "from": [0, 2, 0], "to": [1, 2, 0], "segments": 10 } },
      "material": { "linear_density": "20 g/m" }, "friction": 0.2, "pins": ["ends"] },
    { "name": "ball", "obstacle": { "sphere": { "radius": 0.2, "subdivisions": 1 } }, "friction": 0.6,
      "place": { "translate": [0, -2, 0] },
      "motion": { "velocity": [0, -0.5, 0], "spin": { "axis": [0, 1, 1], "rate": "30 rpm" }, "begin": 0.5, "end": 1.5 } },
    { "name": "floor", "obstacle": { "plane": { "size": [4, 4], "divisions": [2, 2] } },
      "place": { "translate": [0, -4, 0] } }
  ],
  "attachments": [
    { "from": { "body": "line", "vertices": "last" }, "to": { "body": "sheet", "vertices": [4] },
      "stiffness": "2 N/mm", "length": "start" },
    { "from": { "body": "net", "vertices": [0, 1, 2] }, "to": { "body": "floor" } }
  ],
  "expect": { "max_strain": "5 %", "final_kinetic_energy": "1 J", "max_speed": 20, "intersections": 0, "stopped_zones": 3,
              "max_lag": "1 mm" }
})";
}

std::string cloth_scene(std::string_view body_members, std::string_view scene_members) {
  return fmt::format(R"({{"version": 1, {}"bodies": [
{{"name": "sheet", "cloth": {{"grid": [4, 3]}}{}{}}}
]}})",
                     scene_members.empty() ? "" : std::string(scene_members) + ", ", body_members.empty() ? "" : ", ",
                     body_members);
}

std::string pinch_scene() {
  return R"({
  "version": 1, "time": { "frames": 12, "frame_rate": 50, "step": "10 ms" },
  "collision": { "pinch": "stop", "max_lag": "2 mm" },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [7, 7], "size": [0.3, 0.3] }, "thickness": "1 mm" },
    { "name": "below", "obstacle": { "box": { "size": [0.2, 0.02, 0.2] } }, "place": { "translate": [0, -0.016, 0] },
      "motion": { "keyframes": [{ "time": 0 }, { "time": 0.1, "translate": [0, 0.012, 0] }, { "time": 0.2 }] } },
    { "name": "above", "obstacle": { "box": { "size": [0.2, 0.02, 0.2] } }, "place": { "translate": [0, 0.016, 0] },
      "motion": { "keyframes": [{ "time": 0 }, { "time": 0.1, "translate": [0, -0.012, 0] }, { "time": 0.2 }] } } ]
})";
}

LoadedScene valid_scene(std::string_view text, const SceneReadOptions& options, const std::filesystem::path& folder) {
  auto loaded = read_scene_text(text, folder / "a.json", options);
  EXPECT_TRUE(loaded) << loaded.error().message();
  return loaded ? std::move(*loaded) : LoadedScene{};
}

std::string scene_error(std::string_view text, const SceneReadOptions& options) {
  const auto loaded = read_scene_text(text, "a.json", options);
  EXPECT_FALSE(loaded) << text;
  return loaded ? "" : loaded.error().message();
}

namespace {

std::vector<double> numbers(const Fabric& f) {
  return {f.areal_density, f.stretch_warp, f.stretch_weft, f.poisson,         f.shear,          f.bending_warp,
          f.bending_weft,  f.thickness,    f.friction,     f.stretch_damping, f.bending_damping};
}

std::vector<double> numbers(const CableMaterial& c) {
  return {c.linear_density, c.stretch, c.bending, c.thickness, c.friction, c.stretch_damping, c.bending_damping};
}

std::vector<double> numbers(const Loads& l) {
  return {l.gravity.x(),   l.gravity.y(), l.gravity.z(), l.wind.x(),    l.wind.y(),        l.wind.z(),
          l.gust_strength, l.gust_period, l.air_density, l.normal_drag, l.tangential_drag, l.damping};
}

std::vector<Vec3> start_of(const SceneBody& body, const Script& script) {
  std::vector<Vec3> start;
  for (const VertexId v : script.vertices) start.push_back(body.body.mesh.positions[v.index()]);
  return start;
}

std::vector<Vec3> positions_at(double time, const SceneBody& body, const Script& script) {
  const std::vector<Vec3> start = start_of(body, script);
  std::vector<Vec3> positions = start;
  if (script.motion) {
    const auto status = script.motion->evaluate(time, start, positions);
    EXPECT_TRUE(status);
  }
  return positions;
}

void expect_same_body(const SceneBody& one, const SceneBody& other) {
  const Body &a = one.body, &b = other.body;
  SCOPED_TRACE(a.name);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.mesh.positions, b.mesh.positions);
  EXPECT_EQ(a.mesh.triangles, b.mesh.triangles);
  EXPECT_EQ(a.mesh.segments, b.mesh.segments);
  EXPECT_EQ(a.mesh.material, b.mesh.material);
  EXPECT_EQ(a.mesh.material_corners, b.mesh.material_corners);
  EXPECT_EQ(numbers(a.fabric), numbers(b.fabric));
  EXPECT_EQ(numbers(a.cable), numbers(b.cable));
  EXPECT_EQ(a.stretch_model, b.stretch_model);
  EXPECT_EQ(a.bending_model, b.bending_model);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.layer, b.layer);
  EXPECT_EQ(a.plasticity.yield_curvature, b.plasticity.yield_curvature);
  EXPECT_EQ(a.plasticity.hardening, b.plasticity.hardening);
  ASSERT_EQ(one.scripts.size(), other.scripts.size());
  for (std::size_t s = 0; s < one.scripts.size(); ++s) {
    EXPECT_EQ(one.scripts[s].vertices, other.scripts[s].vertices);
    EXPECT_EQ(one.scripts[s].motion == nullptr, other.scripts[s].motion == nullptr);
    for (const double time : {0.0, 0.3, 0.9, 1.7, 100.0})
      EXPECT_EQ(positions_at(time, one, one.scripts[s]), positions_at(time, other, other.scripts[s])) << time;
  }
}

void expect_same_collision(const CollisionOptions& a, const CollisionOptions& b) {
  EXPECT_EQ(a.response, b.response);
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.pinch, b.pinch);
  EXPECT_EQ(a.velocity_update, b.velocity_update);
  EXPECT_EQ(a.max_lag, b.max_lag);
  EXPECT_EQ(a.interval, b.interval);
  EXPECT_EQ(a.max_substeps, b.max_substeps);
  EXPECT_EQ(a.max_halvings, b.max_halvings);
  EXPECT_EQ(a.ladder, b.ladder);
  EXPECT_EQ(a.repulsion.stiffness, b.repulsion.stiffness);
  EXPECT_EQ(a.repulsion.rate, b.repulsion.rate);
  EXPECT_EQ(a.gauss_seidel.passes, b.gauss_seidel.passes);
  EXPECT_EQ(a.gauss_seidel.sweeps, b.gauss_seidel.sweeps);
  EXPECT_EQ(a.gauss_seidel.approach, b.gauss_seidel.approach);
  EXPECT_EQ(a.repulsion.sweeps, b.repulsion.sweeps);
  EXPECT_EQ(a.repulsion.implicit_stiffness, b.repulsion.implicit_stiffness);
  EXPECT_EQ(a.rigid_zones.impulse_passes, b.rigid_zones.impulse_passes);
  EXPECT_EQ(a.rigid_zones.passes, b.rigid_zones.passes);
  EXPECT_EQ(a.rigid_zones.most_vertices, b.rigid_zones.most_vertices);
  EXPECT_EQ(a.inelastic_projection.impulse_passes, b.inelastic_projection.impulse_passes);
  EXPECT_EQ(a.inelastic_projection.passes, b.inelastic_projection.passes);
  EXPECT_EQ(a.inelastic_projection.friction, b.inelastic_projection.friction);
  EXPECT_EQ(a.inelastic_projection.tolerance, b.inelastic_projection.tolerance);
  EXPECT_EQ(a.complementarity.impulse_passes, b.complementarity.impulse_passes);
  EXPECT_EQ(a.complementarity.passes, b.complementarity.passes);
  EXPECT_EQ(a.complementarity.approach, b.complementarity.approach);
  EXPECT_EQ(a.complementarity.tolerance, b.complementarity.tolerance);
  EXPECT_EQ(a.collision_clusters.passes, b.collision_clusters.passes);
  EXPECT_EQ(a.collision_clusters.restitution, b.collision_clusters.restitution);
  EXPECT_EQ(a.collision_clusters.friction, b.collision_clusters.friction);
  EXPECT_EQ(a.collision_clusters.sliding, b.collision_clusters.sliding);
  EXPECT_EQ(a.collision_clusters.energy_gain, b.collision_clusters.energy_gain);
  EXPECT_EQ(a.volume_preserving.scheme, b.volume_preserving.scheme);
  EXPECT_EQ(a.volume_preserving.passes, b.volume_preserving.passes);
  EXPECT_EQ(a.volume_preserving.newton_steps, b.volume_preserving.newton_steps);
  EXPECT_EQ(a.volume_preserving.approach, b.volume_preserving.approach);
  EXPECT_EQ(a.volume_preserving.tolerance, b.volume_preserving.tolerance);
  EXPECT_EQ(a.volume_preserving.max_iterations, b.volume_preserving.max_iterations);
  EXPECT_EQ(a.volume_preserving.paper.passes, b.volume_preserving.paper.passes);
  EXPECT_EQ(a.volume_preserving.paper.newton_steps, b.volume_preserving.paper.newton_steps);
  EXPECT_EQ(a.volume_preserving.paper.damping, b.volume_preserving.paper.damping);
  EXPECT_EQ(a.volume_preserving.paper.coupling, b.volume_preserving.paper.coupling);
  EXPECT_EQ(a.volume_preserving.paper.tolerance, b.volume_preserving.paper.tolerance);
  EXPECT_EQ(a.volume_preserving.paper.max_iterations, b.volume_preserving.paper.max_iterations);
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].first, b.pairs[i].first);
    EXPECT_EQ(a.pairs[i].second, b.pairs[i].second);
    EXPECT_EQ(a.pairs[i].thickness, b.pairs[i].thickness);
    EXPECT_EQ(a.pairs[i].friction, b.pairs[i].friction);
  }
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

void expect_same_scene(const Scene& one, const Scene& other) {
  EXPECT_EQ(one.about, other.about);
  EXPECT_EQ(one.up, other.up);
  EXPECT_EQ(one.time.frame_rate, other.time.frame_rate);
  EXPECT_EQ(one.time.start_frame, other.time.start_frame);
  EXPECT_EQ(one.time.frames, other.time.frames);
  EXPECT_EQ(one.time.step, other.time.step);
  EXPECT_EQ(one.integrator.method, other.integrator.method);
  EXPECT_EQ(one.integrator.newton_steps, other.integrator.newton_steps);
  EXPECT_EQ(one.integrator.tolerance, other.integrator.tolerance);
  EXPECT_EQ(one.integrator.max_iterations, other.integrator.max_iterations);
  EXPECT_EQ(one.integrator.solver, other.integrator.solver);
  EXPECT_EQ(one.integrator.cfl, other.integrator.cfl);
  EXPECT_EQ(numbers(one.loads), numbers(other.loads));
  EXPECT_EQ(one.expect.max_strain, other.expect.max_strain);
  EXPECT_EQ(one.expect.final_kinetic_energy, other.expect.final_kinetic_energy);
  EXPECT_EQ(one.expect.max_speed, other.expect.max_speed);
  EXPECT_EQ(one.expect.intersections, other.expect.intersections);
  EXPECT_EQ(one.expect.stopped_zones, other.expect.stopped_zones);
  EXPECT_EQ(one.expect.max_lag, other.expect.max_lag);
  expect_same_collision(one.collision, other.collision);
  ASSERT_EQ(one.bodies.size(), other.bodies.size());
  for (std::size_t i = 0; i < one.bodies.size(); ++i) expect_same_body(one.bodies[i], other.bodies[i]);
  ASSERT_EQ(one.ties.size(), other.ties.size());
  for (std::size_t i = 0; i < one.ties.size(); ++i) {
    const Tie &a = one.ties[i], &b = other.ties[i];
    EXPECT_TRUE(a.from == b.from && a.to == b.to && a.vertex == b.vertex && a.anchor == b.anchor);
    EXPECT_TRUE(a.weight == b.weight && a.length == b.length && a.stiffness == b.stiffness && a.damping == b.damping);
  }
}

void expect_sound_scene(const Scene& scene) {
  EXPECT_TRUE(all_finite(numbers(scene.loads)));
  EXPECT_TRUE(scene.time.frames >= 1 && scene.time.step > 0.0 && std::isfinite(scene.time.frame_rate));
  for (const SceneBody& body : scene.bodies) {
    const Mesh& mesh = body.body.mesh;
    EXPECT_TRUE(all_finite(numbers(body.body.fabric)) && all_finite(numbers(body.body.cable)));
    EXPECT_TRUE(body.body.velocity.allFinite());
    for (const Vec3& x : mesh.positions) EXPECT_TRUE(x.allFinite());
    for (const Vec2& uv : mesh.material) EXPECT_TRUE(uv.allFinite());
    for (const Script& script : body.scripts) {
      EXPECT_FALSE(script.vertices.empty());
      for (std::size_t i = 0; i < script.vertices.size(); ++i) {
        EXPECT_LT(script.vertices[i].index(), mesh.positions.size());
        EXPECT_TRUE(i == 0 || script.vertices[i - 1] < script.vertices[i]);
      }
      for (const double time : {0.0, 1.0, 1000.0})
        for (const Vec3& x : positions_at(time, body, script)) EXPECT_TRUE(x.allFinite()) << time;
    }
  }
  const auto count = static_cast<std::int32_t>(scene.bodies.size());
  for (const Tie& tie : scene.ties) {
    EXPECT_TRUE(tie.from >= 0 && tie.from < count && tie.to >= 0 && tie.to < count);
    EXPECT_TRUE(all_finite({tie.weight[0], tie.weight[1], tie.weight[2], tie.length, tie.stiffness, tie.damping}));
  }
}

}  // namespace muslin::test
