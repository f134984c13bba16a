#include <algorithm>
#include <string>
#include <tests/soak/generate/drawn_motion.hpp>
#include <tests/soak/generate/situations.hpp>

namespace muslin::soak {
namespace {

const Vec3 kUpright(90, 0, 0);  ///< angles that stand a sheet up, with its "top" above

/// Returns a distance between layers: mostly a few per cent of the size, sometimes next to nothing.
double layer_gap(SceneDraft& draft) {
  return draft.size * (draft.dice.chance(0.8) ? draft.dice.uniform(0.01, 0.1) : draft.dice.log_uniform(1e-4, 1e-2));
}

}  // namespace

void draw_pins(SceneDraft& draft, const DrawnShape& shape, JsonValue& body, bool may_move) {
  Dice& dice = draft.dice;
  const JsonValue where =
      shape.is_grid()    ? JsonValue::of(dice.pick({"top", "top", "corners", "boundary", "left", "right", "bottom"}))
      : dice.chance(0.5) ? JsonValue::of("boundary")
                         : JsonValue::list({JsonValue::of(0.0), JsonValue::of(1.0)});
  if (may_move)
    body.set("pins", JsonValue::list({object({{"vertices", where}, {"motion", draw_pin_motion(draft)}})}));
  else
    body.set("pins", JsonValue::list({where}));
}

void draw_drape(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  const DrawnShape solid =
      dice.chance(0.7) ? shapes.solid(draft.size * dice.uniform(0.3, 0.8)) : shapes.ground(draft.size);
  JsonValue& obstacle = draft.add_obstacle(solid, Vec3::Zero());
  if (dice.chance(0.3)) obstacle.set("motion", draw_motion(draft, dice.direction() * draft.size));
  double height = solid.half_size.y();
  for (int k = dice.integer(1, 3); k > 0; --k) {
    height += layer_gap(draft);
    const bool is_shell = dice.chance(0.2);
    const DrawnShape sheet = shapes.flat(draft.size);
    JsonValue& body = draft.add_sheet(is_shell ? "shell" : "cloth", sheet, {0, height, 0});
    if (dice.chance(0.2)) draw_pins(draft, sheet, body, dice.chance(0.3));
    if (dice.chance(draft.is_everyday ? 0.2 : 0.6)) body.set("velocity", draft.vector({0, -draft.speed, 0}));
  }
  if (dice.chance(0.3)) draft.add_obstacle(shapes.plate(3 * draft.size), {0, -draft.size * 1.2, 0});
}

void draw_curtain(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  double depth = 0, half_height = 0;
  for (int k = dice.integer(1, 3); k > 0; --k) {
    const DrawnShape sheet = dice.chance(0.8) ? shapes.grid(draft.size) : shapes.flat(draft.size);
    JsonValue& body = draft.add_sheet("cloth", sheet, {0, 0, depth}, kUpright);
    draw_pins(draft, sheet, body, dice.chance(0.1));
    depth += layer_gap(draft);
    half_height = sheet.half_size.z();
  }
  // A third of the obstacles meet the pinned rim itself, where two scripts conflict.
  const DrawnShape solid = shapes.solid(draft.size * dice.uniform(0.1, 0.6));
  const double aim = dice.chance(0.3) ? half_height : draft.size * dice.uniform(-0.5, 0.5);
  const double distance = draft.size * dice.uniform(0.1, 0.7) + solid.radius();
  JsonValue& obstacle =
      draft.add_obstacle(solid, {draft.size * dice.uniform(-0.2, 0.2), aim, -distance}, draft.any_angles());
  const Vec3 drift = dice.chance(0.4) ? Vec3(dice.in_box(0.4)) : Vec3(0, 0, 0);
  obstacle.set("motion", draw_motion(draft, draft.size * (Vec3(0, 0, 1.5) + drift)));
}

void draw_squeeze(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  double height = 0;
  if (dice.chance(0.25)) {
    const DrawnShape shell =
        dice.chance(0.5) ? shapes.sphere(draft.size / 4) : shapes.tube(draft.size / 4, draft.size / 2, true);
    draft.add_sheet(dice.chance(0.7) ? "shell" : "cloth", shell, {0, shell.half_size.y(), 0});
    height = 2 * shell.half_size.y();
  } else {
    for (int k = dice.integer(1, 4); k > 0; --k) {
      const DrawnShape sheet = shapes.flat(draft.size * 0.8);
      draft.add_sheet("cloth", sheet, {0, height, 0});
      height += layer_gap(draft);
    }
  }
  const auto jaw = [&] {
    return dice.chance(0.6) ? shapes.plate(draft.size * dice.uniform(0.5, 1.2)) : shapes.solid(draft.size * 0.6);
  };
  // The jaws close up to a gap that may be negative: then they leave the cloth no room.
  const double room = draft.size * dice.uniform(0.02, 0.2), gap = height * dice.uniform(-0.3, 0.8);
  const DrawnShape below = jaw(), above = jaw();
  const double stroke = (height + 2 * room - gap) / 2;
  const bool returns = dice.chance(0.5);
  draft.add_obstacle(below, {0, -room - below.half_size.y(), 0})
      .set("motion", draw_stroke(draft, {0, stroke, 0}, returns));
  draft.add_obstacle(above, {0, height + room + above.half_size.y(), 0})
      .set("motion", draw_stroke(draft, {0, -stroke, 0}, returns));
}

void draw_flag(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  draft.wind = largest_wind(draft) * dice.uniform(0.05, 1.0);
  const DrawnShape sheet = shapes.grid(draft.size);
  const DrawnShape pole = shapes.rod(draft.size * dice.uniform(0.02, 0.08), 2 * draft.size, 'y');
  const double gap = draft.size * dice.uniform(0.005, 0.05);
  JsonValue& obstacle = draft.add_obstacle(pole, {-sheet.half_size.x() - pole.half_size.x() - gap, 0, 0});
  if (dice.chance(0.3)) obstacle.set("motion", object({{"spin", draw_spin(draft, draft.size)}}));
  const std::string pole_name = draft.last_name();
  JsonValue& body = draft.add_sheet("cloth", sheet, Vec3::Zero(), kUpright);
  if (dice.chance(0.5)) {
    body.set("pins", JsonValue::list({JsonValue::of("left")}));
    return;
  }
  JsonValue tie =
      object({{"from", object({{"body", JsonValue::of(draft.last_name())}, {"vertices", JsonValue::of("left")}})},
              {"to", object({{"body", JsonValue::of(pole_name)}})},
              {"length", JsonValue::of("start")}});
  if (dice.chance(0.5)) tie.set("stiffness", number(dice.log_uniform(1.0, 1e4)));
  draft.attachments.items.push_back(tie);
}

void draw_pulled(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  const DrawnShape sheet = shapes.grid(draft.size);
  JsonValue& body = draft.add_sheet("cloth", sheet, Vec3::Zero(), dice.chance(0.5) ? kUpright : Vec3(0, 0, 0));
  draw_pins(draft, sheet, body, true);
  for (int k = dice.integer(1, 3); k > 0; --k) {
    const DrawnShape solid = shapes.solid(draft.size * dice.uniform(0.1, 0.5));
    const Vec3 side = dice.direction();
    draft.add_obstacle(solid, side * (sheet.radius() * dice.uniform(0.3, 1.2) + solid.radius()), draft.any_angles());
  }
  if (dice.chance(0.3)) {  // a second sheet whose pins conflict with those of the first
    const DrawnShape other = shapes.grid(draft.size);
    JsonValue& second = draft.add_sheet("cloth", other, {0, 0, draft.size * dice.uniform(0.6, 1.2)}, kUpright);
    draw_pins(draft, other, second, dice.chance(0.7));
  }
}

}  // namespace muslin::soak
