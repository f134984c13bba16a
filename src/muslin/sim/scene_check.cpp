#include <cmath>
#include <limits>
#include <muslin/response/response.hpp>
#include <muslin/sim/embedding_check.hpp>
#include <muslin/sim/filter_world.hpp>
#include <muslin/sim/scene_check.hpp>

#include <fmt/format.h>

namespace muslin {
namespace {

/// A number that must lie in [least, most].
struct Bounded {
  const char* name;
  double value;
  double least;
  double most;
};

constexpr double kMost = 1e12;      // in SI units nothing of cloth comes near
constexpr double kAbove0 = 1e-300;  // positive

template <std::size_t N>
Status check_numbers(const std::string& where, const Bounded (&numbers)[N]) {
  for (const Bounded& number : numbers) {
    if (number.value >= number.least && number.value <= number.most) continue;
    const std::string wanted = number.least == kAbove0 ? "must be positive"
                               : number.most == kMost  ? fmt::format("must be at least {}", number.least)
                                                      : fmt::format("must be from {} to {}", number.least, number.most);
    return invalid_scene(where, fmt::format("{} is {}", number.name, number.value), wanted);
  }
  return Done{};
}

Status check_fabric(const std::string& where, const Fabric& f) {
  const Bounded numbers[] = {{"areal_density", f.areal_density, kAbove0, kMost},
                             {"stretch_warp", f.stretch_warp, kAbove0, kMost},
                             {"stretch_weft", f.stretch_weft, kAbove0, kMost},
                             {"poisson", f.poisson, 0.0, 0.999},
                             {"shear", f.shear, 0.0, kMost},
                             {"bending_warp", f.bending_warp, 0.0, kMost},
                             {"bending_weft", f.bending_weft, 0.0, kMost},
                             {"thickness", f.thickness, 0.0, kMost},
                             {"friction", f.friction, 0.0, kMost},
                             {"stretch_damping", f.stretch_damping, 0.0, kMost},
                             {"bending_damping", f.bending_damping, 0.0, kMost}};
  return check_numbers(where, numbers);
}

Status check_cable(const std::string& where, const CableMaterial& c) {
  const Bounded numbers[] = {{"linear_density", c.linear_density, kAbove0, kMost},
                             {"stretch", c.stretch, kAbove0, kMost},
                             {"bending", c.bending, 0.0, kMost},
                             {"thickness", c.thickness, 0.0, kMost},
                             {"friction", c.friction, 0.0, kMost},
                             {"stretch_damping", c.stretch_damping, 0.0, kMost},
                             {"bending_damping", c.bending_damping, 0.0, kMost}};
  return check_numbers(where, numbers);
}

Status check_mesh(const std::string& where, const Mesh& mesh) {
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    if (!mesh.positions[v].allFinite())
      return invalid_scene(where, fmt::format("position of vertex {} is not finite", v));
  const auto in_range = [&](VertexId v) { return v.valid() && v.index() < mesh.positions.size(); };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const VertexId v : mesh.triangles[t])
      if (!in_range(v)) return invalid_scene(where, fmt::format("triangle {} has no vertex {}", t, v.value));
  for (std::size_t s = 0; s < mesh.segments.size(); ++s)
    for (const VertexId v : mesh.segments[s])
      if (!in_range(v)) return invalid_scene(where, fmt::format("segment {} has no vertex {}", s, v.value));
  return Done{};
}

Status check_scripts(const std::string& where, const SceneBody& body) {
  std::vector<std::uint8_t> taken(body.body.mesh.positions.size(), 0);
  std::size_t count = 0;
  for (const Script& script : body.scripts) {
    for (const VertexId v : script.vertices) {
      if (!v.valid() || v.index() >= taken.size())
        return invalid_scene(
            where, fmt::format("vertex {} is scripted, but the body has only {} vertices", v.value, taken.size()));
      if (taken[v.index()] != 0)
        return invalid_scene(where, fmt::format("vertex {} is scripted twice", v.value), "use one script per vertex");
      taken[v.index()] = 1;
      ++count;
    }
  }
  if (body.body.kind == BodyKind::obstacle && count != taken.size())
    return invalid_scene(where, fmt::format("{} of {} vertices of an obstacle are scripted", count, taken.size()),
                         "script all vertices of an obstacle or none");
  return Done{};
}

Status check_body(const SceneBody& scene_body) {
  const Body& body = scene_body.body;
  const std::string where = "body '" + body.name + "'";
  if (Status status = check_mesh(where, body.mesh); !status) return status;
  if (Status status = check_scripts(where, scene_body); !status) return status;
  if (!body.velocity.allFinite()) return invalid_scene(where, "velocity is not finite");
  if (!(body.plasticity.yield_curvature >= 0.0)) return invalid_scene(where, "yield_curvature is negative");
  const Bounded numbers[] = {{"hardening", body.plasticity.hardening, 0.0, kMost}};
  if (Status status = check_numbers(where, numbers); !status) return status;
  switch (body.kind) {
    case BodyKind::cloth:
    case BodyKind::shell:
      if (body.mesh.triangles.empty()) return invalid_scene(where, "the cloth has no triangles");
      if (Status status = check_fabric(where, body.fabric); !status) return status;
      return check_limits(scene_body, where);
    case BodyKind::cable:
      if (body.mesh.segments.empty()) return invalid_scene(where, "the cable has no segments");
      if (Status status = check_cable(where, body.cable); !status) return status;
      return check_limits(scene_body, where);
    case BodyKind::obstacle:
    case BodyKind::embedded:  // check_embeddings()
      break;
  }
  return Done{};
}

Status check_tie(std::size_t index, const Tie& tie, const Scene& scene) {
  const std::string where = fmt::format("attachment {}", index);
  const auto in_body = [&](std::int32_t body, VertexId v) {
    return body >= 0 && static_cast<std::size_t>(body) < scene.bodies.size() && v.valid() &&
           v.index() < scene.bodies[static_cast<std::size_t>(body)].body.mesh.positions.size();
  };
  if (!in_body(tie.from, tie.vertex)) return invalid_scene(where, "the attached body or vertex does not exist");
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!tie.anchor[k].valid()) continue;
    if (!in_body(tie.to, tie.anchor[k])) return invalid_scene(where, "the body or vertex to attach to does not exist");
    if (!(tie.weight[k] >= 0.0)) return invalid_scene(where, "a weight is negative");
    sum += tie.weight[k];
  }
  if (!(std::abs(sum - 1.0) < 1e-9))
    return invalid_scene(where, fmt::format("the weights sum to {}", sum), "must be 1");
  const Bounded numbers[] = {{"length", tie.length, 0.0, kMost},
                             {"stiffness", tie.stiffness, 0.0, kMost},
                             {"damping", tie.damping, 0.0, kMost}};
  return check_numbers(where, numbers);
}

