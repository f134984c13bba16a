#pragma once
#include <array>
#include <muslin/contact/contact.hpp>
#include <muslin/geometry/topology.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The vertices of one of the two elements of a contact, with their weights |c|, which sum to 1.
struct ContactSide {
  std::array<VertexId, 3> vertex;
  std::array<double, 3> weight = {};
  std::size_t size = 0;

  [[nodiscard]] std::span<const VertexId> vertices() const { return {vertex.data(), size}; }
};

/// Returns one side of a contact. Side 0 contains vertex 0 and side 1 contains vertex 3; the normal of the contact
/// points from side 0 to side 1.
[[nodiscard]] ContactSide contact_side(const Contact& contact, int side);

/// A mesh with the queries that clusters need: the faces that an element belongs to, and the neighbours of a vertex.
class ClusterMesh {
 public:
  ClusterMesh() = default;
  /// `segments` are the segments of cables.
  ClusterMesh(std::size_t vertex_count, std::vector<Triangle> triangles, std::vector<Segment> segments);

  /// Returns whether this object was built from these elements.
  [[nodiscard]] bool matches(std::size_t vertex_count, std::span<const Triangle> triangles,
                             std::span<const Segment> segments) const;

  [[nodiscard]] const Triangle& triangle(TriangleId face) const { return triangles_[face.index()]; }
  [[nodiscard]] const Topology& topology() const { return topology_; }

  /// Calls take(face) for the faces that are in contact when an element is: those around a vertex, those beside an
  /// edge, or the triangle itself [Huh01 §2.2]. A cable has no faces.
  template <class Take>
  void for_each_face(const ContactSide& side, Take&& take) const {
    for (const TriangleId face : topology_.vertex_triangles[side.vertex[0].index()]) {
      const Triangle& corners = triangle(face);
      bool has_all = true;
      for (const VertexId v : side.vertices()) has_all &= v == corners[0] || v == corners[1] || v == corners[2];
      if (has_all) take(face);
    }
  }

  /// Calls take(vertex) for the other end of each edge at a vertex.
  template <class Take>
  void for_each_neighbour(VertexId vertex, Take&& take) const {
    for (const EdgeId edge : topology_.vertex_edges[vertex.index()]) {
      const Segment& ends = topology_.edges[edge.index()];
      take(ends[0] == vertex ? ends[1] : ends[0]);
    }
  }

  /// Returns the unit normal of a face, or zero if the face has no area.
  [[nodiscard]] Vec3 normal(TriangleId face, std::span<const Vec3> position) const;

 private:
  std::size_t vertex_count_ = 0;
  std::vector<Triangle> triangles_;
  std::vector<Segment> segments_;
  Topology topology_;
};

}  // namespace muslin
