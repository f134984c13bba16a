#pragma once
#include <cstdint>
#include <muslin/core/described.hpp>
#include <muslin/geometry/mesh.hpp>
#include <vector>

namespace muslin {

/// Something hard that sits on a sheet, as a button does, and the vertices of the sheet beneath it: all of them move as
/// one rigid thing, with the masses of both.
struct EmbeddedObject {
  std::vector<VertexId> vertices;   ///< of its own body
  std::vector<VertexId> footprint;  ///< of the host
};

/// What a body of BodyKind::embedded sits on.
struct Embedding {
  std::int32_t host = -1;               ///< index of the body
  double mass = 5e-4;                   ///< of each object, spread evenly over its surface [kg]
  std::vector<EmbeddedObject> objects;  ///< the connected parts of its mesh
};

/// The connected parts of a mesh, in the order of their first vertices; footprints are empty.
[[nodiscard]] std::vector<EmbeddedObject> split_into_objects(const Mesh& mesh);

/// The vertices of the host that are no farther from an object than `reach` [m]; 0: than 1.5 times the nearest of them.
[[nodiscard]] std::vector<VertexId> find_footprint(const EmbeddedObject& object, const Mesh& mesh, const Mesh& host,
                                                   double reach);

/// What scenes may set (core/option.hpp).
void describe(Description<Embedding>& options);

}  // namespace muslin
