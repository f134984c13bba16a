#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/lower_extension.hpp>
#include <muslin/io/file/run_file_names.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;

/// One body: a static mesh, a mesh that a cache moves, or one file per frame.
struct FrameSequence::Part {
  FrameSource source;
  Mesh mesh;
  std::optional<Pc2Reader> cache;

  /// Reads the mesh with the positions of a frame, or as its file defines it.
  [[nodiscard]] Result<Mesh> load(std::size_t frame, bool moved) const {
    if (!source.files.empty()) return read_mesh(source.files[frame]);
    Mesh result = mesh;
    if (!cache || !moved) return result;
    auto positions = cache->read_frame(static_cast<std::int32_t>(frame));
    if (!positions) return positions.error();
    result.positions = std::move(*positions);
    return result;
  }
};

namespace {

bool is_mesh(const fs::path& path) { return lower_extension(path) == ".obj" || lower_extension(path) == ".ply"; }
bool is_cache(const fs::path& path) { return lower_extension(path) == ".pc2"; }

/// Splits a name: "shirt_0012" is frame 12 of "shirt". Returns no value for a name without a number at its end.
std::optional<std::pair<std::string, long>> split_number(const std::string& stem) {
  const std::size_t last = stem.find_last_not_of("0123456789");
  const std::size_t digits = last == std::string::npos ? 0 : last + 1;
  if (digits == stem.size()) return std::nullopt;
  long number = 0;
  const auto [end, problem] = std::from_chars(stem.data() + digits, stem.data() + stem.size(), number);
  if (problem != std::errc() || end != stem.data() + stem.size()) return std::nullopt;
  std::string name = stem.substr(0, digits);
  while (!name.empty() && std::string_view("._- ").find(name.back()) != std::string_view::npos) name.pop_back();
  return std::pair(name.empty() ? "mesh" : name, number);
}

/// Returns the same path for a cache and its mesh, regardless of how their paths are written.
fs::path without_extension(const fs::path& file) { return fs::absolute(file).lexically_normal().replace_extension(); }

/// Returns the mesh that a cache moves; empty if there is none. OBJ takes precedence over PLY.
fs::path find_mesh_of(const fs::path& cache) {
  std::vector<fs::path> found;
  std::error_code ignored;
  const fs::path folder = cache.has_parent_path() ? cache.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored))
    if (is_mesh(entry->path()) && entry->path().stem() == cache.stem()) found.push_back(entry->path());
  std::sort(found.begin(), found.end(),
            [](const fs::path& one, const fs::path& other) { return lower_extension(one) < lower_extension(other); });
  return found.empty() ? fs::path() : found.front();
}

/// Returns the frame numbers according to the header of a cache, or numbers from 0 if the header gives no valid ones.
std::vector<long> labels_of(const Pc2Header& header) {
  std::vector<long> labels, counted;
  for (std::int32_t k = 0; k < header.samples; ++k) {
    const double label = std::round(double(header.start) + k * double(header.sample_rate));
    counted.push_back(k);
    if (std::abs(label) < 1e9 && (labels.empty() || static_cast<long>(label) > labels.back()))
      labels.push_back(static_cast<long>(label));
  }
  return labels.size() == counted.size() ? labels : counted;
}

}  // namespace

void append_body(Frame& frame, const std::string& name, const Mesh& mesh, std::span<const Vec3> positions) {
  const auto first_vertex = static_cast<std::int32_t>(frame.positions.size());
  const auto first_body = static_cast<std::int32_t>(frame.body_names.size());
  frame.file_names.push_back(name);
  frame.first_vertex.push_back(first_vertex);
  const auto moved = [first_vertex](VertexId v) { return VertexId(v.value + first_vertex); };
  std::vector<std::string> names;
  for (const std::string& group : mesh.group_names)
    names.push_back(group.empty() ? name : fmt::format("{}/{}", name, group));
  if (mesh.triangle_group.empty() || names.empty() || !mesh.segments.empty()) names.push_back(name);
  const auto whole_body = first_body + static_cast<std::int32_t>(names.size()) - 1;
  for (std::string& body : names) {
    frame.body_names.push_back(std::move(body));
    frame.first_triangle.push_back(static_cast<std::int32_t>(frame.triangles.size()));
    frame.first_segment.push_back(static_cast<std::int32_t>(frame.segments.size()));
  }
  frame.positions.insert(frame.positions.end(), positions.begin(), positions.end());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    frame.triangles.push_back({moved(a), moved(b), moved(c)});
    frame.triangle_body.push_back(mesh.triangle_group.empty() ? whole_body : first_body + mesh.triangle_group[t]);
  }
  for (const auto& [a, b] : mesh.segments) {
    frame.segments.push_back({moved(a), moved(b)});
    frame.segment_body.push_back(whole_body);
  }
}

