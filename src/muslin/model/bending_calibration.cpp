#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/model/bending_calibration.hpp>

namespace muslin::detail {
namespace {

constexpr std::size_t kPerChunk = 256;

/// Returns the map from (κ_nn, κ_nt, κ_tt) to the curvatures (κ₁₁, κ₂₂, κ₁₂) in flat coordinates.
Mat3 from_edge_frame(const Vec2& n, const Vec2& t) {
  Mat3 m;
  m.col(0) = Vec3(n.x() * n.x(), n.y() * n.y(), n.x() * n.y());
  m.col(1) = Vec3(2.0 * n.x() * t.x(), 2.0 * n.y() * t.y(), n.x() * t.y() + n.y() * t.x());
  m.col(2) = Vec3(t.x() * t.x(), t.y() * t.y(), t.x() * t.y());
  return m;
}

/// Returns the row in κ_nn = row · (κ₁₁, κ₂₂, κ₁₂).
Vec3 across(const Vec2& n) { return {n.x() * n.x(), n.y() * n.y(), 2.0 * n.x() * n.y()}; }

Vec3 moment_weights(const TriangleRigidity& b) { return {b.warp, b.weft, b.twist}; }

/// The condition of one hinge on the forms k of its two triangles: Σ_T (k_T θ_T(K))_side = |e| m_nn(K) for each
/// constant curvature K that leaves the free edges of both without moment. There are up to three such K, orthonormal in
/// energy. The condition is stated in scaled angles θ̂ = s θ and forms k̂ = k/(s sᵀ).
struct MomentCondition {
  std::array<std::size_t, 2> triangle;
  std::array<int, 2> side;
  std::array<Mat3, 2> angles;   ///< θ̂ of each triangle, one column per K
  std::array<double, 2> scale;  ///< scale s of the side
  Mat3 inverse;                 ///< maps a mismatch to the smallest change of both forms that removes it
  Vec3 moment;                  ///< |e| m_nn
  Vec3 first_mismatch;          ///< mismatch after step 1
};

Mat3 pseudo_inverse(const Mat3& m) {
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(m);
  Vec3 inverse = Vec3::Zero();
  for (int i = 0; i < 3; ++i)
    if (eigen.eigenvalues()[i] > tolerance::kSingularCurvatureRatio * eigen.eigenvalues()[2])
      inverse[i] = 1.0 / eigen.eigenvalues()[i];
  return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

class Calibration {
 public:
  Calibration(const Hinges& hinges, const std::vector<TriangleRigidity>& rigidities, const std::vector<Vec3>& scales,
              std::vector<Mat3>& forms)
      : hinges_(hinges),
        rigidities_(rigidities),
        scales_(scales),
        forms_(forms),
        moment_conditions_(hinges.hinges.size()) {
    std::vector<Mat3> angles(hinges.triangles.size());
    parallel_for(angles.size(), kPerChunk, [&](std::size_t t) {
      angles[t] = scales_[t].asDiagonal() * constant_curvature_angles(hinges_, t);
      const Vec3 inverse = scales_[t].cwiseInverse();
      forms_[t] = inverse.asDiagonal() * forms_[t] * inverse.asDiagonal();
    });
    parallel_for(moment_conditions_.size(), kPerChunk, [&](std::size_t h) {
      moment_conditions_[h] = make_moment_condition(hinges_.hinges[h], angles);
      moment_conditions_[h].first_mismatch = mismatch(moment_conditions_[h]);
    });
  }

  [[nodiscard]] double error() const {
    std::vector<Vec2> parts(chunk_count(moment_conditions_.size(), kPerChunk));  // squares of mismatch and moment
    parallel_chunks(moment_conditions_.size(), kPerChunk, [&](Chunk chunk) {
      Vec2 sum = Vec2::Zero();
      for (std::size_t h = chunk.begin; h < chunk.end; ++h)
        sum += Vec2(mismatch(moment_conditions_[h]).squaredNorm(), moment_conditions_[h].moment.squaredNorm());
      parts[chunk.index] = sum;
    });
    Vec2 total = Vec2::Zero();
    for (const Vec2& part : parts) total += part;
    return total[1] > 0.0 ? std::sqrt(total[0] / total[1]) : 0.0;
  }

  /// Projects once onto each hinge's condition, then onto the cones. If `restoring`, the part of a mismatch that is a
  /// multiple (0 to 1) of the first one may stay.
  void sweep(bool restoring) {
    for (const MomentCondition& condition : moment_conditions_) {
      Vec3 wanted = mismatch(condition);
      const double first = condition.first_mismatch.squaredNorm();
      if (restoring && first > 0.0)
        wanted -= std::clamp(wanted.dot(condition.first_mismatch) / first, 0.0, 1.0) * condition.first_mismatch;
      const Vec3 multiplier = condition.inverse * wanted;
      for (std::size_t i = 0; i < 2; ++i) {
        const Vec3 change = 0.5 * condition.scale[i] * (condition.angles[i] * multiplier);
        Mat3& form = forms_[condition.triangle[i]];
        form.row(condition.side[i]) += change.transpose();
        form.col(condition.side[i]) += change;
      }
    }
    parallel_for(forms_.size(), kPerChunk, [&](std::size_t t) { make_positive(forms_[t]); });
  }

  void finish() {
    parallel_for(forms_.size(), kPerChunk,
                 [&](std::size_t t) { forms_[t] = scales_[t].asDiagonal() * forms_[t] * scales_[t].asDiagonal(); });
  }

 private:
  static void make_positive(Mat3& form) {
    if (Eigen::LLT<Mat3>(form).info() == Eigen::Success) return;
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(form);
    if (eigen.eigenvalues()[0] >= 0.0) return;
    const Vec3 positive = eigen.eigenvalues().cwiseMax(0.0);
    form = eigen.eigenvectors() * positive.asDiagonal() * eigen.eigenvectors().transpose();
  }

  [[nodiscard]] Vec3 mismatch(const MomentCondition& condition) const {
    Vec3 moment = condition.moment;
    for (std::size_t i = 0; i < 2; ++i)
      moment -=
          condition.scale[i] * (condition.angles[i].transpose() * forms_[condition.triangle[i]].col(condition.side[i]));
    return moment;
  }

  MomentCondition make_moment_condition(const Hinge& hinge, const std::vector<Mat3>& angles) const {
    MomentCondition condition;
    // Transform from the hinge's frame to those of both triangles, and sum their energy and their moments at the hinge.
    std::array<Mat3, 2> to_triangle;
    Mat3 energy = Mat3::Zero();
    Vec3 moment = Vec3::Zero();
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t t = hinge.triangles[i].index();
      const RestTriangle::Side& side = hinges_.side(hinge, i);
      const bool reversed = i == 1 && hinge.same_front;
      to_triangle[i] =
          from_edge_frame(i == 0 ? side.outward : Vec2(-side.outward), reversed ? Vec2(-side.along) : side.along);
      const TriangleRigidity& b = rigidities_[t];
      energy += to_triangle[i].transpose() * Vec3(b.warp, b.weft, 2.0 * b.twist).asDiagonal() * to_triangle[i];
      moment += 0.5 * side.length * (to_triangle[i].transpose() * moment_weights(b).cwiseProduct(across(side.outward)));
      condition.triangle[i] = t;
      condition.side[i] = hinge.sides[i];
      condition.scale[i] = scales_[t][hinge.sides[i]];
    }
    // Orthonormal in energy: K = L⁻ᵀ y.
    const Eigen::LLT<Mat3> factor(energy);
    const Mat3 curvature = factor.matrixU().solve(Mat3::Identity());
    const Mat3 allowed = curvature * without_free_moments(hinge, to_triangle, curvature);

    condition.moment = allowed.transpose() * moment;
    Mat3 gram = Mat3::Zero();
    for (std::size_t i = 0; i < 2; ++i) {
      condition.angles[i] = angles[condition.triangle[i]] * to_triangle[i] * allowed;
      const Vec3 own = condition.angles[i].row(condition.side[i]).transpose();
      gram += 0.5 * condition.scale[i] * condition.scale[i] *
              (condition.angles[i].transpose() * condition.angles[i] + own * own.transpose());
    }
    condition.inverse = pseudo_inverse(gram);
    return condition;
  }

  /// Projects onto the curvatures (as y) that put no moment on a free side of the hinge's triangles. A sheet bent
  /// across a free edge is not at rest, so the condition must not require it.
  Mat3 without_free_moments(const Hinge& hinge, const std::array<Mat3, 2>& to_triangle, const Mat3& curvature) const {
    Mat3 forbidden = Mat3::Zero();
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t t = hinge.triangles[i].index();
      for (std::size_t k = 0; k < 3; ++k) {
        if (hinges_.triangle_hinges[t][k] >= 0) continue;
        const Vec3 weights = moment_weights(rigidities_[t]).cwiseProduct(across(hinges_.triangles[t].sides[k].outward));
        const Vec3 row = (curvature.transpose() * (to_triangle[i].transpose() * weights)).normalized();
        forbidden += row * row.transpose();
      }
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(forbidden);
    Vec3 keep = Vec3::Zero();
    for (int j = 0; j < 3; ++j)
      if (eigen.eigenvalues()[j] < tolerance::kSingularCurvatureRatio) keep[j] = 1.0;
    return eigen.eigenvectors() * keep.asDiagonal();
  }

  const Hinges& hinges_;
  const std::vector<TriangleRigidity>& rigidities_;
  const std::vector<Vec3>& scales_;
  std::vector<Mat3>& forms_;
  std::vector<MomentCondition> moment_conditions_;
};

}  // namespace

Vec3 triangle_angle_weights(const Hinges& hinges, const Hinge& hinge, std::size_t which) {
  // With w = ½ xᵀKx about the middle of the edge, the plane through the triangle's corners reduces the slope by this.
  const RestTriangle::Side& side = hinges.side(hinge, which);
  const double foot = hinges.foot(hinge, which), half = 0.5 * side.length;
  return {0.5 * side.height, which == 0 ? -foot : foot, (foot * foot - half * half) / (2.0 * side.height)};
}

Mat3 constant_curvature_angles(const Hinges& hinges, std::size_t triangle) {
  Mat3 angles = Mat3::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int32_t h = hinges.triangle_hinges[triangle][k];
    if (h < 0) continue;
    const Hinge& hinge = hinges.hinges[static_cast<std::size_t>(h)];
    const bool first = hinge.triangles[0] == TriangleId(triangle);
    const RestTriangle::Side& side = hinges.triangles[triangle].sides[k];
    const Vec2 n = first ? side.outward : Vec2(-side.outward);
    const Vec2 t = !first && hinge.same_front ? Vec2(-side.along) : side.along;
    const Vec3 row = triangle_angle_weights(hinges, hinge, 0) + triangle_angle_weights(hinges, hinge, 1);
    angles.row(static_cast<int>(k)) = row[0] * across(n) + row[2] * across(t) +
                                      row[1] * Vec3(n.x() * t.x(), n.y() * t.y(), n.x() * t.y() + n.y() * t.x());
  }
  return angles;
}

double calibrate_bending(const Hinges& hinges, const std::vector<TriangleRigidity>& rigidities,
                         const std::vector<Vec3>& scales, int sweeps, std::vector<Mat3>& stiffness) {
  Calibration calibration(hinges, rigidities, scales, stiffness);
  int done = 0;
  while (done < sweeps && calibration.error() > tolerance::kPatchErrorTolerance) {
    calibration.sweep(false);
    ++done;
  }
  if (done > 0 && calibration.error() > tolerance::kPatchErrorTolerance)
    for (int i = 0; i < tolerance::kRestoringSweeps; ++i) calibration.sweep(true);
  const double error = calibration.error();
  calibration.finish();
  return error;
}

}  // namespace muslin::detail
