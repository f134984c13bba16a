#pragma once
#include <cstdint>
#include <muslin/core/described.hpp>
#include <muslin/geometry/mesh.hpp>
#include <vector>

namespace muslin {

/// A rigid object on a sheet, such as a button, and the vertices of the sheet beneath it. All of these vertices move as
/// one rigid body, with the masses of both.
struct EmbeddedObject {
  std::vector<VertexId> vertices;   ///< vertices of its own body
  std::vector<VertexId> footprint;  ///< vertices of the host
};

/// The host and the objects of a body of BodyKind::embedded.
struct Embedding {
  std::int32_t host = -1;               ///< index of the host body
  double mass = 5e-4;                   ///< mass of each object, spread evenly over its surface [kg]
  std::vector<EmbeddedObject> objects;  ///< connected parts of the body's mesh
};

/// Returns the connected parts of a mesh, in the order of their first vertices, with empty footprints.
[[nodiscard]] std::vector<EmbeddedObject> split_into_objects(const Mesh& mesh);

/// Returns the vertices of the host within `reach` [m] of an object. If reach is 0, it is 1.5 times the distance of the
/// nearest vertex.
[[nodiscard]] std::vector<VertexId> find_footprint(const EmbeddedObject& object, const Mesh& mesh, const Mesh& host,
                                                   double reach);

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Embedding>& options);

}  // namespace muslin
