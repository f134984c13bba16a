#pragma once
#include <muslin/core/result.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/geometry/mesh.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// A mesh that untangle_meshes() separates from itself and from others.
struct MeshToUntangle {
  std::string name;  ///< for messages; no two meshes have the same
  /// Elements and rest shape. It has triangles, or segments of a cable; an obstacle may have both. Texture coordinates
  /// are not used.
  Mesh mesh;
  /// Positions to untangle [m]; if empty, those of the mesh. If their edges are more than twice or less than half as
  /// long as those of the mesh, the mesh is at another scale and these positions are the rest shape.
  std::vector<Vec3> positions = {};
  bool is_obstacle = false;    ///< it must not move
  bool stores_floats = false;  ///< the new positions are rounded to float, because the file that they go to has floats
};

/// Options of untangle_meshes().
struct UntangleMeshesOptions {
  /// Distance that layers keep from each other [m]; without a value it is a share of the mean edge length.
  std::optional<double> thickness = {};
  std::size_t max_listed = 5;  ///< maximum length of UntangledMeshes::left
};

/// A mesh after untangling.
struct UntangledMesh {
  std::vector<Vec3> positions;     ///< [m]; vertices that were not displaced have the bits that they had
  std::size_t pairs_before = 0;    ///< intersecting pairs with an element of this mesh
  std::size_t pairs_after = 0;     ///< those that are left
  std::size_t moved_vertices = 0;  ///< vertices that were displaced
  double max_displacement = 0.0;   ///< largest displacement of a vertex [m]
};

/// The result of untangle_meshes().
struct UntangledMeshes {
  std::vector<UntangledMesh> meshes;   ///< in the order of the input
  std::size_t pairs_before = 0;        ///< intersecting pairs of the input, without pairs of two obstacles
  std::size_t pairs_after = 0;         ///< those of the result; never more than `pairs_before`
  std::vector<AuditedPair> left = {};  ///< the first of the pairs that are left
  double seconds = 0.0;                ///< wall-clock time [s]

  /// Returns whether nothing intersects any more.
  [[nodiscard]] bool clean() const { return pairs_after == 0; }
};

/// Separates meshes that intersect themselves or each other, as untangle() does for the start of a scene, without a
/// scene: cloth is cotton, and nothing moves but what is involved. Meshes may be in any unit of length. Both counts are
/// those of audit() for the positions as they will be stored or, if these are clean, for the positions rounded to
/// float, unless the meshes are farther from the origin than floats resolve. The result is never worse than the input.
/// It is an Error if a mesh has no elements, a coordinate is not finite, or cloth that intersects cannot be simulated
/// (a triangle without area).
[[nodiscard]] Result<UntangledMeshes> untangle_meshes(std::span<const MeshToUntangle> meshes,
                                                      const UntangleMeshesOptions& options = {});

/// Returns the thickness that untangle_meshes() chooses for these meshes [m].
[[nodiscard]] double default_thickness(std::span<const MeshToUntangle> meshes);

}  // namespace muslin