Status FrameSequence::set_labels(std::vector<long> labels, const std::string& of) {
  if (labels_of_.empty()) {
    labels_ = std::move(labels);
    labels_of_ = of;
    moves_ = true;
    return Done{};
  }
  if (labels == labels_) return Done{};
  const std::size_t common = std::min(labels.size(), labels_.size());
  if (in_run_folder_ &&
      std::equal(labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(common), labels_.begin())) {
    labels_.resize(common);
    return Done{};
  }
  const auto range = [](const std::vector<long>& frames) {
    return frames.empty() ? std::string("no frames")
                          : fmt::format("{} frames from {} to {}", frames.size(), frames.front(), frames.back());
  };
  return Error{Error::Kind::unreadable_file, of,
               fmt::format("{}, but {} has {}", range(labels), labels_of_, range(labels_)),
               "bodies of one scene must have the same frames"};
}

Status FrameSequence::add_mesh(const fs::path& file) {
  auto mesh = read_mesh(file, {.warnings = &warnings_});
  if (!mesh) return mesh.error();
  parts_.push_back(std::make_shared<const Part>(
      Part{{.name = file.stem().string(), .mesh = file, .files = {}}, std::move(*mesh), std::nullopt}));
  return Done{};
}

Status FrameSequence::add_cache(const fs::path& file) {
  auto cache = Pc2Reader::open(file);
  if (!cache) return cache.error();
  const fs::path mesh_file = find_mesh_of(file);
  if (mesh_file.empty())
    return Error{Error::Kind::unreadable_file, file.string(), "a cache holds no faces",
                 fmt::format("put its mesh beside it as {}.obj", file.stem().string())};
  auto mesh = read_mesh(mesh_file, {.warnings = &warnings_});
  if (!mesh) return mesh.error();
  const Pc2Header header = cache->header();
  if (header.samples == 0)
    return Error{Error::Kind::unreadable_file, file.string(), "the file has no frames", "export it again"};
  if (static_cast<std::size_t>(header.points) != mesh->positions.size())
    return Error{Error::Kind::unreadable_file, file.string(),
                 fmt::format("it has {} points, but {} has {} vertices", header.points, mesh_file.string(),
                             mesh->positions.size()),
                 "export both from the same mesh, with modifiers that change its vertices disabled"};
  parts_.push_back(
      std::make_shared<const Part>(Part{{.name = file.stem().string(), .mesh = mesh_file, .cache = file, .files = {}},
                                        std::move(*mesh),
                                        std::move(*cache)}));
  return set_labels(labels_of(header), file.string());
}

Status FrameSequence::add_numbered(const std::vector<fs::path>& files) {
  std::map<std::string, std::map<long, fs::path>> bodies;
  std::vector<fs::path> still;
  for (const fs::path& file : files) {
    const auto numbered = split_number(file.stem().string());
    if (!numbered) {
      still.push_back(file);
      continue;
    }
    const auto [place, is_new] = bodies[numbered->first].emplace(numbered->second, file);
    if (!is_new)
      return Error{Error::Kind::unreadable_file, file.string(),
                   fmt::format("this is frame {} of {:?}, and so is {}", numbered->second, numbered->first,
                               place->second.filename().string()),
                   "keep only one of them"};
  }
  for (const auto& [name, frames] : bodies) {
    if (frames.size() == 1) {  // the name ends with a number, but there is no sequence
      still.push_back(frames.begin()->second);
      continue;
    }
    Part part{{.name = name, .mesh = {}, .files = {}}, {}, std::nullopt};
    std::vector<long> labels;
    for (const auto& [number, file] : frames) {
      labels.push_back(number);
      part.source.files.push_back(file);
    }
    if (auto status = set_labels(std::move(labels), part.source.files.front().string()); !status) return status;
    parts_.push_back(std::make_shared<const Part>(std::move(part)));
  }
  for (const fs::path& file : still) {
    const auto same_name = bodies.find(file.stem().string());
    if (same_name != bodies.end() && same_name->second.size() > 1)
      return Error{Error::Kind::unreadable_file, file.string(),
                   fmt::format("it is unclear whether this is a separate body or belongs to {}",
                               same_name->second.begin()->second.filename().string()),
                   "rename it, or move it to another folder"};
    if (auto status = add_mesh(file); !status) return status;
  }
  return Done{};
}

