#pragma once
#include <cstdint>
#include <muslin/filter/shape_matching.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The response to impulses: velocity per impulse [N s], and angular velocity per angular impulse [N m s].
struct Mobility {
  double inverse_mass = 0.0;            ///< [1/kg]
  Mat3 inverse_inertia = Mat3::Zero();  ///< [1/(kg m²)], in world coordinates
};

/// Sets of vertices that move as rigid bodies with six degrees of freedom each, and with the mass and inertia of their
/// vertices.
class RigidPatches {
 public:
  RigidPatches() = default;
  /// `members` are the vertices of each patch; no vertex may be in two. `rest` and `mass` cover all vertices.
  RigidPatches(std::vector<std::vector<VertexId>> members, std::span<const Vec3> rest, std::span<const double> mass);

  [[nodiscard]] std::size_t size() const { return patches_.size(); }
  [[nodiscard]] std::span<const VertexId> members(std::size_t patch) const { return patches_[patch].members; }
  /// Index of the patch of a vertex; -1 if it has none.
  [[nodiscard]] std::int32_t patch_of(VertexId v) const {
    return v.index() < patch_of_.size() ? patch_of_[v.index()] : -1;
  }

  /// Finds the best-fitting poses, and moves the members to them.
  void fit(std::span<Vec3> x);
  [[nodiscard]] Mobility mobility(std::size_t patch) const;
  /// Vector from the centre of its patch to a member, in the current pose [m].
  [[nodiscard]] Vec3 arm(VertexId member) const;
  /// Moves a patch by a translation of its centre [m] and a rotation vector [rad].
  void move(std::size_t patch, const Vec3& translation, const Vec3& rotation);
  [[nodiscard]] std::vector<Placement> poses() const;
  void set_poses(std::span<const Placement> poses);
  /// Moves the members to the current poses.
  void place(std::span<Vec3> x) const;
  /// Largest distance of a member from the best fit [m]: of one patch, and of all.
  [[nodiscard]] double shape_error(std::size_t patch, std::span<const Vec3> x) const;
  [[nodiscard]] double shape_error(std::span<const Vec3> x) const;
  /// Twice the largest arm of a patch [m].
  [[nodiscard]] double diameter(std::size_t patch) const;

 private:
  struct Patch {
    std::vector<VertexId> members;
    std::vector<Vec3> arm;  ///< at rest, from the centre of mass
    std::vector<double> mass;
    double total_mass = 0.0;
    Mat3 inverse_inertia = Mat3::Zero();  ///< at rest
    Placement pose;
  };
  [[nodiscard]] Placement match(const Patch& patch, std::span<const Vec3> x) const;

  std::vector<Patch> patches_;
  std::vector<std::int32_t> patch_of_, member_of_;  ///< per vertex: its patch, and its index among the members
};

}  // namespace muslin
