#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/file/lower_extension.hpp>
#include <muslin/io/mesh/moved_mesh.hpp>
#include <muslin/io/mesh/run_info.hpp>
#include <muslin/io/mesh/untangle_input.hpp>
#include <system_error>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;
namespace {

bool is_file_name(const fs::path& path) {
  const std::string extension = lower_extension(path);
  return extension == ".obj" || extension == ".ply" || extension == ".pc2";
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

fs::path normal(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

/// Returns whether a source is, or is moved by, this file.
bool has_file(const FrameSource& source, const fs::path& file) {
  const auto is_it = [&](const fs::path& other) { return !other.empty() && normal(other) == normal(file); };
  return is_it(source.mesh) || is_it(source.cache) || std::any_of(source.files.begin(), source.files.end(), is_it);
}

const fs::path& first_file(const FrameSource& source) {
  return !source.cache.empty() ? source.cache : source.mesh.empty() ? source.files.front() : source.mesh;
}

Error misfit(const std::string& where, std::string what, std::string remedy) {
  return {Error::Kind::unreadable_file, where, std::move(what), std::move(remedy)};
}

/// Returns the part of a mesh with the chosen triangles, and with the segments if `with_segments`. `vertices` gets the
/// vertices of the mesh that the part has.
Mesh part_of(const Mesh& mesh, std::span<const std::uint8_t> chosen, bool with_segments,
             std::vector<VertexId>& vertices) {
  std::vector<std::int32_t> new_index(mesh.positions.size(), -1);
  const auto use = [&](VertexId v) { new_index[v.index()] = 0; };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (chosen[t] != 0) std::for_each(mesh.triangles[t].begin(), mesh.triangles[t].end(), use);
  if (with_segments)
    for (const Segment& segment : mesh.segments) std::for_each(segment.begin(), segment.end(), use);
  Mesh part;
  for (std::size_t v = 0; v < new_index.size(); ++v) {
    if (new_index[v] < 0) continue;
    new_index[v] = static_cast<std::int32_t>(vertices.size());
    vertices.emplace_back(v);
    part.positions.push_back(mesh.positions[v]);
  }
  const auto renumbered = [&](VertexId v) { return VertexId(new_index[v.index()]); };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (const auto& [a, b, c] = mesh.triangles[t]; chosen[t] != 0)
      part.triangles.push_back({renumbered(a), renumbered(b), renumbered(c)});
  if (with_segments)
    for (const auto& [a, b] : mesh.segments) part.segments.push_back({renumbered(a), renumbered(b)});
  return part;
}

std::vector<Vec3> chosen_positions(std::span<const Vec3> positions, std::span<const VertexId> vertices) {
  std::vector<Vec3> result;
  for (const VertexId v : vertices) result.push_back(positions[v.index()]);
  return result;
}

bool have_same_elements(const Mesh& one, const Mesh& other) {
  return one.positions.size() == other.positions.size() && one.triangles == other.triangles &&
         one.segments == other.segments;
}

}  // namespace

Result<UntangleInput> UntangleInput::open(const std::vector<fs::path>& paths,
                                          const std::vector<std::string>& obstacles) {
  UntangleInput input;
  const auto split = [](const std::vector<fs::path>& all) {
    std::pair<std::vector<fs::path>, std::vector<fs::path>> result;
    for (const fs::path& path : all) (is_folder(path) ? result.first : result.second).push_back(path);
    return result;
  };
  const auto [folders, files] = split(paths);
  if (!files.empty())
    if (const Status status = input.add(FrameSequence::open_files(files), {}, false); !status) return status.error();
  for (const fs::path& folder : folders) {
    const auto info = read_run_info(folder);
    if (!info) return info.error();
    if (const Status status = input.add(FrameSequence::open_folder(folder), info->obstacles(), false); !status)
      return status.error();
  }

  // What names no body of the paths is a file or folder of its own.
  std::vector<fs::path> others;
  for (const std::string& obstacle : obstacles) {
    const auto is_it = [&](const UntangleFile& file) { return has_file(file.source, obstacle); };
    const auto file = std::find_if(input.files_.begin(), input.files_.end(), is_it);
    if (file != input.files_.end())
      file->is_obstacle = true;
    else if (is_file_name(obstacle) || is_folder(obstacle))
      others.emplace_back(obstacle);
    else if (const Status status = input.name_obstacle(obstacle); !status)
      return status.error();
  }
  const auto [other_folders, other_files] = split(others);
  if (!other_files.empty())
    if (const Status status = input.add(FrameSequence::open_files(other_files), {}, true); !status)
      return status.error();
  for (const fs::path& folder : other_folders)
    if (const Status status = input.add(FrameSequence::open_folder(folder), {}, true); !status) return status.error();
  if (const Status status = input.check_motion(); !status) return status.error();
  return input;
}

Status UntangleInput::add(Result<FrameSequence> sequence, const std::vector<std::string>& whole_obstacles,
                          bool all_are_obstacles) {
  if (!sequence) return sequence.error();
  const std::vector<FrameSource> sources = sequence->sources();
  warnings_.insert(warnings_.end(), sequence->warnings().begin(), sequence->warnings().end());
  if (sequence->moves()) {
    std::vector<long> labels;
    for (std::size_t k = 0; k < sequence->size(); ++k) labels.push_back(sequence->label(k));
    if (moves_ && labels != labels_)
      return misfit(first_file(sources.front()).string(),
                    fmt::format("it has {} frames from {}, but other bodies have {} from {}", labels.size(),
                                labels.front(), labels_.size(), labels_.front()),
                    "bodies must have the same frames");
    labels_ = std::move(labels);
    moves_ = true;
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto has_name = [&](const UntangleFile& file) { return file.source.name == sources[i].name; };
    if (std::any_of(files_.begin(), files_.end(), has_name))
      return misfit(first_file(sources[i]).string(), fmt::format("there are two bodies \"{}\"", sources[i].name),
                    "rename one of the files");
    const bool is_obstacle = all_are_obstacles || std::find(whole_obstacles.begin(), whole_obstacles.end(),
                                                            sources[i].name) != whole_obstacles.end();
    files_.push_back({.source = sources[i],
                      .sequence = sequences_.size(),
                      .index = i,
                      .is_obstacle = is_obstacle,
                      .stores_floats = !sources[i].cache.empty() || stores_floats(first_file(sources[i]))});
  }
  sequences_.push_back(std::move(*sequence));
  return Done{};
}

Status UntangleInput::name_obstacle(const std::string& name) {
  bool is_known = false;
  std::string known;
  for (UntangleFile& file : files_) {
    const std::string& body = file.source.name;
    known += (known.empty() ? "" : ", ") + body;
    if (body == name) file.is_obstacle = is_known = true;
    const auto mesh = sequences_[file.sequence].load_rest_mesh(file.index);
    if (!mesh) return mesh.error();
    for (const std::string& group : mesh->group_names)
      if (!group.empty() && (group == name || body + "/" + group == name)) {
        file.groups.push_back(group);
        is_known = true;
      }
  }
  if (is_known) return Done{};
  return Error{Error::Kind::invalid_request, "--obstacle " + name,
               "no body, group of faces, file or folder has that name", "the bodies are " + known};
}

Status UntangleInput::check_motion() const {
  const auto is_cloth = [](const UntangleFile& file) { return !file.is_obstacle; };
  if (std::none_of(files_.begin(), files_.end(), is_cloth))
    return Error{Error::Kind::invalid_request, {}, "every body is an obstacle", "name a mesh that may move"};
  for (const UntangleFile& file : files_)
    if (moves_ && !file.is_obstacle && !file.source.moves())
      return Error{Error::Kind::invalid_request, file.source.mesh.string(), "it stands still, but other bodies move",
                   fmt::format("if it is not to be changed, say --obstacle {}; otherwise give one frame of the others, "
                               "or a cache of this mesh",
                               file.source.name)};
  return Done{};
}

Status UntangleInput::append(const UntangleFile& file, Mesh mesh, Mesh rest, UntangleFrame& frame) const {
  const bool has_rest = have_same_elements(mesh, rest);  // numbered meshes may change
  const auto add = [&](std::string name, std::span<const std::uint8_t> chosen, bool is_obstacle) {
    std::vector<VertexId> vertices;
    MeshToUntangle part{.name = std::move(name),
                        .mesh = part_of(has_rest ? rest : mesh, chosen, is_obstacle == file.is_obstacle, vertices),
                        .is_obstacle = is_obstacle,
                        .stores_floats = file.stores_floats};
    part.positions = chosen_positions(mesh.positions, vertices);
    frame.meshes.push_back(std::move(part));
    frame.mesh_file.push_back(frame.positions.size());
    frame.mesh_vertices.push_back(std::move(vertices));
  };

  std::vector<std::uint8_t> is_obstacle(mesh.triangles.size(), 0);
  for (std::size_t t = 0; t < mesh.triangle_group.size(); ++t) {
    const std::string& group = mesh.group_names[static_cast<std::size_t>(mesh.triangle_group[t])];
    if (std::find(file.groups.begin(), file.groups.end(), group) != file.groups.end()) is_obstacle[t] = 1;
  }
  const auto obstacles = static_cast<std::size_t>(std::count(is_obstacle.begin(), is_obstacle.end(), 1));
  const bool is_all_obstacle = obstacles > 0 && obstacles == mesh.triangles.size() && mesh.segments.empty();
  if (file.is_obstacle || is_all_obstacle || obstacles == 0) {
    is_obstacle.assign(is_obstacle.size(), 1);
    add(file.source.name, is_obstacle, file.is_obstacle || is_all_obstacle);
  } else {
    std::vector<std::uint8_t> is_cloth = is_obstacle;
    for (std::uint8_t& chosen : is_cloth) chosen = chosen == 0 ? 1 : 0;
    const std::string groups = fmt::format("{}/{}", file.source.name, fmt::join(file.groups, "+"));
    add(file.source.name, is_cloth, false);
    add(groups, is_obstacle, true);
    std::vector<VertexId> shared;
    const auto& [cloth, obstacle] = std::tie(*(frame.mesh_vertices.end() - 2), frame.mesh_vertices.back());
    std::set_intersection(cloth.begin(), cloth.end(), obstacle.begin(), obstacle.end(), std::back_inserter(shared));
    if (!shared.empty())
      return misfit(groups, fmt::format("it has vertex {} in common with faces that may move", shared.front().value),
                    "separate the group from the rest of the mesh");
  }
  frame.positions.push_back(std::move(mesh.positions));
  return Done{};
}

Result<UntangleFrame> UntangleInput::load(std::size_t frame) const {
  UntangleFrame result;
  for (const UntangleFile& file : files_) {
    const FrameSequence& sequence = sequences_[file.sequence];
    auto mesh = sequence.load_mesh(file.index, sequence.moves() ? frame : 0);
    if (!mesh) return mesh.error();
    auto rest = sequence.load_rest_mesh(file.index);
    if (!rest) return rest.error();
    if (const Status status = append(file, std::move(*mesh), std::move(*rest), result); !status) return status.error();
  }
  return result;
}

}  // namespace muslin
