#include <algorithm>
#include <muslin/model/material.hpp>
#include <string>
#include <tests/soak/generate/scene_draft.hpp>

namespace muslin::soak {
namespace {

/// Steps that an explicit integrator may need for the whole scene. The stiffness of what it integrates is limited, so
/// that a scene takes seconds.
constexpr double kExplicitSteps = 2000.0;

/// Stiffness of a drawn material, relative to the tension of its loads. What is softer would rightly stretch to many
/// times its length, and tell nothing about the solver.
constexpr double kStiffnessPerLoad = 5.0;

/// Returns the tension that wind across a sheet of the scene's size raises [N/m].
double wind_tension(const SceneDraft& draft) { return 0.6 * draft.wind * draft.wind * draft.size; }

/// Returns the largest speed of elastic waves that an explicit integrator can follow [m/s].
double largest_wave_speed(const SceneDraft& draft, double edge) {
  return draft.is_explicit() ? 0.3 * edge * kExplicitSteps / draft.duration() : 1e9;
}

/// Adds damping that an explicit integrator can follow: the default would need far shorter steps than the stiffness.
void limit_damping(const SceneDraft& draft, double edge, JsonValue& material) {
  if (!draft.is_explicit()) return;
  const double damping = 0.02 * edge / largest_wave_speed(draft, edge);
  material.set("stretch_damping", number(damping));
  material.set("bending_damping", number(damping));
}

template <class Named>
std::string any_name(Dice& dice, std::span<const Named> named) {
  return std::string(named[static_cast<std::size_t>(dice.integer(0, static_cast<int>(named.size()) - 1))].name);
}

/// Draws numbers of a fabric over the decades that real and strange fabrics span.
JsonValue fabric_numbers(SceneDraft& draft, double edge) {
  Dice& dice = draft.dice;
  const double density = dice.log_uniform(0.01, 2.0), wave = largest_wave_speed(draft, edge);
  const double stiffest = density * wave * wave;
  JsonValue fabric = object({{"areal_density", number(density)}});
  const double softest = kStiffnessPerLoad * (density * draft.specific_load() + wind_tension(draft));
  const double stretch = std::min(std::max(dice.log_uniform(1.0, 1e5), softest), stiffest);
  if (dice.chance(0.7)) {
    fabric.set("stretch", number(stretch));
  } else {
    fabric.set("stretch_warp", number(stretch));
    fabric.set("stretch_weft", number(std::min(stretch * dice.uniform(0.5, 3.0), stiffest)));
  }
  fabric.set("shear", number(std::min(dice.log_uniform(0.5, 5e3), stiffest / 2)));
  fabric.set("bending", number(std::min(dice.log_uniform(1e-9, 1e-3), stiffest * edge * edge / 30)));
  if (dice.chance(0.3)) fabric.set("poisson", number(dice.uniform(0.0, 0.45)));
  if (dice.chance(0.3) && !draft.is_explicit()) fabric.set("stretch_damping", number(dice.log_uniform(1e-5, 0.05)));
  if (dice.chance(0.3) && !draft.is_explicit()) fabric.set("bending_damping", number(dice.log_uniform(1e-5, 0.05)));
  limit_damping(draft, edge, fabric);
  return fabric;
}

JsonValue cable_numbers(SceneDraft& draft, double edge) {
  Dice& dice = draft.dice;
  const double density = dice.log_uniform(1e-3, 1.0), wave = largest_wave_speed(draft, edge);
  const double stiffest = density * wave * wave;
  JsonValue material = object({{"linear_density", number(density)}});
  const double softest = kStiffnessPerLoad * density * draft.specific_load();
  material.set("stretch", number(std::min(std::max(dice.log_uniform(10.0, 1e5), softest), stiffest)));
  material.set("bending", number(std::min(dice.log_uniform(1e-9, 1e-2), stiffest * edge * edge / 30)));
  limit_damping(draft, edge, material);
  return material;
}

void draw_limit(SceneDraft& draft, const DrawnShape& shape, bool is_cable, JsonValue& body) {
  Dice& dice = draft.dice;
  if (!dice.chance(draft.is_everyday ? 0.1 : 0.15)) return;
  const double limit = dice.log_uniform(1e-3, 0.3);
  if (dice.chance(0.5)) {
    body.set("stretch_limit", number(limit));
    return;
  }
  JsonValue full = object({{"limit", number(limit)}});
  if (!is_cable) {
    const std::string parts =
        dice.pick({shape.is_grid() ? "threads" : "edges", "edges", "triangles"});  // yarns of grids
    full.set("parts", JsonValue::of(parts));
    if (parts == "threads" && dice.chance(0.4)) full.set("rule", JsonValue::of("keep"));
  }
  if (draft.response == "qp_collide" && dice.chance(0.3)) full.set("compression", number(dice.uniform(0.05, 0.5)));
  body.set("stretch_limit", full);
}

/// Adds rigid patches. They must not hold pinned vertices, so they lie within a grid: pins of grids are at its rim.
void draw_patches(SceneDraft& draft, const DrawnShape& shape, JsonValue& body) {
  Dice& dice = draft.dice;
  if (!shape.is_grid() || std::min(shape.columns, shape.rows) < 6 || !dice.chance(0.1)) return;
  JsonValue squares = JsonValue::list({whole({1, 1, 2})});
  if (shape.columns >= 8) squares.items.push_back(whole({4, dice.integer(1, 2), dice.integer(2, 3)}));
  JsonValue patches = object({{"squares", squares}});
  if (dice.chance(0.4)) {
    patches.set("method", JsonValue::of("hybrid"));
    if (dice.chance(0.5))
      patches.set("extra_lengths", JsonValue::of(dice.pick({"2", "4", "6-I", "6-II", "6-III", "8-I"})));
  }
  body.set("patches", patches);
  draft.has_patches = true;
}

void draw_models(SceneDraft& draft, const DrawnShape& shape, const std::string& kind, JsonValue& body) {
  Dice& dice = draft.dice;
  if (draft.is_everyday) return;
  if (dice.chance(0.12)) {
    body.set("stretch_model", JsonValue::of("springs"));
  } else if (kind == "shell" ? dice.chance(0.3) : dice.chance(0.15)) {
    if (kind == "cloth") body.set("bending_model", JsonValue::of("hinges"));
    if (kind == "shell" || dice.chance(0.5))
      body.set("plasticity", object({{"yield_radius", number(draft.size * dice.log_uniform(0.02, 1.0) + 1e-5)},
                                     {"hardening", number(dice.uniform(0.0, 0.9))}}));
  }
  const bool has_pattern = kind == "cloth" && shape.half_size.y() == 0.0;
  if (has_pattern && dice.chance(0.1)) body.set("warp_direction", number(dice.uniform(-90, 90)));
}

}  // namespace

void draw_surface_options(SceneDraft& draft, const DrawnShape& shape, JsonValue& body) {
  Dice& dice = draft.dice;
  // An everyday user leaves the thickness of the material. Elsewhere it is tied to the edges, which may be millimetres
  // or metres: a thickness of many edges means nothing.
  if (!draft.is_everyday || dice.chance(0.2))
    body.set("thickness", number(std::min(1.0, shape.edge * dice.log_uniform(1e-5, 0.25))));
  if (dice.chance(0.4)) body.set("friction", number(dice.chance(0.2) ? 0.0 : dice.uniform(0.0, 1.5)));
}

void draw_sheet_options(SceneDraft& draft, const DrawnShape& shape, const std::string& kind, JsonValue& body) {
  Dice& dice = draft.dice;
  if (draft.is_explicit())
    body.set("fabric", fabric_numbers(draft, shape.edge));
  else if (draft.is_everyday ? dice.chance(0.9) : dice.chance(0.4))
    body.set("fabric", JsonValue::of(any_name(dice, named_fabrics())));
  else if (dice.chance(0.2))
    body.set("fabric", object({{"base", JsonValue::of(any_name(dice, named_fabrics()))},
                               {"stretch", number(dice.log_uniform(10, 1e5))}}));
  else
    body.set("fabric", fabric_numbers(draft, shape.edge));
  draw_models(draft, shape, kind, body);
  draw_surface_options(draft, shape, body);
  draw_limit(draft, shape, false, body);
  draw_patches(draft, shape, body);
}

void draw_cable_options(SceneDraft& draft, const DrawnShape& shape, JsonValue& body) {
  Dice& dice = draft.dice;
  if (!draft.is_explicit() && dice.chance(0.4))
    body.set("material", JsonValue::of(any_name(dice, named_cables())));
  else
    body.set("material", cable_numbers(draft, shape.edge));
  draw_surface_options(draft, shape, body);
  draw_limit(draft, shape, true, body);
}

}  // namespace muslin::soak
