#pragma once

// The program `muslin`.
namespace muslin::tolerance {

/// Displacement of a scripted vertex in one collision step [m] beyond which `muslin check` warns. (It also warns where
/// an obstacle moves by more than its own size.) Cloth in front of the vertex is carried that far at once, and collides
/// with everything in between. With a smaller value, ordinary motion causes warnings.
inline constexpr double kMaxScriptedDisplacement = 0.1;

/// Thickness relative to the mean edge length [1] beyond which `muslin check` warns. Layers that keep such a distance
/// cannot lie in the folds that the mesh can represent. With a smaller value, fine meshes of ordinary cloth cause
/// warnings.
inline constexpr double kMaxThicknessToEdgeRatio = 0.25;

}  // namespace muslin::tolerance
