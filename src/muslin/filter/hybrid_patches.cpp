#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/hybrid_patches.hpp>

namespace muslin {
namespace {

template <class Visit>
void for_each_of_square(int side, const Visit& visit) {
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      visit(row, column, row == 0 || column == 0 || row == side - 1 || column == side - 1);
}

Vec3 weighted_mean(std::span<const Vec3> x, std::span<const double> mass) {
  Vec3 sum = Vec3::Zero();
  double total = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += mass[i] * x[i];
    total += mass[i];
  }
  return sum / total;
}

/// The two directions of largest spread, as columns.
Eigen::Matrix<double, 3, 2> fitting_plane(std::span<const Vec3> arm, std::span<const double> mass) {
  Mat3 spread = Mat3::Zero();
  for (std::size_t i = 0; i < arm.size(); ++i) spread += mass[i] * arm[i] * arm[i].transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(spread);
  Eigen::Matrix<double, 3, 2> plane;
  plane << axes.eigenvectors().col(2), axes.eigenvectors().col(1);
  return plane;
}

double misfit(const Placement& placement, std::span<const Vec3> arm, std::span<const double> mass,
              std::span<const Vec3> x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += mass[i] * (x[i] - placement(arm[i])).squaredNorm();
  return sum;
}

}  // namespace

Placement match_flat_shape(std::span<const Vec3> arm, std::span<const double> mass, std::span<const Vec3> x) {
  Placement best;
  best.centre = weighted_mean(x, mass);
  std::vector<Vec3> now(x.begin(), x.end());
  for (Vec3& point : now) point -= best.centre;
  const Eigen::Matrix<double, 3, 2> rest_plane = fitting_plane(arm, mass);
  double best_misfit = -1.0;
  for (const double side : {1.0, -1.0}) {
    Eigen::Matrix<double, 3, 2> plane = fitting_plane(now, mass);
    plane.col(1) *= side;
    // The angle of the best rotation from the shape's planar coordinates to those of the points.
    double cosine = 0.0, sine = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Vec2 r = rest_plane.transpose() * arm[i], p = plane.transpose() * now[i];
      cosine += mass[i] * r.dot(p);
      sine += mass[i] * (r.x() * p.y() - r.y() * p.x());
    }
    const Eigen::Rotation2Dd planar_rotation(std::atan2(sine, cosine));
    const Vec3 rest_normal = rest_plane.col(0).cross(rest_plane.col(1)), normal = plane.col(0).cross(plane.col(1));
    Placement tried = best;
    tried.rotation =
        plane * planar_rotation.toRotationMatrix() * rest_plane.transpose() + normal * rest_normal.transpose();
    const double tried_misfit = misfit(tried, arm, mass, x);
    if (best_misfit >= 0.0 && tried_misfit >= best_misfit) continue;
    best_misfit = tried_misfit;
    best.rotation = tried.rotation;
  }
  return best;
}

void HybridPatches::add(const Patch& patch, const HybridOptions& options, std::span<const Vec3> rest,
                        std::span<const double> mass) {
  Square square;
  square.options = options;
  square.side = patch.side;
  square.vertices = patch.vertices;
  for_each_of_square(patch.side, [&](int row, int column, bool is_outline) {
    const VertexId v = patch.vertices[static_cast<std::size_t>(row * patch.side + column)];
    square.arm.push_back(rest[v.index()]);
    square.mass.push_back(mass[v.index()]);
    if (!is_outline) return;
    square.outline.push_back(v);
    square.outline_arm.push_back(rest[v.index()]);
    square.outline_mass.push_back(mass[v.index()]);
  });
  const Vec3 centre = weighted_mean(square.arm, square.mass);
  const Vec3 outline_centre = weighted_mean(square.outline_arm, square.outline_mass);
  for (Vec3& arm : square.arm) arm -= centre;
  for (Vec3& arm : square.outline_arm) arm -= outline_centre;
  mixes_once_ = mixes_once_ || options.order == HybridOrder::once;
  square.size = (square.arm.back() - square.arm.front()).norm();
  squares_.push_back(std::move(square));
}

