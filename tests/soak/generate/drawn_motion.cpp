#include <algorithm>
#include <numbers>
#include <tests/soak/generate/drawn_motion.hpp>

namespace muslin::soak {
namespace {

/// A keyframe at a time [s]; times of a scene are at least its smallest step apart.
JsonValue key(double time) { return object({{"time", number(time)}}); }

void draw_interpolation(SceneDraft& draft, JsonValue& motion) {
  if (draft.dice.chance(0.4)) motion.set("interpolation", JsonValue::of("linear"));
}

}  // namespace

JsonValue draw_spin(SceneDraft& draft, double radius) {
  Dice& dice = draft.dice;
  const double rate = draft.speed / std::max(radius, 1e-6) * (180.0 / std::numbers::pi) * dice.uniform(-1.0, 1.0);
  const JsonValue axis = dice.chance(0.6) ? JsonValue::of(dice.pick({"x", "y", "z"})) : numbers(dice.direction());
  return object({{"axis", axis}, {"rate", number(rate)}});
}

JsonValue draw_stroke(SceneDraft& draft, const Vec3& displacement, bool returns) {
  Dice& dice = draft.dice;
  const double time = std::max(draft.duration() * dice.uniform(0.3, 0.9), displacement.norm() / 50.0);
  JsonValue to = key(time), keys = JsonValue::list({key(0.0)});
  to.set("translate", draft.vector(displacement));
  keys.items.push_back(to);
  if (returns) keys.items.push_back(key(2.0 * time));
  JsonValue motion = object({{"keyframes", keys}});
  draw_interpolation(draft, motion);
  return motion;
}

JsonValue draw_motion(SceneDraft& draft, const Vec3& displacement) {
  Dice& dice = draft.dice;
  JsonValue motion = JsonValue::object();
  if (dice.chance(0.5)) {
    motion.set("velocity", draft.vector(displacement.normalized() * draft.speed));
    if (dice.chance(0.2)) motion.set("begin", number(draft.duration() * dice.uniform(0.0, 0.3)));
    if (dice.chance(0.2)) motion.set("end", number(draft.duration() * dice.uniform(0.5, 1.0)));
  } else {
    const double time = std::max(displacement.norm() / draft.speed, 1e-5);
    JsonValue keys = JsonValue::list({key(0.0)});
    Vec3 place = displacement;
    for (int k = 1, last = dice.integer(1, 4); k <= last; ++k) {
      JsonValue pose = key(time * k);
      pose.set("translate", draft.vector(place));
      if (dice.chance(0.2)) pose.set("rotate", numbers(Vec3(0, 0, dice.uniform(-120, 120))));
      if (dice.chance(0.1)) pose.set("scale", number(dice.uniform(0.6, 1.4)));
      keys.items.push_back(pose);
      place = dice.chance(0.4) ? Vec3::Zero() : Vec3(place + displacement.norm() * dice.in_box(0.7));
    }
    motion.set("keyframes", keys);
    draw_interpolation(draft, motion);
  }
  if (dice.chance(0.25)) motion.set("spin", draw_spin(draft, displacement.norm() / 2));
  return motion;
}

JsonValue draw_pin_motion(SceneDraft& draft) {
  Dice& dice = draft.dice;
  if (dice.chance(0.2)) return object({{"spin", draw_spin(draft, draft.size / 2)}});
  if (dice.chance(0.3)) return object({{"velocity", numbers(dice.direction() * draft.speed * dice.unit())}});
  const double reach = std::min(draft.size, draft.speed * draft.duration());
  return draw_stroke(draft, dice.direction() * reach * dice.unit(), dice.chance(0.5));
}

}  // namespace muslin::soak
