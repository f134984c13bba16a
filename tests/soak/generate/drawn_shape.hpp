#pragma once
#include <muslin/core/types.hpp>
#include <muslin/io/json/json_value.hpp>
#include <tests/soak/generate/dice.hpp>

namespace muslin::soak {

/// A shape of a scene with what the drawing of the scene has to know about it. Lengths are in metres and axes are those
/// of a scene whose y axis is up.
struct DrawnShape {
  JsonValue json;                 ///< the value of "cloth", "shell", "obstacle", …
  Vec3 half_size = Vec3::Zero();  ///< half of its bounding box, as generated around the origin
  double edge = 0.0;              ///< length of its shorter edges, about
  int columns = 0, rows = 0;      ///< of a grid or ribbon, in vertices; 0 for other shapes

  [[nodiscard]] bool is_grid() const { return columns > 0; }
  [[nodiscard]] double radius() const { return half_size.norm(); }
};

/// Draw shapes whose largest extent is about `size`. The axis that points up in the scene is y or z.
class ShapeDice {
 public:
  ShapeDice(Dice& dice, bool z_is_up) : dice_(dice), z_is_up_(z_is_up) {}

  [[nodiscard]] DrawnShape grid(double size);
  /// A flat sheet: a grid, a ribbon or a disc.
  [[nodiscard]] DrawnShape flat(double size);
  /// A closed surface: a sphere, a box, a cylinder or a rod.
  [[nodiscard]] DrawnShape solid(double size);
  /// What can stand below: a plane, a trough, a funnel or a flat sheet.
  [[nodiscard]] DrawnShape ground(double size);
  /// A flat slab that reaches over the size, with little height.
  [[nodiscard]] DrawnShape plate(double size);
  [[nodiscard]] DrawnShape sphere(double radius);
  [[nodiscard]] DrawnShape rod(double radius, double length, char axis);
  /// An upright cylinder.
  [[nodiscard]] DrawnShape tube(double radius, double height, bool is_open);
  /// A straight cable around the origin.
  [[nodiscard]] DrawnShape cable(double size);

 private:
  /// Names an axis of a scene with y up in the scene that is drawn.
  [[nodiscard]] const char* axis_name(char axis) const;
  [[nodiscard]] DrawnShape box(const Vec3& size, int divisions);

  Dice& dice_;
  bool z_is_up_;
};

}  // namespace muslin::soak