/// Progressive shape matching [Liu11, Algorithm 5.2.2]: moves by a share of the displacement to the goals until they
/// are near, then snaps to them. Returns the displacements of the outline.
std::vector<Vec3> HybridPatches::progress(const Square& square, std::span<const Vec3> x) {
  std::vector<Vec3> now, begin;
  for (const VertexId v : square.outline) now.push_back(x[v.index()]);
  begin = now;
  const double near = square.options.snap_distance_share * square.size;
  for (int round = 0; round < tolerance::kMaxShapeMatchingRounds; ++round) {
    const Placement goal = square.options.matching == MatchingKind::planar
                               ? match_flat_shape(square.outline_arm, square.outline_mass, now)
                               : match_shape(square.outline_arm, square.outline_mass, now);
    double distance = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i) distance += (goal(square.outline_arm[i]) - now[i]).squaredNorm();
    const bool is_near = distance <= near * near;
    const double share = is_near ? 1.0 : square.options.step;
    for (std::size_t i = 0; i < now.size(); ++i) now[i] += share * (goal(square.outline_arm[i]) - now[i]);
    if (is_near) break;
  }
  for (std::size_t i = 0; i < now.size(); ++i) now[i] -= begin[i];
  return now;
}

void HybridPatches::mix(std::span<const Vec3> x, std::span<Vec3> displacement) {
  for (const Square& square : squares_) {
    std::vector<Vec3> matching = progress(square, x);
    Vec3 projected = Vec3::Zero(), matched = Vec3::Zero();
    for (std::size_t i = 0; i < matching.size(); ++i) {
      projected += displacement[square.outline[i].index()];
      matched += matching[i];
    }
    ++matchings_.mixed;
    double projection_share = square.options.projection_share, matching_share = 1.0 - projection_share;
    if (projected.dot(matched) < 0.0) {
      ++matchings_.dropped;
      if (square.options.conflict_rule == ConflictRule::drop) {
        projection_share = 1.0;
        matching_share = 0.0;
      } else {
        const Vec3 direction = projected.normalized();
        for (Vec3& m : matching) m -= m.dot(direction) * direction;
      }
    }
    for (std::size_t i = 0; i < matching.size(); ++i) {
      Vec3& w = displacement[square.outline[i].index()];
      w = projection_share * w + matching_share * matching[i];
    }
  }
}

/// Interpolates between opposite sides in both directions and subtracts the corners, which count twice (a Coons patch).
void HybridPatches::fill(std::span<Vec3> x) const {
  for (const Square& square : squares_) {
    const int last = square.side - 1;
    const auto at = [&](int row, int column) -> Vec3& {
      return x[square.vertices[static_cast<std::size_t>(row * square.side + column)].index()];
    };
    for (int row = 1; row < last; ++row)
      for (int column = 1; column < last; ++column) {
        const double v = double(row) / last, u = double(column) / last;
        const Vec3 along = (1.0 - u) * at(row, 0) + u * at(row, last);
        const Vec3 across = (1.0 - v) * at(0, column) + v * at(last, column);
        const Vec3 corners =
            (1.0 - v) * ((1.0 - u) * at(0, 0) + u * at(0, last)) + v * ((1.0 - u) * at(last, 0) + u * at(last, last));
        at(row, column) = along + across - corners;
      }
  }
}

HybridPatches::Deviation HybridPatches::deviation(std::span<const Vec3> x) const {
  Deviation result;
  for (const Square& square : squares_) {
    std::vector<Vec3> now;
    for (const VertexId v : square.vertices) now.push_back(x[v.index()]);
    const Placement goal = match_shape(square.arm, square.mass, now);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const double squared = (goal(square.arm[i]) - now[i]).squaredNorm();
      result.largest = std::max(result.largest, std::sqrt(squared));
      result.squares += squared;
      ++result.vertices;
    }
  }
  return result;
}

}  // namespace muslin
