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

/// Everything there is at one moment, in one index space, and to which body each element belongs.
struct Frame {
  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;
  std::vector<Segment> segments;
  std::vector<std::int32_t> triangle_body;  ///< index into body_names
  std::vector<std::int32_t> segment_body;
  std::vector<std::int32_t> first_triangle;  ///< per body of body_names: where its file's triangles begin
  std::vector<std::int32_t> first_segment;
  std::vector<std::string> file_names;     ///< "shirt" of shirt.obj, whatever groups it has
  std::vector<std::int32_t> first_vertex;  ///< per file of file_names
  std::vector<std::string> body_names;     ///< "shirt", or "shirt/collar" for the group "collar" of shirt.obj
};

/// Appends a body: a mesh, with its own positions or others. Each named group of it becomes a body "name/group".
void append_body(Frame& frame, const std::string& name, const Mesh& mesh, std::span<const Vec3> positions);

/// Meshes that belong together, over one frame or many: our run folders, and the caches of other programs.
///   - mesh files (.obj, .ply): one scene, one frame;
///   - a point cache (.pc2) moves the mesh of the same name beside it (shirt.pc2 and shirt.obj);
///   - a folder: all caches in it with their meshes, numbered meshes (shirt_0001.obj, shirt_0002.obj, … are the frames
///     1, 2, … of "shirt"), and the other meshes standing still. In a run folder (one with a run.json) a frame counts
///     once all bodies have it: the run may be going on, or have been killed between two of them.
class FrameSequence {
 public:
  [[nodiscard]] static Result<FrameSequence> open_files(std::span<const std::filesystem::path> files);
  /// The folder, and further files that belong to the same scene.
  [[nodiscard]] static Result<FrameSequence> open_folder(const std::filesystem::path& folder,
                                                         std::span<const std::filesystem::path> files = {});

  [[nodiscard]] std::size_t size() const { return labels_.size(); }
  /// The number of the frame as its file says.
  [[nodiscard]] long label(std::size_t frame) const { return labels_[frame]; }
  /// Whether there is anything but one frame that stands still.
  [[nodiscard]] bool moves() const { return moves_; }

  /// Reads a frame. Any number of threads may do so at once.
  [[nodiscard]] Result<Frame> load(std::size_t frame) const;
  /// The same bodies as their mesh files have them, before any cache moves them; of numbered meshes, the first.
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
  std::string labels_of_;  ///< the file that the frames were taken from
  bool moves_ = false;
  bool in_run_folder_ = false;
};

}  // namespace muslin
