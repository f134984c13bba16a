#pragma once
#include <cstdint>
#include <muslin/io/json/json_value.hpp>
#include <string>
#include <tests/soak/generate/dice.hpp>
#include <tests/soak/generate/drawn_shape.hpp>
#include <vector>

namespace muslin::soak {

/// A scene while it is being drawn: what has been decided for the whole scene, and the bodies so far. Vectors are those
/// of a scene whose y axis is up; they are turned when they are written.
class SceneDraft {
 public:
  explicit SceneDraft(std::uint64_t seed);

  Dice dice;
  bool is_everyday = false;  ///< sizes, speeds and settings of an ordinary user: a third of all scenes
  bool z_is_up = false;
  double size = 1.0;         ///< of the larger bodies [m]
  double speed = 1.0;        ///< of what moves [m/s]
  double gravity = 9.81;     ///< [m/s²]
  double wind = 0.0;         ///< [m/s]
  double frame_rate = 24.0;  ///< [1/s]
  int frames = 12;
  std::string integrator = "backward_euler";
  std::string response = "gauss_seidel";
  JsonValue bodies = JsonValue::list();
  JsonValue attachments = JsonValue::list();
  bool is_tangled = false;   ///< bodies touch or intersect at the start
  bool has_patches = false;  ///< a sheet has rigid patches or carries embedded objects

  [[nodiscard]] double duration() const { return frames / frame_rate; }
  /// Returns the load that gravity, speed and wind put on a sheet, as a tension per areal density [m²/s²]. A stiffness
  /// per areal density of several times that strains by less than a fraction.
  [[nodiscard]] double specific_load() const { return gravity * size + speed * speed; }
  [[nodiscard]] bool is_explicit() const { return integrator != "backward_euler"; }
  [[nodiscard]] ShapeDice shapes() { return {dice, z_is_up}; }

  /// Turns a vector into the axes of the scene.
  [[nodiscard]] JsonValue vector(const Vec3& value) const;
  /// Adds a body of a kind ("cloth", "obstacle", …) with its centre at a place; the angles [deg] are about the axes of
  /// the scene. Returns the body, which stays valid until the next one is added.
  JsonValue& add(const char* kind, const DrawnShape& shape, const Vec3& centre, const Vec3& angles = Vec3::Zero());
  /// Returns the name of the body that was added last.
  [[nodiscard]] std::string last_name() const;

  /// Adds a cloth or shell of a drawn material, with everything that sheets may have except pins.
  JsonValue& add_sheet(const char* kind, const DrawnShape& shape, const Vec3& centre,
                       const Vec3& angles = Vec3::Zero());
  JsonValue& add_cable(const DrawnShape& shape, const Vec3& centre, const Vec3& angles = Vec3::Zero());
  JsonValue& add_obstacle(const DrawnShape& shape, const Vec3& centre, const Vec3& angles = Vec3::Zero());

  /// Returns angles that turn a body any way, or not at all.
  [[nodiscard]] Vec3 any_angles();
};

/// Decides what holds for the whole scene: size, speed, time, integrator and response.
void draw_scale(SceneDraft& draft);
/// Returns the strongest wind that sheets of the scene's size bear [m/s].
[[nodiscard]] double largest_wind(const SceneDraft& draft);
/// Makes the scene of the draft, with its settings of time, integrator, collisions and forces.
[[nodiscard]] JsonValue finish_scene(SceneDraft& draft, const std::string& about);

/// Adds fabric, models, thickness, friction, limits and patches to a sheet.
void draw_sheet_options(SceneDraft& draft, const DrawnShape& shape, const std::string& kind, JsonValue& body);
/// Adds material, thickness, friction and a limit to a cable.
void draw_cable_options(SceneDraft& draft, const DrawnShape& shape, JsonValue& body);
/// Adds thickness and friction.
void draw_surface_options(SceneDraft& draft, const DrawnShape& shape, JsonValue& body);

}  // namespace muslin::soak
