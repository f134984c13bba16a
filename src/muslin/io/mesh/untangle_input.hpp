#pragma once
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/sim/untangle_meshes.hpp>
#include <string>
#include <vector>

namespace muslin {

/// A file whose vertices may be untangled, and where its body comes from.
struct UntangleFile {
  FrameSource source;
  std::size_t sequence = 0;              ///< index of its FrameSequence
  std::size_t index = 0;                 ///< index of its source there
  bool is_obstacle = false;              ///< the whole file; such a file is not written
  bool stores_floats = false;            ///< of its frames
  std::vector<std::string> groups = {};  ///< groups of its faces that are obstacles
};

/// A frame as untangle_meshes() takes it. A file of which only some groups are obstacles gives two meshes.
struct UntangleFrame {
  std::vector<std::vector<Vec3>> positions;  ///< of all vertices of each file [m]
  std::vector<MeshToUntangle> meshes;
  std::vector<std::size_t> mesh_file;                ///< the file of each mesh
  std::vector<std::vector<VertexId>> mesh_vertices;  ///< per mesh: the vertices of its file that it has, in order
};

/// Everything that `muslin untangle` reads: meshes, caches and folders, and the obstacles among them.
class UntangleInput {
 public:
  /// Opens the paths and the obstacles, each of which is a file, a folder, or the name of a body or of a group of
  /// faces. It is an Error if a file cannot be read, frames do not fit each other, or an obstacle does not exist.
  [[nodiscard]] static Result<UntangleInput> open(const std::vector<std::filesystem::path>& paths,
                                                  const std::vector<std::string>& obstacles);

  [[nodiscard]] const std::vector<UntangleFile>& files() const { return files_; }
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
  [[nodiscard]] std::size_t size() const { return labels_.size(); }             ///< number of frames
  [[nodiscard]] long label(std::size_t frame) const { return labels_[frame]; }  ///< number as given by the files
  [[nodiscard]] bool moves() const { return moves_; }

  [[nodiscard]] Result<UntangleFrame> load(std::size_t frame) const;

 private:
  [[nodiscard]] Status add(Result<FrameSequence> sequence, const std::vector<std::string>& whole_obstacles,
                           bool all_are_obstacles);
  [[nodiscard]] Status name_obstacle(const std::string& name);
  [[nodiscard]] Status check_motion() const;
  [[nodiscard]] Status append(const UntangleFile& file, Mesh mesh, Mesh rest, UntangleFrame& frame) const;

  std::vector<FrameSequence> sequences_;
  std::vector<UntangleFile> files_;
  std::vector<std::string> warnings_;
  std::vector<long> labels_ = {0};
  bool moves_ = false;
};

}  // namespace muslin
