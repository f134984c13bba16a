#include <fmt/format.h>

#include <tests/soak/generate/scene_draft.hpp>

namespace muslin::soak {

SceneDraft::SceneDraft(std::uint64_t seed) : dice(seed) { draw_scale(*this); }

JsonValue SceneDraft::vector(const Vec3& value) const {
  return numbers(z_is_up ? Vec3(value.x(), -value.z(), value.y()) : value);
}

JsonValue& SceneDraft::add(const char* kind, const DrawnShape& shape, const Vec3& centre, const Vec3& angles) {
  JsonValue body =
      object({{"name", JsonValue::of(fmt::format("{}{}", kind, bodies.items.size() + 1))}, {kind, shape.json}});
  JsonValue place = JsonValue::object();
  if (angles != Vec3::Zero()) {
    if (dice.chance(0.8))
      place.set("rotate", numbers(angles));
    else
      place.set("rotate", object({{"axis", numbers(angles)}, {"angle", number(angles.norm())}}));
  }
  if (centre != Vec3::Zero()) place.set("translate", vector(centre));
  if (!place.members.empty()) body.set("place", place);
  bodies.items.push_back(body);
  return bodies.items.back();
}

std::string SceneDraft::last_name() const { return bodies.items.back().at("name").text; }

JsonValue& SceneDraft::add_sheet(const char* kind, const DrawnShape& shape, const Vec3& centre, const Vec3& angles) {
  JsonValue& body = add(kind, shape, centre, angles);
  draw_sheet_options(*this, shape, kind, body);
  return body;
}

JsonValue& SceneDraft::add_cable(const DrawnShape& shape, const Vec3& centre, const Vec3& angles) {
  JsonValue& body = add("cable", shape, centre, angles);
  draw_cable_options(*this, shape, body);
  return body;
}

JsonValue& SceneDraft::add_obstacle(const DrawnShape& shape, const Vec3& centre, const Vec3& angles) {
  JsonValue& body = add("obstacle", shape, centre, angles);
  draw_surface_options(*this, shape, body);
  return body;
}

Vec3 SceneDraft::any_angles() {
  if (dice.chance(0.3)) return Vec3::Zero();
  const double x = dice.uniform(-180, 180), y = dice.uniform(-180, 180);
  return {x, y, dice.uniform(-180, 180)};
}

}  // namespace muslin::soak
