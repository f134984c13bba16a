#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/file/folder.hpp>
#include <muslin/io/file/lower_extension.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/moved_mesh.hpp>
#include <muslin/io/mesh/untangle_output.hpp>
#include <set>
#include <system_error>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;
namespace {

Error refused(const fs::path& path, std::string what, std::string remedy) {
  return {Error::Kind::invalid_request, path.string(), std::move(what), std::move(remedy)};
}

bool is_mesh_name(const fs::path& path) { return lower_extension(path) == ".obj" || lower_extension(path) == ".ply"; }

/// Returns the files of the input that a body is read from.
std::vector<fs::path> files_of(const FrameSource& source) {
  std::vector<fs::path> files = source.files;
  if (!source.mesh.empty()) files.push_back(source.mesh);
  if (!source.cache.empty()) files.push_back(source.cache);
  return files;
}

/// Checks that a file may be written: it is not part of the input, no other body has the same, and it does not exist.
class TargetCheck {
 public:
  TargetCheck(const UntangleInput& input, bool replace) : replace_(replace) {
    for (const UntangleFile& file : input.files())
      for (const fs::path& path : files_of(file.source)) inputs_.push_back(path);
  }

  [[nodiscard]] Status check(const fs::path& path) {
    std::error_code problem;
    const bool exists = fs::exists(path, problem);
    for (const fs::path& input : inputs_)
      if (exists && fs::equivalent(input, path, problem))
        return refused(path, "it is a file of the input", "give -o another name");
    if (!taken_.insert(path).second)
      return refused(path, "two bodies would be written to this file", "rename one of the meshes");
    if (exists && !replace_) return refused(path, "it exists", "replace it with --force, or give -o another name");
    return Done{};
  }

 private:
  bool replace_;
  std::vector<fs::path> inputs_;
  std::set<fs::path> taken_;
};

}  // namespace

Result<UntangleOutput> UntangleOutput::plan(const fs::path& path, bool replace, const UntangleInput& input) {
  const std::vector<UntangleFile>& files = input.files();
  const auto is_written = [](const UntangleFile& file) { return !file.is_obstacle; };
  std::error_code problem;
  const bool is_single = is_mesh_name(path) && !fs::is_directory(path, problem);
  if (is_single && (input.moves() || std::count_if(files.begin(), files.end(), is_written) != 1))
    return refused(path, input.moves() ? "a mesh file holds one frame" : "a mesh file holds one body",
                   "give -o the name of a folder");
  if (!is_single && fs::exists(path, problem) && !fs::is_directory(path, problem))
    return refused(path, "it is a file and not a folder", "give -o another name");

  UntangleOutput output;
  TargetCheck targets(input, replace);
  for (std::size_t f = 0; f < files.size(); ++f) {
    if (!is_written(files[f])) continue;
    const FrameSource& source = files[f].source;
    Target target{.file = f, .from = source.files, .paths = {}, .has_cache = !source.cache.empty()};
    if (target.from.empty()) target.from = {source.mesh};
    if (target.has_cache) target.from.push_back(source.cache);
    for (const fs::path& from : target.from) {
      target.paths.push_back(is_single ? path : path / from.filename());
      if (const Status status = targets.check(target.paths.back()); !status) return status.error();
    }
    output.targets_.push_back(std::move(target));
  }
  output.folder_ = is_single ? path.parent_path() : path;
  return output;
}

Status UntangleOutput::begin() {
  if (!folder_.empty())
    if (const Status status = make_folder(folder_); !status) return status;
  for (Target& target : targets_) {
    if (!target.has_cache) continue;
    const auto mesh = read_whole_file(target.from[0]);
    if (!mesh) return mesh.error();
    if (const Status status = write_whole_file(target.paths[0], *mesh); !status) return status;
    const auto reader = Pc2Reader::open(target.from[1]);
    if (!reader) return reader.error();
    auto writer = Pc2Writer::create(target.paths[1], reader->header());
    if (!writer) return writer.error();
    target.cache.emplace(std::move(*writer));
  }
  return Done{};
}

Status UntangleOutput::write(std::size_t frame, std::span<const std::vector<Vec3>> before,
                             std::span<const std::vector<Vec3>> after) {
  for (Target& target : targets_) {
    if (target.cache) {
      if (const Status status = target.cache->append(after[target.file]); !status) return status;
      if (const Status status = target.cache->flush(); !status) return status;
      continue;
    }
    const MovedVertices vertices{before[target.file], after[target.file]};
    if (const Status status = write_moved_mesh(target.from[frame], target.paths[frame], vertices); !status)
      return status;
  }
  return Done{};
}

Status UntangleOutput::finish() {
  for (Target& target : targets_)
    if (target.cache)
      if (const Status status = target.cache->close(); !status) return status;
  return Done{};
}

}  // namespace muslin