Status check_collision(const Scene& scene) {
  const CollisionOptions& options = scene.collision;
  if (find_response(options.response) == nullptr)
    return invalid_scene("collision", fmt::format("there is no response called '{}'", options.response),
                         "known_responses() lists the responses");
  const Bounded numbers[] = {{"max_lag", options.max_lag, 0.0, kMost},
                             {"interval", options.interval, 0.0, kMost},
                             {"max_substeps", static_cast<double>(options.max_substeps), 1.0, 1e6},
                             {"max_halvings", static_cast<double>(options.max_halvings), 0.0, 20.0},
                             {"stiffness", options.repulsion.stiffness, 0.0, kMost},
                             {"rate", options.repulsion.rate, 0.0, 1.0},
                             {"implicit_stiffness", options.repulsion.implicit_stiffness, 0.0, kMost},
                             {"approach", options.gauss_seidel.approach, 0.0, 1.0}};
  if (Status status = check_numbers("collision", numbers); !status) return status;
  const auto bodies = static_cast<std::int32_t>(scene.bodies.size());
  for (const SurfacePair& pair : options.pairs) {
    if (pair.first < 0 || pair.second < 0 || pair.first >= bodies || pair.second >= bodies)
      return invalid_scene("collision", fmt::format("a pair names bodies {} and {}, but the number of bodies is {}",
                                                    pair.first, pair.second, bodies));
    const Bounded of_pair[] = {{"thickness of a pair", pair.thickness.value_or(0.0), 0.0, kMost},
                               {"friction of a pair", pair.friction.value_or(0.0), 0.0, kMost}};
    if (Status status = check_numbers("collision", of_pair); !status) return status;
  }
  const QpCollideOptions& qp = options.qp_collide;
  const Bounded of_qp[] = {{"passes of qp_collide", static_cast<double>(qp.passes), 1.0, 1e6},
                           {"recovery", qp.recovery, 0.0, 1.0},
                           {"tolerance of qp_collide", qp.tolerance, kAbove0, 1.0},
                           {"max_changes", static_cast<double>(qp.max_changes), 1.0, 1e6}};
  return check_numbers("collision", of_qp);
}

/// What only a quadratic programme keeps.
Status check_rows(const Scene& scene) {
  if (scene.collision.response == "qp_collide") return Done{};
  for (const SceneBody& body : scene.bodies) {
    const std::string where = "body '" + body.body.name + "'";
    if (!body.guides.empty())
      return invalid_scene(where, fmt::format("\"{}\" does not support guides", scene.collision.response),
                           "use the response \"qp_collide\", or pin the vertices");
    if (body.body.stretch_limit && body.body.stretch_limit->compression > 0.0)
      return invalid_scene(where,
                           fmt::format("\"{}\" does not support limits on compression", scene.collision.response),
                           "use the response \"qp_collide\"");
  }
  return Done{};
}

}  // namespace

Status check_scene(const Scene& scene) {
  const IntegratorOptions& integrator = scene.integrator;
  const Loads& loads = scene.loads;
  const Bounded numbers[] = {{"frame_rate", scene.time.frame_rate, kAbove0, kMost},
                             {"step", scene.time.step, kAbove0, kMost},
                             {"frames", static_cast<double>(scene.time.frames), 0.0, kMost},
                             {"newton_steps", static_cast<double>(integrator.newton_steps), 1.0, 1e6},
                             {"max_iterations", static_cast<double>(integrator.max_iterations), 1.0, 1e9},
                             {"tolerance", integrator.tolerance, kAbove0, 1.0},
                             {"cfl", integrator.cfl, kAbove0, kMost},
                             {"gust_strength", loads.gust_strength, 0.0, kMost},
                             {"gust_period", loads.gust_period, kAbove0, kMost},
                             {"air_density", loads.air_density, 0.0, kMost},
                             {"normal_drag", loads.normal_drag, 0.0, kMost},
                             {"tangential_drag", loads.tangential_drag, 0.0, kMost},
                             {"damping", loads.damping, 0.0, kMost}};
  if (Status status = check_numbers("scene", numbers); !status) return status;
  if (!loads.gravity.allFinite() || !loads.wind.allFinite())
    return invalid_scene("scene", "gravity or wind is not finite");
  if (Status status = check_collision(scene); !status) return status;
  for (const SceneBody& body : scene.bodies)
    if (Status status = check_body(body); !status) return status;
  if (Status status = check_embeddings(scene); !status) return status;
  if (Status status = check_rows(scene); !status) return status;
  for (std::size_t k = 0; k < scene.ties.size(); ++k)
    if (Status status = check_tie(k, scene.ties[k], scene); !status) return status;
  return Done{};
}

}  // namespace muslin
