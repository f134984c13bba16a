#pragma once

// Materials and elements.
namespace muslin::tolerance {

/// Twice the area of a triangle at rest, relative to the square of its longest side, below which none of its edges
/// bends [1]: its heights are mostly rounding. With a larger value, thin triangles become loose flaps.
inline constexpr double kDegenerateRestAreaRatio = 1e-9;

/// Share of its rest area below which the bending forces of a triangle are scaled down with its area [1]. They would
/// otherwise grow like 1/height, and a triangle that is compressed so much cannot bend. A smaller value gives larger
/// forces before membranes unfold the triangle.
inline constexpr double kCollapsedAreaRatio = 1e-2;

/// Height of a triangle of the material space, relative to its longest side [1], at which it counts as a line, which
/// has no strain. With a smaller value, slivers are accepted whose stiffness dominates that of their neighbours (it
/// grows with one over the height); with a larger one, usable triangles of irregular meshes are refused.
inline constexpr double kDegenerateMaterialHeightRatio = 1e-6;

/// Sine of the angle to warp or weft up to which a side of a triangle is a yarn of a mass-spring cloth [1]. With a
/// larger value, irregular grids keep their soft shear; with a smaller one, they are treated as meshes without yarns.
inline constexpr double kYarnAlignmentSine = 0.02;

/// Weight of the penalty on large stiffnesses when spring stiffnesses are fitted to a triangle without yarns [1]. It
/// bounds the stiffnesses of slivers, whose three sides have nearly one direction. With a larger value, all sides of a
/// triangle become more alike.
inline constexpr double kSpringFitRegularisation = 1e-3;

/// Sum of the weights of an attachment or a contact that counts as zero [1]: many times its rounding. It is only
/// checked. With a larger value, wrong weights pass; with a smaller one, rounding fails the check. Weights in a scene
/// have a larger tolerance, kInputWeightSumTolerance, because people round them.
inline constexpr double kWeightSumTolerance = 1e-12;

/// Relative error of the patch test at which the calibration of bending stops [1]: it is far below the uncertainty of
/// measured rigidities. With a larger value, irregular meshes bend less exactly; a smaller one takes more sweeps at the
/// start.
inline constexpr double kPatchErrorTolerance = 1e-3;

/// Number of final sweeps of that calibration, which restore the moments that were right before it [1]. A larger value
/// makes the start slower; with a smaller one, some directions stay too soft.
inline constexpr int kRestoringSweeps = 5;

/// Relative eigenvalue below which the two triangles of a hinge are taken not to resolve a direction of curvature [1].
/// With a larger value, directions are ignored that could be measured; with a smaller one, rounding is amplified.
inline constexpr double kSingularCurvatureRatio = 1e-10;

/// Smallest bending rigidity in one direction, relative to the larger one of warp and weft [1]. It keeps the form of
/// the bending energy positive. With a larger value, fabrics that are soft in one direction are too stiff there; with a
/// smaller one, the form is badly conditioned.
inline constexpr double kMinRigidityRatio = 1e-6;

/// Distance up to which vertices of the host belong to the footprint of an object, in distances of the nearest one [1],
/// where the scene gives no reach. With a larger value, a larger area below the object becomes stiff; with a smaller
/// one, too few vertices hold the object.
inline constexpr double kFootprintReachRatio = 1.5;

}  // namespace muslin::tolerance
