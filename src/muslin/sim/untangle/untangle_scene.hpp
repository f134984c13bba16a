#pragma once
#include <muslin/sim/scene.hpp>
#include <span>
#include <vector>

namespace muslin {

/// How the scene in which a start is untangled differs from the scene of the user.
struct UntangleSetup {
  std::span<const Vec3> position;            ///< of the start [m]
  std::span<const Vec3> offset;              ///< displacement of obstacles at the beginning; it vanishes with time [m]
  std::span<const std::uint8_t> is_movable;  ///< per vertex; the others stand still
  double growth_time = 0.0;                  ///< time until the offsets have vanished [s]
  double step = 0.01;                        ///< size of the steps, each of which is one frame [s]
  double max_wave_speed = 0.0;               ///< fabrics are softened to this speed of stretch waves [m/s]; 0: not
};

/// Makes a scene with the bodies, rest shapes, ties and thicknesses of the given one, but without loads, limits on
/// stretch, plasticity and scripted motion. One frame is one step.
[[nodiscard]] Scene make_untangle_scene(const Scene& scene, const UntangleSetup& setup);

}  // namespace muslin
