#include <algorithm>
#include <array>
#include <tests/soak/generate/drawn_motion.hpp>
#include <tests/soak/generate/situations.hpp>

namespace muslin::soak {
namespace {

/// Adds an arm or a leg: a rod from a joint, which swings about it.
void add_limb(SceneDraft& draft, const Vec3& joint, double radius, double length, double side) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  const DrawnShape limb = shapes.rod(radius, length, 'x');
  JsonValue& body = draft.add_obstacle(limb, joint + Vec3(side * length / 2, 0, 0));
  JsonValue keys = JsonValue::list();
  const double beat = draft.duration() / dice.uniform(1.0, 3.0);
  for (int k = 0; k < 3; ++k) {
    JsonValue pose = object({{"time", number(beat * k)}});
    if (k > 0) pose.set("rotate", numbers(Vec3(0, dice.uniform(-60, 60), -side * dice.uniform(-40, 95))));
    keys.items.push_back(pose);
  }
  body.set("motion", object({{"keyframes", keys}, {"centre", draft.vector(joint)}}));
}

}  // namespace

std::span<const Situation> situations() {
  static constexpr std::array<Situation, 11> kAll = {{{"drape", draw_drape},
                                                      {"curtain", draw_curtain},
                                                      {"squeeze", draw_squeeze},
                                                      {"flag", draw_flag},
                                                      {"pulled", draw_pulled},
                                                      {"garment", draw_garment},
                                                      {"cables", draw_cables},
                                                      {"pile", draw_pile},
                                                      {"carried", draw_carried},
                                                      {"buttons", draw_buttons},
                                                      {"tangled", draw_tangled}}};
  return kAll;
}

void draw_garment(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  const double height = draft.size, waist = height * dice.uniform(0.12, 0.25);
  const DrawnShape torso = dice.chance(0.7) ? shapes.tube(waist, height, false) : shapes.sphere(waist);
  JsonValue& trunk = draft.add_obstacle(torso, Vec3::Zero());
  if (dice.chance(0.7)) trunk.set("motion", draw_motion(draft, dice.direction() * height * dice.uniform(0.05, 0.5)));
  if (dice.chance(0.3)) draft.add_obstacle(shapes.sphere(waist * 0.8), {0, torso.half_size.y() + waist, 0});
  // The garment hangs with ease around the figure, or is so tight that it begins inside.
  double radius = waist * (dice.chance(0.85) ? dice.uniform(1.05, 1.4) : dice.uniform(0.93, 1.0));
  for (int layer = dice.chance(0.25) ? 2 : 1; layer > 0; --layer) {
    const DrawnShape tube = shapes.tube(radius, height * dice.uniform(0.4, 0.8), true);
    JsonValue& cloth = draft.add_sheet("cloth", tube, {0, dice.uniform(-0.05, 0.05) * height, 0});
    if (dice.chance(0.3)) {
      const double top = cloth.find("place") == nullptr ? 0.0 : 0.06 * height;
      cloth.set("pins",
                JsonValue::list({object(
                    {{"vertices", object({{"near", object({{"point", draft.vector({0, tube.half_size.y() + top, 0})},
                                                           {"radius", number(radius * 1.3)}})}})}})}));
    }
    radius *= dice.uniform(1.05, 1.2);
  }
  const double reach = radius + waist * 0.4;
  if (dice.chance(0.7)) {
    const double shoulder = height * dice.uniform(0.1, 0.45), arm = waist * dice.uniform(0.15, 0.35);
    for (const double side : {-1.0, 1.0}) add_limb(draft, {side * reach, shoulder, 0}, arm, height * 0.5, side);
  }
}

void draw_cables(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  double height = 0;
  if (dice.chance(0.7)) {
    const DrawnShape solid = dice.chance(0.5) ? shapes.solid(draft.size * 0.6) : shapes.ground(draft.size);
    JsonValue& obstacle = draft.add_obstacle(solid, Vec3::Zero());
    if (dice.chance(0.4)) obstacle.set("motion", draw_motion(draft, dice.direction() * draft.size));
    height = solid.half_size.y();
  }
  for (int k = dice.integer(1, 4); k > 0; --k) {
    const DrawnShape cable = shapes.cable(draft.size * dice.uniform(0.4, 1.0));
    height += cable.half_size.y() + draft.size * dice.uniform(0.02, 0.15);
    JsonValue& body =
        draft.add_cable(cable, Vec3(0, height, 0) + draft.size * dice.in_box(0.05).cwiseProduct(Vec3(1, 0, 1)));
    height += cable.half_size.y();
    if (dice.chance(0.5)) {
      JsonValue pin = object({{"vertices", JsonValue::of(dice.pick({"first", "last", "ends"}))}});
      if (dice.chance(0.4)) pin.set("motion", draw_pin_motion(draft));
      body.set("pins", JsonValue::list({pin}));
    } else if (draft.response == "qp_collide" && dice.chance(0.5)) {
      body.set("guides", JsonValue::list({object({{"vertices", JsonValue::of("first")},
                                                  {"direction", numbers(dice.direction())},
                                                  {"speed", number(draft.speed * dice.unit())}})}));
    }
    if (dice.chance(0.3)) body.set("velocity", numbers(dice.direction() * draft.speed));
  }
  if (dice.chance(0.3)) draft.add_sheet("cloth", shapes.grid(draft.size), {0, height + 0.1 * draft.size, 0});
}

