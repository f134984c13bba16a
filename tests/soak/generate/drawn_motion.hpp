#pragma once
#include <tests/soak/generate/scene_draft.hpp>

namespace muslin::soak {

/// Draws a motion that carries a body by a displacement [m] at the speed of the scene: steadily, over keyframes, there
/// and back, with or without spin.
[[nodiscard]] JsonValue draw_motion(SceneDraft& draft, const Vec3& displacement);
/// Draws keyframes that carry a body by a displacement within a share of the scene, and then perhaps back.
[[nodiscard]] JsonValue draw_stroke(SceneDraft& draft, const Vec3& displacement, bool returns);
/// Draws a motion of pins, which begins where they are.
[[nodiscard]] JsonValue draw_pin_motion(SceneDraft& draft);
/// Draws a spin about any axis, with points at a radius [m] no faster than the speed of the scene.
[[nodiscard]] JsonValue draw_spin(SceneDraft& draft, double radius);

}  // namespace muslin::soak
