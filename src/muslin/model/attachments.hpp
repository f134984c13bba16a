#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/model/axial_spring.hpp>
#include <muslin/model/element.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Attaches a point of one body to a point of another. g = Σ c_a x_a is the vector between the two points, with Σ
/// c_a = 0. The weights are those of a contact: vertex 3 on triangle 0-1-2 has c = (-α₀, -α₁, -α₂, 1). Unused corners
/// have an invalid vertex and weight 0.
struct Attachment {
  std::array<VertexId, 4> vertices = {};
  std::array<double, 4> weights = {};
  double rest_length = 0.0;  ///< [m] ≥ 0; 0 keeps the two points together
  double stiffness = 0.0;    ///< [N/m] ≥ 0
  double damping = 0.0;      ///< [s] force per rate of extension, relative to the stiffness
};

[[nodiscard]] Attachment vertex_to_vertex(VertexId vertex, VertexId target);
/// Attaches a vertex to the point at `fraction` of the segment from target[0] to target[1].
[[nodiscard]] Attachment vertex_to_edge(VertexId vertex, const std::array<VertexId, 2>& target, double fraction);
/// Attaches a vertex to the point with barycentric weights `at`, which sum to 1.
[[nodiscard]] Attachment vertex_to_triangle(VertexId vertex, const std::array<VertexId, 3>& target, const Vec3& at);

/// Springs ½ k (|g| - l)² between points of bodies. Forces act along g, so angular momentum is conserved. With l = 0
/// the energy ½ k g² is smooth even where the points meet, and the matrix is exact. Damping acts along g.
class Attachments {
 public:
  static constexpr int kCorners = 4;
  static constexpr NetForce kNetForce = NetForce::zero;

  void add(const Attachment& attachment);

  [[nodiscard]] std::size_t size() const { return attachments_.size(); }
  [[nodiscard]] const std::array<VertexId, 4>& vertices(std::size_t e) const { return attachments_[e].vertices; }
  [[nodiscard]] const Attachment& attachment(std::size_t e) const { return attachments_[e]; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);

  [[nodiscard]] double energy(std::size_t e) const { return now_[e].energy; }
  [[nodiscard]] Vec3 force(std::size_t e, int a) const { return (-weight(e, a) * now_[e].tension) * now_[e].direction; }
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int a) const {
    return (-weight(e, a) * now_[e].elastic) * now_[e].direction;
  }
  [[nodiscard]] Mat3 block(std::size_t e, int a, int b, MatrixWeights weights) const {
    return (weight(e, a) * weight(e, b)) * now_[e].matrix(weights);
  }

 private:
  [[nodiscard]] double weight(std::size_t e, int a) const {
    return attachments_[e].weights[static_cast<std::size_t>(a)];
  }

  std::vector<Attachment> attachments_;
  std::vector<detail::AxialSpring> now_;
};
static_assert(ElementKind<Attachments>);

}  // namespace muslin
