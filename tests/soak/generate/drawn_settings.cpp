#include <algorithm>
#include <cmath>
#include <string>
#include <tests/soak/generate/scene_draft.hpp>

namespace muslin::soak {
namespace {

constexpr double kEarth = 9.81;  ///< the default acceleration of gravity [m/s²]

/// Returns the longest step that a careful user would choose [s]: gravity moves a body from rest by a small part of its
/// size, and no step is longer than a few defaults. In a longer one, a linearised step stretches what should only turn.
double longest_step(const SceneDraft& draft) {
  return std::min(0.02, 0.3 * std::sqrt(draft.size / std::max(draft.gravity, 1e-3)));
}

JsonValue draw_time(SceneDraft& draft) {
  Dice& dice = draft.dice;
  JsonValue time =
      object({{"frame_rate", number(draft.frame_rate)}, {"frames", JsonValue::of(double{1} * draft.frames)}});
  if (draft.is_everyday) {
    if (draft.frame_rate == 24.0) time.erase("frame_rate");
    return time;
  }
  if (dice.chance(0.2)) time.set("start_frame", JsonValue::of(double{1} * dice.integer(-5, 1001)));
  // A frame has at most some twenty steps, so that a scene takes seconds, and at least one.
  const double frame_time = 1.0 / draft.frame_rate;
  if (dice.chance(0.6) || frame_time > 0.1 || frame_time < 1e-4) {
    const double steps = dice.uniform(0.7, 16.0);
    const bool is_careless = steps < 1.0;  // one in fifty steps from frame to frame, however long that is
    time.set("step", number(std::clamp(frame_time / steps, 1e-6, is_careless ? 1.0 : longest_step(draft))));
  }
  return time;
}

JsonValue draw_integrator(SceneDraft& draft) {
  Dice& dice = draft.dice;
  if (dice.chance(0.6)) return JsonValue::of(draft.integrator);
  JsonValue integrator = object({{"method", JsonValue::of(draft.integrator)}});
  if (draft.is_explicit()) {
    integrator.set("cfl", number(dice.uniform(0.1, 0.9)));
    return integrator;
  }
  if (dice.chance(0.4)) integrator.set("newton_steps", JsonValue::of(double{1} * dice.integer(1, 4)));
  if (dice.chance(0.3)) integrator.set("tolerance", number(dice.log_uniform(1e-8, 0.05)));
  if (dice.chance(0.4) && !draft.has_patches)
    integrator.set("solver", JsonValue::of(dice.pick({"automatic", "conjugate_gradient", "direct"})));
  return integrator;
}

JsonValue draw_response_options(SceneDraft& draft) {
  Dice& dice = draft.dice;
  JsonValue options = JsonValue::object();
  const auto count = [&](int low, int high) { return JsonValue::of(double{1} * dice.integer(low, high)); };
  if (draft.response == "gauss_seidel") {
    options.set("passes", count(1, 20));
    options.set("approach", number(dice.uniform(0.0, 1.0)));
  } else if (draft.response == "rigid_zones") {
    options.set("impulse_passes", count(0, 6));
    options.set("most_vertices", count(3, 200));
  } else if (draft.response == "inelastic_projection") {
    options.set("friction", JsonValue::of(dice.pick({"contact", "zone"})));
    options.set("impulse_passes", count(0, 6));
  } else if (draft.response == "complementarity") {
    options.set("approach", number(dice.uniform(0.0, 1.0)));
    options.set("impulse_passes", count(0, 6));
  } else if (draft.response == "volume_preserving") {
    options.set("scheme", JsonValue::of(dice.pick({"pushes", "paper"})));
    options.set("approach", number(dice.uniform(0.0, 1.0)));
  } else if (draft.response == "collision_clusters") {
    options.set("restitution", number(dice.uniform(0.0, 1.0)));
    options.set("friction", JsonValue::of(dice.pick({"contact", "factor"})));
  } else {
    options.set("solver", JsonValue::of(dice.pick({"automatic", "schur", "minres", "condensed"})));
    options.set("friction_rounds", count(0, 5));
    options.set("recovery", number(dice.uniform(0.0, 1.0)));
  }
  return options;
}

/// Gives two drawn bodies, or one with itself, a thickness and a friction of their own.
JsonValue draw_pair(SceneDraft& draft) {
  Dice& dice = draft.dice;
  const auto any_body = [&] {
    const int last = static_cast<int>(draft.bodies.items.size()) - 1;
    return draft.bodies.items[static_cast<std::size_t>(dice.integer(0, last))].at("name");
  };
  const JsonValue first = any_body();
  JsonValue pair = object({{"bodies", JsonValue::list({first, any_body()})}});
  pair.set("friction", number(dice.uniform(0.0, 1.5)));
  if (dice.chance(0.5)) pair.set("thickness", number(std::min(1.0, draft.size * dice.log_uniform(1e-6, 0.02))));
  return pair;
}

bool is_obstacle(const JsonValue& body) { return body.find("obstacle") != nullptr; }

/// Gives obstacles priorities, if there are several. Takes dice of its own, so that all else of a scene stays the same.
void draw_priorities(SceneDraft& draft, Dice dice, JsonValue& collision) {
  std::vector<JsonValue>& bodies = draft.bodies.items;
  if (std::count_if(bodies.begin(), bodies.end(), is_obstacle) < 2 || !dice.chance(0.3)) return;
  collision.set("pinch", JsonValue::of("priority"));
  for (JsonValue& body : bodies)
    if (is_obstacle(body)) body.set("priority", JsonValue::of(double{1} * dice.integer(-2, 2)));
}

JsonValue draw_collision(SceneDraft& draft) {
  Dice& dice = draft.dice;
  JsonValue collision = object({{"response", JsonValue::of(draft.response)}});
  const double start = dice.unit(), share = draft.is_tangled ? 0.25 : 0.1;
  if (start < share) collision.set("start", JsonValue::of("refuse"));
  if (start > 1.0 - share) collision.set("start", JsonValue::of("keep"));
  if (draft.is_everyday) return collision;
  if (dice.chance(0.15)) {
    collision.set("pinch", JsonValue::of("stop"));
    if (dice.chance(0.5)) collision.set("max_lag", number(draft.size * dice.log_uniform(1e-3, 0.5)));
  } else {
    draw_priorities(draft, dice, collision);
  }
  if (dice.chance(0.2)) collision.set("ladder", JsonValue::of("rigid_first"));
  if (dice.chance(0.1)) collision.set("velocity_update", JsonValue::of("step"));
  if (dice.chance(0.1)) collision.set("max_halvings", JsonValue::of(double{1} * dice.integer(0, 8)));
  if (dice.chance(0.1)) collision.set("interval", number(dice.uniform(0.5, 3.0) / draft.frame_rate));
  if (dice.chance(0.15))
    collision.set("repulsion",
                  object({{"stiffness", number(dice.log_uniform(1.0, 1e6))},
                          {"rate", number(dice.uniform(0.0, 1.0))},
                          {"implicit_stiffness", number(dice.chance(0.3) ? 0.0 : dice.log_uniform(1.0, 1e5))}}));
  if (dice.chance(0.3)) collision.set(draft.response, draw_response_options(draft));
  if (dice.chance(0.15)) collision.set("pairs", JsonValue::list({draw_pair(draft)}));
  return collision;
}

JsonValue draw_forces(SceneDraft& draft) {
  Dice& dice = draft.dice;
  JsonValue forces = JsonValue::object();
  if (draft.gravity != kEarth || dice.chance(0.05))
    forces.set("gravity", dice.chance(0.5) ? number(draft.gravity) : numbers(dice.direction() * draft.gravity));
  if (draft.wind > 0.0) {
    const JsonValue velocity = numbers(dice.direction() * draft.wind);
    if (dice.chance(0.5))
      forces.set("wind", velocity);
    else
      forces.set("wind", object({{"velocity", velocity},
                                 {"gust_strength", number(dice.uniform(0.0, 0.5))},
                                 {"gust_period", number(draft.duration() * dice.uniform(0.1, 2.0) + 0.001)}}));
  }
  if (!draft.is_everyday && dice.chance(0.15))
    forces.set("air", object({{"density", number(dice.chance(0.5) ? 0.0 : dice.log_uniform(0.1, 1.2))}}));
  if (!draft.is_everyday && dice.chance(0.15)) forces.set("damping", number(dice.log_uniform(0.01, 50.0)));
  return forces;
}

}  // namespace

double largest_wind(const SceneDraft& draft) { return std::min(40.0, std::sqrt(250.0 / draft.size)); }

void draw_scale(SceneDraft& draft) {
  Dice& dice = draft.dice;
  draft.is_everyday = dice.chance(1.0 / 3.0);
  draft.response = dice.pick({"gauss_seidel", "rigid_zones", "inelastic_projection", "complementarity",
                              "volume_preserving", "collision_clusters", "qp_collide"});
  draft.frames = dice.integer(8, 20);
  if (draft.is_everyday) {
    draft.frames = dice.integer(12, 30);
    draft.size = dice.uniform(0.2, 1.5);
    draft.speed = dice.uniform(0.1, 3.0);
    if (dice.chance(0.3)) draft.response = "gauss_seidel";
    if (dice.chance(0.3)) draft.frame_rate = dice.pick<double>({25.0, 30.0, 50.0, 60.0});
    if (dice.chance(0.05)) draft.wind = dice.uniform(1.0, 10.0);
    return;
  }
  draft.z_is_up = dice.chance(0.15);
  draft.size = dice.log_uniform(1e-3, 100.0);
  draft.speed = dice.log_uniform(0.01, 50.0);
  // Two thirds of the scenes show what happens while something crosses the scene; the others run at a usual rate, at
  // which it may take thousands of frames, or less than one step.
  draft.frame_rate = dice.chance(2.0 / 3.0)
                         ? std::clamp(draft.speed / draft.size * draft.frames * dice.uniform(0.2, 1.0), 2.0, 2e5)
                         : dice.uniform(5.0, 60.0);
  // Loads stay below what named fabrics bear without stretching to a multiple of their length.
  if (dice.chance(0.25)) draft.gravity = dice.log_uniform(0.1, std::min(200.0, 1000.0 / draft.size));
  if (dice.chance(0.15)) draft.wind = largest_wind(draft) * dice.uniform(0.05, 1.0);
  // An explicit method can follow only so stiff a material, which must bear the loads.
  const double wave = 60.0 * draft.size / draft.duration();
  const double method = dice.unit();
  if (wave * wave < 50.0 * draft.specific_load()) return;
  if (method < 0.25) draft.integrator = "symplectic_euler";
  if (method > 0.8) draft.integrator = "newmark";
}

JsonValue finish_scene(SceneDraft& draft, const std::string& about) {
  JsonValue scene = object({{"version", JsonValue::of(1.0)}, {"about", JsonValue::of(about)}});
  if (draft.z_is_up) scene.set("up", JsonValue::of("z"));
  scene.set("time", draw_time(draft));
  if (!draft.is_everyday || draft.is_explicit()) scene.set("integrator", draw_integrator(draft));
  if (draft.is_everyday && draft.response == "gauss_seidel" && draft.dice.chance(0.7)) {
    // all settings of collisions are the defaults
  } else {
    scene.set("collision", draw_collision(draft));
  }
  if (JsonValue forces = draw_forces(draft); !forces.members.empty()) scene.set("forces", forces);
  scene.set("bodies", draft.bodies);
  if (!draft.attachments.items.empty()) scene.set("attachments", draft.attachments);
  return scene;
}

}  // namespace muslin::soak