Status FrameSequence::add_files(std::span<const fs::path> files) {
  for (const fs::path& file : files) {
    // On the command line, shirt.obj beside shirt.pc2 is the mesh of the cache and not a second body.
    const auto moves_it = [&](const fs::path& other) {
      return is_cache(other) && without_extension(other) == without_extension(file);
    };
    if (is_mesh(file) && std::any_of(files.begin(), files.end(), moves_it)) continue;
    if (auto status = is_cache(file) ? add_cache(file) : add_mesh(file); !status) return status;
  }
  return Done{};
}

Result<FrameSequence> FrameSequence::open_files(std::span<const fs::path> files) {
  FrameSequence sequence;
  if (auto status = sequence.add_files(files); !status) return status.error();
  return sequence;
}

Result<FrameSequence> FrameSequence::open_folder(const fs::path& folder, std::span<const fs::path> files) {
  std::vector<fs::path> meshes, caches;
  std::error_code problem;
  for (auto entry = fs::directory_iterator(folder, problem); !problem && entry != fs::directory_iterator();
       entry.increment(problem)) {
    std::error_code ignored;
    if (!entry->is_regular_file(ignored)) continue;
    if (is_mesh(entry->path())) meshes.push_back(entry->path());
    if (is_cache(entry->path())) caches.push_back(entry->path());
  }
  if (problem) return system_error(folder, "list", problem.value());
  if (meshes.empty() && caches.empty())
    return Error{Error::Kind::unreadable_file, folder.string(),
                 "the folder has no meshes (.obj, .ply) and no caches (.pc2)", "name a run folder or individual files"};
  std::sort(meshes.begin(), meshes.end());
  std::sort(caches.begin(), caches.end());
  std::erase_if(meshes, [&](const fs::path& mesh) {
    const auto moves_it = [&](const fs::path& cache) { return cache.stem() == mesh.stem(); };
    return std::any_of(caches.begin(), caches.end(), moves_it);
  });
  FrameSequence sequence;
  sequence.in_run_folder_ = fs::exists(folder / kRecordName, problem);
  if (auto status = sequence.add_files(caches); !status) return status.error();
  if (auto status = sequence.add_numbered(meshes); !status) return status.error();
  if (auto status = sequence.add_files(files); !status) return status.error();
  return sequence;
}

std::vector<FrameSource> FrameSequence::sources() const {
  std::vector<FrameSource> sources;
  for (const auto& part : parts_) sources.push_back(part->source);
  return sources;
}

Result<Mesh> FrameSequence::load_mesh(std::size_t source, std::size_t frame) const {
  return parts_[source]->load(frame, true);
}

Result<Mesh> FrameSequence::load_rest_mesh(std::size_t source) const { return parts_[source]->load(0, false); }

Result<Frame> FrameSequence::load(std::size_t frame) const { return load(frame, true); }

Result<Frame> FrameSequence::load_rest() const { return load(0, false); }

Result<Frame> FrameSequence::load(std::size_t frame, bool moved) const {
  Frame result;
  for (const auto& part : parts_) {
    if (part->cache && moved) {
      const auto positions = part->cache->read_frame(static_cast<std::int32_t>(frame));
      if (!positions) return positions.error();
      append_body(result, part->source.name, part->mesh, *positions);
    } else if (!part->source.files.empty()) {
      const auto mesh = read_mesh(part->source.files[frame]);
      if (!mesh) return mesh.error();
      append_body(result, part->source.name, *mesh, mesh->positions);
    } else {
      append_body(result, part->source.name, part->mesh, part->mesh.positions);
    }
  }
  return result;
}

}  // namespace muslin
