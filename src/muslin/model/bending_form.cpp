#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/model/bending_calibration.hpp>
#include <muslin/model/bending_form.hpp>

namespace muslin {
namespace {

using detail::TriangleRigidity;

constexpr std::size_t kFormsPerChunk = 512;

TriangleRigidity rigidity_of(const RestTriangle& triangle, double warp, double weft) {
  const double twist = std::sqrt(warp * weft);
  if (!triangle.has_material) return {twist, twist, twist};
  return {warp, weft, twist};
}

/// Returns F such that ½ φᵀ F φ is the energy of S = Σ φ_k |e_k|/A n nᵀ over the triangle.
Mat3 slope_form(const RestTriangle& triangle, const TriangleRigidity& rigidity) {
  Mat3 curvature;  // (κ₁₁, κ₂₂, κ₁₂) per φ_k
  for (int k = 0; k < 3; ++k) {
    const RestTriangle::Side& side = triangle.sides[static_cast<std::size_t>(k)];
    const Vec2& n = side.outward;
    curvature.col(k) = side.length / triangle.area * Vec3(n.x() * n.x(), n.y() * n.y(), n.x() * n.y());
  }
  const Vec3 weight(rigidity.warp, rigidity.weft, 2.0 * rigidity.twist);
  const Mat3 form = triangle.area * curvature.transpose() * weight.asDiagonal() * curvature;
  return 0.5 * (form + form.transpose());
}

/// Eliminates the slope of a free side, at which no moment acts.
void condense(Mat3& form, int side) {
  const Vec3 column = form.col(side);
  if (column[side] > 0.0) form -= (column * column.transpose() / column[side]).eval();
  form.row(side).setZero();
  form.col(side).setZero();
}

/// Returns the share of its angle that a hinge gives to its first triangle, chosen to fit all constant curvatures best.
double first_share(const Hinges& hinges, const Hinge& hinge) {
  const Vec3 first = detail::triangle_angle_weights(hinges, hinge, 0),
             second = detail::triangle_angle_weights(hinges, hinge, 1);
  const Vec3 weight(1.0, 0.5, 1.0);  // κ_nt appears twice in the tensor
  const Vec3 sum = first + second;
  const double square = sum.dot(weight.cwiseProduct(sum));
  if (!(square > 0.0)) return 0.5;
  return std::clamp(first.dot(weight.cwiseProduct(sum)) / square, 0.0, 1.0);
}

/// Returns +1 for each side, or -1 where the front of triangle t is the back of the hinge.
Vec3 signs_of(const Hinges& hinges, std::size_t t) {
  Vec3 signs = Vec3::Ones();
  for (int k = 0; k < 3; ++k) {
    const std::int32_t h = hinges.triangle_hinges[t][static_cast<std::size_t>(k)];
    if (h < 0) continue;
    const Hinge& hinge = hinges.hinges[static_cast<std::size_t>(h)];
    if (!hinge.same_front && hinge.triangles[1] == TriangleId(t)) signs[k] = -1.0;
  }
  return signs;
}

}  // namespace

BendingForm make_bending_form(const Mesh& mesh, const Topology& topology, const Fabric& fabric,
                              const BendingFormOptions& options) {
  MUSLIN_ASSERT(fabric.bending_warp >= 0.0 && fabric.bending_weft >= 0.0);
  BendingForm result;
  result.hinges = make_hinges(mesh, topology);
  const Hinges& hinges = result.hinges;
  const std::size_t count = hinges.triangles.size();
  result.stiffness.assign(count, Mat3::Zero());
  const double largest = std::max(fabric.bending_warp, fabric.bending_weft);
  if (!(largest > 0.0)) return result;
  const double warp = std::max(fabric.bending_warp / largest, tolerance::kMinRigidityRatio);
  const double weft = std::max(fabric.bending_weft / largest, tolerance::kMinRigidityRatio);

  // Step 1, in units of the larger rigidity.
  std::vector<TriangleRigidity> rigidities(count);
  std::vector<Vec3> scales(count, Vec3::Ones());
  std::vector<Mat3> shared(count, Mat3::Zero());
  parallel_for(count, kFormsPerChunk, [&](std::size_t t) {
    const RestTriangle& triangle = hinges.triangles[t];
    rigidities[t] = rigidity_of(triangle, warp, weft);
    const auto& sides = hinges.triangle_hinges[t];
    if (std::all_of(sides.begin(), sides.end(), [](std::int32_t h) { return h < 0; })) return;
    Mat3 form = slope_form(triangle, rigidities[t]);
    scales[t] = form.diagonal().cwiseSqrt();
    Vec3 share = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
      const std::int32_t h = sides[static_cast<std::size_t>(k)];
      if (h < 0) {
        condense(form, k);
        continue;
      }
      const Hinge& hinge = hinges.hinges[static_cast<std::size_t>(h)];
      const double first = first_share(hinges, hinge);
      share[k] = hinge.triangles[0] == TriangleId(t) ? first : 1.0 - first;
    }
    shared[t] = share.asDiagonal() * form * share.asDiagonal();
  });

  // Steps 2 and 3.
  std::vector<Mat3> calibrated = shared;
  result.patch_error = detail::calibrate_bending(hinges, rigidities, scales, options.sweeps, calibrated);
  const double kept = options.sweeps > 0 ? options.uncalibrated_share : 1.0;
  parallel_for(count, kFormsPerChunk, [&](std::size_t t) {
    const Vec3 signs = signs_of(hinges, t);
    const Mat3 form = largest * ((1.0 - kept) * calibrated[t] + kept * shared[t]);
    result.stiffness[t] = signs.asDiagonal() * (0.5 * (form + form.transpose())) * signs.asDiagonal();
  });
  return result;
}

}  // namespace muslin
