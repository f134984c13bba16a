#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// All bodies at one moment in one index space, and the body of each element.
struct Frame {
  std::vector<Vec3> positions;               ///< positions of the vertices of all bodies [m]
  std::vector<Triangle> triangles;           ///< corners, as indices into `positions`
  std::vector<Segment> segments;             ///< ends, as indices into `positions`
  std::vector<std::int32_t> triangle_body;   ///< per triangle: index into body_names
  std::vector<std::int32_t> segment_body;    ///< per segment: index into body_names
  std::vector<std::int32_t> first_triangle;  ///< per body of body_names: index of the first triangle of its file
  std::vector<std::int32_t> first_segment;   ///< the same for segments
  std::vector<std::string> file_names;       ///< "shirt" for shirt.obj, regardless of its groups
  std::vector<std::int32_t> first_vertex;    ///< per file of file_names: index of its first vertex
  std::vector<std::string> body_names;       ///< "shirt", or "shirt/collar" for the group "collar" of shirt.obj
};

/// Appends a mesh as a body, with its own positions or with others. Each named group of the mesh becomes a body
/// "name/group".
void append_body(Frame& frame, const std::string& name, const Mesh& mesh, std::span<const Vec3> positions);

/// The files of one body of a FrameSequence.
struct FrameSource {
  std::string name;                          ///< name of the body, "shirt"
  std::filesystem::path mesh;                ///< its mesh file; empty if there is one per frame
  std::filesystem::path cache = {};          ///< the cache that moves the mesh; empty if none does
  std::vector<std::filesystem::path> files;  ///< one mesh per frame; empty if the body has a single mesh

  /// Returns whether the body has more than one frame.
  [[nodiscard]] bool moves() const { return mesh.empty() || !cache.empty(); }
};

/// A set of meshes over one or more frames, from our run folders or from the caches of other programs. It is opened
/// from:
///   - mesh files (.obj, .ply), which form one scene of one frame;
///   - a point cache (.pc2), which moves the mesh of the same name in the same folder (shirt.pc2 and shirt.obj);
///   - a folder: all its caches with their meshes, numbered meshes (shirt_0001.obj, shirt_0002.obj, … are the frames
///     1, 2, … of "shirt"), and the other meshes, which stand still. In a run folder (one with a run.json) a frame
///     counts only if all bodies have it, because the run may be in progress or may have been killed between two
///     bodies.
class FrameSequence {
 public:
  /// Opens meshes and point caches that form one scene. A mesh beside its cache in the list is not a second body. It is
  /// an Error if a file cannot be read, a cache has no mesh, or the caches differ in their frames.
  [[nodiscard]] static Result<FrameSequence> open_files(std::span<const std::filesystem::path> files);
  /// Opens a folder, and further files that belong to the same scene.
  [[nodiscard]] static Result<FrameSequence> open_folder(const std::filesystem::path& folder,
                                                         std::span<const std::filesystem::path> files = {});

  /// Returns the number of frames, which is 1 for meshes that stand still.
  [[nodiscard]] std::size_t size() const { return labels_.size(); }
  /// Returns the number of the frame as given by its file; 0 if nothing moves. Frames are counted from 0 to size() - 1.
  [[nodiscard]] long label(std::size_t frame) const { return labels_[frame]; }
  /// Returns false if the sequence is a single static frame.
  [[nodiscard]] bool moves() const { return moves_; }

  /// What was skipped in the mesh files that were read when the sequence was opened. (Numbered meshes are read later.)
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  /// Returns the files of each body, in the order of Frame::file_names.
  [[nodiscard]] std::vector<FrameSource> sources() const;
  /// Reads one body of a frame, with its texture coordinates and groups. `source` is an index into sources().
  [[nodiscard]] Result<Mesh> load_mesh(std::size_t source, std::size_t frame) const;
  /// Reads one body as its mesh file defines it; of numbered meshes, the first one.
  [[nodiscard]] Result<Mesh> load_rest_mesh(std::size_t source) const;

  /// Reads a frame. Several threads may call this at the same time.
  [[nodiscard]] Result<Frame> load(std::size_t frame) const;
  /// Reads the bodies as their mesh files define them, before a cache moves them; of numbered meshes, the first one.
  [[nodiscard]] Result<Frame> load_rest() const;

 private:
  struct Part;

  [[nodiscard]] Result<Frame> load(std::size_t frame, bool moved) const;
  [[nodiscard]] Status add_mesh(const std::filesystem::path& file);
  [[nodiscard]] Status add_cache(const std::filesystem::path& file);
  [[nodiscard]] Status add_files(std::span<const std::filesystem::path> files);
  [[nodiscard]] Status add_numbered(const std::vector<std::filesystem::path>& files);
  [[nodiscard]] Status set_labels(std::vector<long> labels, const std::string& of);

  std::vector<std::shared_ptr<const Part>> parts_;
  std::vector<long> labels_ = {0};
  std::string labels_of_;  ///< the file that determined the frames
  std::vector<std::string> warnings_;
  bool moves_ = false;
  bool in_run_folder_ = false;
};

}  // namespace muslin
