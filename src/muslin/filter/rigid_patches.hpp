#pragma once
#include <cstdint>
#include <muslin/filter/shape_matching.hpp>
#include <span>
#include <vector>

namespace muslin {

/// How something answers to an impulse: it moves by inverse_mass per [N s], and turns by inverse_inertia per [N m s].
struct Mobility {
  double inverse_mass = 0.0;            ///< [1/kg]
  Mat3 inverse_inertia = Mat3::Zero();  ///< [1/(kg m²)], in the world
};

/// Sets of vertices that move like rigid bodies, of six degrees of freedom each, with the masses and the inertia of
/// their vertices.
class RigidPatches {
 public:
  RigidPatches() = default;
  /// `members`: vertices of each patch, none in two of them. `rest` and `mass`: of all vertices.
  RigidPatches(std::vector<std::vector<VertexId>> members, std::span<const Vec3> rest, std::span<const double> mass);

  [[nodiscard]] std::size_t size() const { return patches_.size(); }
  [[nodiscard]] std::span<const VertexId> members(std::size_t patch) const { return patches_[patch].members; }
  /// -1: none.
  [[nodiscard]] std::int32_t patch_of(VertexId v) const {
    return v.index() < patch_of_.size() ? patch_of_[v.index()] : -1;
  }

  /// Takes up the poses nearest to where the members are, and puts them there.
  void fit(std::span<Vec3> x);
  [[nodiscard]] Mobility mobility(std::size_t patch) const;
  /// From the centre of its patch to a member, as the patch stands [m].
  [[nodiscard]] Vec3 arm(VertexId member) const;
  /// Moves by a translation of its centre [m], and turns by a vector [rad].
  void move(std::size_t patch, const Vec3& translation, const Vec3& rotation);
  /// Where the patches stand, to come back to.
  [[nodiscard]] std::vector<Placement> poses() const;
  void set_poses(std::span<const Placement> poses);
  /// Puts the members where their patches stand.
  void place(std::span<Vec3> x) const;
  /// The largest distance of a member from where the best fit has it [m]: of one patch, and of all.
  [[nodiscard]] double shape_error(std::size_t patch, std::span<const Vec3> x) const;
  [[nodiscard]] double shape_error(std::span<const Vec3> x) const;
  /// Of the patch: its largest arm, doubled [m].
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
  std::vector<std::int32_t> patch_of_, member_of_;  ///< of each vertex: its patch, and which of its members it is
};

}  // namespace muslin
