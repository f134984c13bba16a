#pragma once
#include <filesystem>
#include <functional>
#include <muslin/core/result.hpp>
#include <muslin/sim/untangle_meshes.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// What untangle_files() reads and writes.
struct UntangleRequest {
  /// Meshes (.obj, .ply), point caches (.pc2) and folders of them, as for FrameSequence. All of them together form one
  /// scene.
  std::vector<std::filesystem::path> paths;
  /// What must not move: further files or folders, or names of bodies or groups of faces of the paths. They are not
  /// written. The obstacles of a run folder need not be named.
  std::vector<std::string> obstacles = {};
  /// A mesh file, if there is one mesh to untangle and nothing moves; otherwise a folder, which gets files of the same
  /// names.
  std::filesystem::path output;
  std::optional<double> thickness = {};  ///< UntangleMeshesOptions::thickness [m]
  bool replace = false;                  ///< existing files of the output are replaced; otherwise they are an Error
  std::size_t max_listed = 5;            ///< maximum length of UntangledMeshes::left
};

/// A body in a frame.
struct UntangledBody {
  std::string name;                ///< "shirt" for shirt.obj
  std::size_t vertices = 0;        ///< number of its vertices
  std::size_t pairs_before = 0;    ///< as in UntangledMesh
  std::size_t pairs_after = 0;     ///< as in UntangledMesh
  std::size_t moved_vertices = 0;  ///< as in UntangledMesh
  double max_displacement = 0.0;   ///< as in UntangledMesh [m]
};

/// A frame that was untangled and written.
struct UntangledFrame {
  long frame = 0;                      ///< number as given by the files; 0 if nothing moves
  std::size_t done = 0;                ///< frames so far, including this one
  std::size_t planned = 0;             ///< number of frames
  std::vector<UntangledBody> bodies;   ///< bodies that may move
  std::size_t pairs_before = 0;        ///< as in UntangledMeshes
  std::size_t pairs_after = 0;         ///< as in UntangledMeshes
  std::vector<AuditedPair> left = {};  ///< as in UntangledMeshes
  double seconds = 0.0;                ///< wall-clock time of reading, untangling and writing [s]
};

/// What untangle_files() did.
struct UntangleSummary {
  bool moves = false;                      ///< the input has several frames
  bool interrupted = false;                ///< the observer ended it; the frames so far are written
  std::vector<std::string> warnings = {};  ///< what was skipped in the mesh files
  std::vector<UntangledFrame> frames;      ///< in order
};

/// Separates the meshes of files, frame by frame, and writes them in the formats that they had. In a mesh file only the
/// coordinates of displaced vertices change; a cache is written as a cache, beside a copy of its mesh. The rest shape
/// is that of the mesh file; for numbered meshes, the first one. Each frame is untangled on its own.
///
/// Calls `on_frame`, if it is set, after each frame; if it returns false, this ends. An Error in a later frame leaves
/// the earlier ones in the caches.
[[nodiscard]] Result<UntangleSummary> untangle_files(const UntangleRequest& request,
                                                     const std::function<bool(const UntangledFrame&)>& on_frame = {});

}  // namespace muslin
