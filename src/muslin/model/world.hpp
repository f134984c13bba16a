#pragma once
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/model/air_drag.hpp>
#include <muslin/model/attachments.hpp>
#include <muslin/model/bend_springs.hpp>
#include <muslin/model/body.hpp>
#include <muslin/model/cable_bending.hpp>
#include <muslin/model/cable_drag.hpp>
#include <muslin/model/membrane.hpp>
#include <muslin/model/quadratic_bending.hpp>
#include <muslin/model/shell_bending.hpp>
#include <muslin/model/springs.hpp>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace muslin {

/// The linear bending forces of one body, whose vertices begin at `first_vertex` of the world.
struct SheetBending {
  QuadraticBending bending;
  std::size_t first_vertex = 0;
  double damping = 0.0;  ///< β [s]

  [[nodiscard]] bool contains(std::size_t vertex) const {
    return vertex >= first_vertex && vertex - first_vertex < bending.vertex_count();
  }
  /// Returns the body's part of an array over all vertices.
  template <class T>
  [[nodiscard]] std::span<T> part_of(std::span<T> all) const {
    return all.subspan(first_vertex, bending.vertex_count());
  }
};

/// All bodies in one index space, as masses and elements. The integrators know the scene only in this form. Bodies
/// follow each other, and each keeps the order of its vertices.
struct World {
  std::vector<BodyRange> bodies;
  std::vector<double> mass;            ///< mass of each vertex [kg]; 0 if no element gives it any
  std::vector<std::uint8_t> scripted;  ///< 1 for a vertex that follows a script and that no force moves, and for a
                                       ///< vertex without mass
  Loads loads;
  /// Groups of vertices that move as one rigid body: patches, and embedded objects with their footprints.
  std::vector<std::vector<VertexId>> rigid_groups;

  Membrane membrane;
  Springs springs;
  BendSprings bend_springs;
  ShellBending shell_bending;
  CableBending cable_bending;
  Attachments attachments;
  AirDrag air_drag;
  CableDrag cable_drag;
  std::vector<SheetBending> sheet_bending;

  [[nodiscard]] std::size_t vertex_count() const { return mass.size(); }
};

/// The only list of element kinds, as references. A new kind needs an entry here and a member above; System treats all
/// kinds in the same manner. Forces are added in this order, so changing it changes the last bits of every result.
template <class WorldType>
[[nodiscard]] auto element_kinds(WorldType& world) {
  return std::tie(world.membrane, world.springs, world.bend_springs, world.shell_bending, world.cable_bending,
                  world.attachments, world.air_drag, world.cable_drag);
}

/// Calls body(elements) for each kind of element that a world has.
template <class WorldType, class Body>
void for_each_element_kind(WorldType& world, Body&& body) {
  std::apply([&](auto&... elements) { (body(elements), ...); }, element_kinds(world));
}

/// A body, with those of its vertices that follow a script.
struct WorldBody {
  const Body* body = nullptr;
  std::vector<VertexId> scripted;
};

/// Makes the world. Returns an Error with the name of the body for a triangle or segment without size at rest, or a
/// number out of range.
[[nodiscard]] Result<World> make_world(std::span<const WorldBody> bodies, std::span<const Tie> ties,
                                       const Loads& loads);

}  // namespace muslin