void draw_pile(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  if (dice.chance(0.3)) draft.gravity = 0.0;
  const int count = dice.integer(2, 5);
  for (int k = 0; k < count; ++k) {
    const double size = draft.size * dice.uniform(0.3, 0.6);
    const Vec3 centre(draft.size * dice.uniform(-0.15, 0.15), draft.size * (0.65 * k),
                      draft.size * dice.uniform(-0.15, 0.15));
    const Vec3 angles = draft.any_angles();
    const int kind = dice.integer(0, 5);
    JsonValue& body = kind == 0   ? draft.add_cable(shapes.cable(size), centre, angles)
                      : kind == 1 ? draft.add_sheet("shell", shapes.solid(size), centre, angles)
                      : kind == 2 ? draft.add_sheet("cloth", shapes.solid(size), centre, angles)
                                  : draft.add_sheet(kind == 3 ? "shell" : "cloth", shapes.flat(size), centre, angles);
    if (dice.chance(0.7)) {
      const Vec3 inward = Vec3(0, 0.3 * draft.size * count, 0) - centre;
      body.set("velocity", draft.vector((inward.normalized() + dice.in_box(0.5)) * draft.speed * dice.unit()));
    }
  }
  if (dice.chance(0.7)) draft.add_obstacle(shapes.ground(1.5 * draft.size), {0, -1.5 * draft.size, 0});
}

void draw_carried(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  if (dice.chance(0.8)) draft.gravity = 0.0;
  const Vec3 velocity = dice.direction() * draft.speed;
  const Vec3 far = dice.chance(0.5) ? Vec3(dice.in_box(100.0 * draft.size)) : Vec3(0, 0, 0);
  const double gap = draft.size * dice.log_uniform(1e-5, 1e-2);
  const DrawnShape sheet = shapes.grid(draft.size);
  for (int k = 0, layers = dice.integer(2, 4); k < layers; ++k) {
    JsonValue& body = draft.add_sheet("cloth", sheet, far + Vec3(0, k * gap, 0));
    body.set("velocity", draft.vector(velocity));
    body.set("thickness", number(std::min(1.0, gap * dice.log_uniform(0.1, 2.0))));
  }
}

void draw_buttons(SceneDraft& draft) {
  Dice& dice = draft.dice;
  ShapeDice shapes = draft.shapes();
  DrawnShape sheet = shapes.grid(draft.size);
  while (std::min(sheet.columns, sheet.rows) < 6) sheet = shapes.grid(draft.size);
  JsonValue& cloth = draft.add_sheet("cloth", sheet, Vec3::Zero());
  cloth.erase("patches");  // the footprints of the objects may overlap them
  const bool is_pinned = dice.chance(0.5);
  if (is_pinned) cloth.set("pins", JsonValue::list({JsonValue::of(dice.pick({"top", "left"}))}));
  if (dice.chance(0.3)) cloth.set("velocity", draft.vector({0, -draft.speed, 0}));
  draft.has_patches = true;
  const std::string host = draft.last_name();
  const DrawnShape object_shape = shapes.solid(sheet.edge * dice.uniform(0.8, 1.6));
  const double gap = sheet.edge * dice.uniform(0.05, 0.2);
  const double longer_edge =
      2.0 * std::max(sheet.half_size.x() / (sheet.columns - 1), sheet.half_size.z() / (sheet.rows - 1));
  JsonValue& button = draft.add("embedded", object_shape, {0, object_shape.half_size.y() + gap, 0});
  button.set("on", object({{"body", JsonValue::of(host)}, {"reach", number(gap + 1.2 * longer_edge)}}));
  button.set("mass", number(std::max(1e-9, 0.1 * draft.size * draft.size * dice.log_uniform(0.001, 0.3))));
  const double thickness = std::min(gap * 0.5, sheet.edge * dice.log_uniform(1e-4, 0.1));
  button.set("thickness", number(thickness));
  const DrawnShape solid = shapes.solid(draft.size * dice.uniform(0.3, 0.7));
  JsonValue& obstacle = draft.add_obstacle(solid, {0, -solid.half_size.y() - draft.size * dice.uniform(0.02, 0.2), 0});
  if (dice.chance(0.4)) obstacle.set("motion", draw_motion(draft, {0, draft.size * dice.uniform(0.2, 0.8), 0}));
}

void draw_tangled(SceneDraft& draft) {
  Dice& dice = draft.dice;
  draft.is_tangled = true;
  ShapeDice shapes = draft.shapes();
  const DrawnShape sheet = shapes.grid(draft.size);
  JsonValue& first = draft.add_sheet("cloth", sheet, Vec3::Zero());
  if (dice.chance(0.3)) draw_pins(draft, sheet, first, false);
  switch (dice.integer(0, 3)) {
    case 0: {  // a sheet through, or into, an obstacle
      const DrawnShape solid = shapes.solid(draft.size * dice.uniform(0.2, 0.6));
      draft.add_obstacle(solid,
                         Vec3(0, -solid.half_size.y() * dice.uniform(0.0, 1.0), 0) + draft.size * dice.in_box(0.1));
      break;
    }
    case 1: {  // two sheets that cross
      const DrawnShape other = shapes.grid(draft.size * dice.uniform(0.4, 1.0));
      draft.add_sheet("cloth", other, draft.size * dice.in_box(0.2), draft.any_angles());
      break;
    }
    case 2: {  // coincident or touching layers
      const double gap = dice.chance(0.5) ? 0.0 : draft.size * dice.log_uniform(1e-9, 1e-3);
      for (int k = 1, last = dice.integer(1, 3); k <= last; ++k) draft.add_sheet("cloth", sheet, {0, k * gap, 0});
      break;
    }
    default: {  // cloth that lies exactly on an obstacle
      const DrawnShape plate = shapes.plate(2 * draft.size);
      draft.add_obstacle(plate, {0, -plate.half_size.y(), 0});
      break;
    }
  }
  if (dice.chance(0.3)) draft.add_obstacle(shapes.plate(3 * draft.size), {0, -1.5 * draft.size, 0});
}

}  // namespace muslin::soak
