#pragma once
#include <array>
#include <muslin/contact/contact.hpp>
#include <muslin/geometry/topology.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The vertices of one of the two elements of a contact, and how much each counts (|c|, which sum to 1).
struct ContactSide {
  std::array<VertexId, 3> vertex;
  std::array<double, 3> weight = {};
  std::size_t size = 0;

  [[nodiscard]] std::span<const VertexId> vertices() const { return {vertex.data(), size}; }
};

/// Side 0 has vertex 0, side 1 vertex 3; the normal of the contact points from the first to the second.
[[nodiscard]] ContactSide contact_side(const Contact& contact, int side);

/// A mesh as clusters see it: which faces an element belongs to, and which vertices are near which.
class ClusterMesh {
 public:
  ClusterMesh() = default;
  /// `segments` are those of cables.
  ClusterMesh(std::size_t vertex_count, std::vector<Triangle> triangles, std::vector<Segment> segments);

  /// Is it one of these elements?
  [[nodiscard]] bool matches(std::size_t vertex_count, std::span<const Triangle> triangles,
                             std::span<const Segment> segments) const;

  [[nodiscard]] const Triangle& triangle(TriangleId face) const { return triangles_[face.index()]; }
  [[nodiscard]] const Topology& topology() const { return topology_; }

  /// Calls take(face) for the faces that collide when an element does: those around a vertex, those beside an edge, or
  /// the triangle itself [Huh01 §2.2]. None of a cable.
  template <class Take>
  void for_each_face(const ContactSide& side, Take&& take) const {
    for (const TriangleId face : topology_.vertex_triangles[side.vertex[0].index()]) {
      const Triangle& corners = triangle(face);
      bool has_all = true;
      for (const VertexId v : side.vertices()) has_all &= v == corners[0] || v == corners[1] || v == corners[2];
      if (has_all) take(face);
    }
  }

  /// Calls take(other end) for the edges at a vertex.
  template <class Take>
  void for_each_neighbour(VertexId vertex, Take&& take) const {
    for (const EdgeId edge : topology_.vertex_edges[vertex.index()]) {
      const Segment& ends = topology_.edges[edge.index()];
      take(ends[0] == vertex ? ends[1] : ends[0]);
    }
  }

  /// Unit normal of a face; zero where it has no area.
  [[nodiscard]] Vec3 normal(TriangleId face, std::span<const Vec3> position) const;

 private:
  std::size_t vertex_count_ = 0;
  std::vector<Triangle> triangles_;
  std::vector<Segment> segments_;
  Topology topology_;
};

}  // namespace muslin
