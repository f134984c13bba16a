#pragma once

// Scene files.
namespace muslin::tolerance {

/// Distance of pinned vertices from the start of their motion, relative to the size of the body, up to which a scene is
/// accepted [1]. With a larger value, pins jump visibly in the first step; with a smaller one, rounded animations are
/// refused.
inline constexpr double kMaxPinStartJumpRatio = 1e-3;

/// Rounding that is forgiven when a duration is converted to frames [frames]. With a larger value, the last frame may
/// be lost; with a smaller one, rounding gives one frame too many.
inline constexpr double kFrameCountRounding = 1e-6;

}  // namespace muslin::tolerance
