#pragma once
#include <muslin/sim/scene.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A part of a scene that can be simulated alone: bodies cut to some of their elements.
struct SceneCut {
  Scene scene;                        ///< bodies without elements in the part are left out
  std::vector<std::uint32_t> vertex;  ///< vertex of the whole scene, for each vertex of the part, ascending

  /// Returns the entries of the vertices of the part.
  template <class T>
  [[nodiscard]] std::vector<T> take(std::span<const T> whole) const {
    std::vector<T> result;
    result.reserve(vertex.size());
    for (const std::uint32_t v : vertex) result.push_back(whole[v]);
    return result;
  }
};

/// Cuts out the elements with a marked vertex, with all vertices of these elements. Rest shapes stay as they are. Ties
/// stay if all their vertices are in the part. Rigid patches stay if all their vertices can move; embedded objects of
/// which that is not true become obstacles. Scripts and guides are left out.
[[nodiscard]] SceneCut cut_scene(const Scene& scene, std::span<const std::uint8_t> is_marked,
                                 std::span<const std::uint8_t> is_movable);

/// Returns the sets of vertices that move rigidly, numbered over all bodies: patches, and embedded objects with their
/// footprints.
[[nodiscard]] std::vector<std::vector<VertexId>> rigid_groups(const Scene& scene);

}  // namespace muslin
