#pragma once
#include <array>
#include <memory>
#include <muslin/geometry/mesh.hpp>
#include <muslin/sim/motion.hpp>
#include <muslin/sim/scene.hpp>
#include <string>
#include <vector>

namespace muslin::test {

/// A piece of a surface of revolution around a segment: its radius changes linearly between two spheres [m].
struct Limb {
  Vec3 begin;
  Vec3 end;
  double begin_radius = 0.0;
  double end_radius = 0.0;

  /// Returns the distance of a point from the surface, negative inside [m]. It is exact for equal radii.
  [[nodiscard]] double distance(const Vec3& x) const;
};

/// The animations of a figure. Each begins at rest in the pose in which garments are made, with both arms stretched out
/// to the sides.
enum class FigureMotion { raise_arms, walk, kick };

/// A person of 1.80 m who stands at the origin and faces along z, with y up. The body parts are closed surfaces that
/// pass through each other at the joints, as those of most animated characters do.
class Figure {
 public:
  /// Parts of the figure, in the order of limbs().
  enum Part {
    pelvis,
    belly,
    chest,
    shoulders,
    neck,
    head,
    left_upper_arm,
    left_forearm,
    left_hand,
    right_upper_arm,
    right_forearm,
    right_hand,
    left_thigh,
    left_shin,
    left_foot,
    right_thigh,
    right_shin,
    right_foot,
    part_count
  };

  /// `edge_length` is that of the triangles [m].
  explicit Figure(double edge_length);

  [[nodiscard]] const Mesh& mesh() const { return mesh_; }
  [[nodiscard]] const Limb& limb(Part part) const { return limbs_[part]; }
  /// Returns the part of the body that is nearest to a point, at the start.
  [[nodiscard]] const Limb& nearest_limb(const Vec3& x) const;
  /// Returns the positions of all vertices `time` seconds after the start of a motion [m].
  [[nodiscard]] std::vector<Vec3> pose(FigureMotion motion, double time) const;

 private:
  std::array<Limb, part_count> limbs_;
  Mesh mesh_;
  std::vector<Part> part_;  ///< of each vertex
};

/// Makes an obstacle "figure" that moves for `seconds`, with an animation of 24 frames per second.
[[nodiscard]] SceneBody make_figure_body(const Figure& figure, FigureMotion motion, double seconds);

}  // namespace muslin::test
