#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/nearest_name.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/scene/scene_selection.hpp>
#include <string>

namespace muslin {
namespace {

/// Returns the names that select vertices of this body.
std::vector<std::string> names_for(const PlacedBody& placed) {
  std::vector<std::string> names = {"all"};
  if (placed.grid) names.insert(names.end(), {"corners", "top", "bottom", "left", "right"});
  if (!placed.body.mesh.triangles.empty()) names.emplace_back("boundary");
  if (!placed.body.mesh.segments.empty()) names.insert(names.end(), {"first", "last", "ends"});
  return names;
}

/// Returns the vertices of edges that belong to only one triangle.
std::vector<std::size_t> boundary_vertices(const Mesh& mesh) {
  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  for (const Triangle& triangle : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) edges.push_back(std::minmax(triangle[k].value, triangle[(k + 1) % 3].value));
  std::sort(edges.begin(), edges.end());
  std::vector<bool> chosen(mesh.positions.size(), false);
  for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
    while (end < edges.size() && edges[end] == edges[i]) ++end;
    if (end - i > 1) continue;
    chosen[static_cast<std::size_t>(edges[i].first)] = true;
    chosen[static_cast<std::size_t>(edges[i].second)] = true;
  }
  std::vector<std::size_t> vertices;
  for (std::size_t v = 0; v < chosen.size(); ++v)
    if (chosen[v]) vertices.push_back(v);
  return vertices;
}

/// Returns the vertices at which a polyline ends.
std::vector<std::size_t> loose_ends(const Mesh& mesh) {
  std::vector<int> uses(mesh.positions.size(), 0);
  for (const Segment& segment : mesh.segments)
    for (const VertexId v : segment) ++uses[v.index()];
  std::vector<std::size_t> ends;
  for (std::size_t v = 0; v < uses.size(); ++v)
    if (uses[v] == 1) ends.push_back(v);
  return ends;
}

/// Returns the vertices of a side or corner of a grid seen from above with x to the right: the last row is its top, the
/// first column its left side.
std::vector<std::size_t> grid_vertices(const std::array<int, 2>& grid, const std::string& name) {
  const auto columns = static_cast<std::size_t>(grid[0]), rows = static_cast<std::size_t>(grid[1]);
  if (name == "corners") return {0, columns - 1, (rows - 1) * columns, rows * columns - 1};
  std::vector<std::size_t> side;
  if (name == "top" || name == "bottom")
    for (std::size_t column = 0; column < columns; ++column)
      side.push_back((name == "top" ? rows - 1 : 0) * columns + column);
  else
    for (std::size_t row = 0; row < rows; ++row) side.push_back(row * columns + (name == "left" ? 0 : columns - 1));
  return side;
}

class Selector {
 public:
  Selector(const SceneContext& context, const PlacedBody& placed)
      : context_(context), placed_(placed), mesh_(placed.body.mesh), chosen_(mesh_.positions.size(), false) {}

  [[nodiscard]] Status add(const SceneNode& node) {
    using Type = JsonValue::Type;
    const std::size_t before = named_;
    Status status = Done{};
    if (node.is(Type::list)) {
      for (std::size_t i = 0; i < node.size(); ++i)
        if (auto item = add(node.item(i)); !item) return item;
    } else if (node.is(Type::number)) {
      status = add_range(node, static_cast<std::int64_t>(node.number()), static_cast<std::int64_t>(node.number()));
    } else if (node.is(Type::text)) {
      status = add_named(node);
    } else {
      status = add_places(node);
    }
    if (status && named_ == before)
      return context_.error(node, fmt::format("the selection has no vertex of \"{}\"", placed_.body.name),
                            "enlarge it, or find the start position of the body with muslin check");
    return status;
  }

  [[nodiscard]] std::vector<VertexId> take() { return std::move(vertices_); }

 private:
  void add_vertex(std::size_t v) {
    ++named_;
    if (chosen_[v]) return;
    chosen_[v] = true;
    vertices_.emplace_back(v);
  }

  Status add_range(const SceneNode& node, std::int64_t first, std::int64_t last) {
    const auto count = static_cast<std::int64_t>(mesh_.positions.size());
    if (first > last) return context_.error(node, "the range ends before it begins", "write the smaller number first");
    if (last >= count)
      return context_.error(node, fmt::format("there is no vertex {}", last),
                            fmt::format("\"{}\" has vertices 0 to {}", placed_.body.name, count - 1));
    for (std::int64_t v = first; v <= last; ++v) add_vertex(static_cast<std::size_t>(v));
    return Done{};
  }

  Status add_named(const SceneNode& node) {
    const std::string& name = node.text();
    const std::vector<std::string> names = names_for(placed_);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      for (const std::size_t v : named_vertices(name)) add_vertex(v);
      return Done{};
    }
    const std::size_t dash = name.find('-', 1);
    const auto first = parse_integer(name.substr(0, dash));
    const auto last = dash == std::string::npos ? first : parse_integer(name.substr(dash + 1));
    if (first && last && *first >= 0) return add_range(node, *first, *last);
    return context_.error(node, fmt::format("\"{}\" has no vertices named {}", placed_.body.name, quote(name)),
                          suggest(name, names) + ", and ranges such as \"0-39\"");
  }

  [[nodiscard]] std::vector<std::size_t> named_vertices(const std::string& name) const {
    const std::size_t count = mesh_.positions.size();
    if (name == "all") {
      std::vector<std::size_t> all(count);
      for (std::size_t v = 0; v < count; ++v) all[v] = v;
      return all;
    }
    if (name == "first") return {0};
    if (name == "last") return {count - 1};
    if (name == "ends") return loose_ends(mesh_);
    if (name == "boundary") return boundary_vertices(mesh_);
    return grid_vertices(*placed_.grid, name);
  }

  Status add_places(const SceneNode& node) {
    if (node.has("group")) return add_group(node.at("group"));
    if (node.has("nearest")) {
      const Vec3 point = node.at("nearest").vec3();
      const auto nearest = std::min_element(
          mesh_.positions.begin(), mesh_.positions.end(),
          [&](const Vec3& a, const Vec3& b) { return (a - point).squaredNorm() < (b - point).squaredNorm(); });
      add_vertex(static_cast<std::size_t>(nearest - mesh_.positions.begin()));
      return Done{};
    }
    if (node.has("box")) {
      const Vec3 low = node.at("box").at("min").vec3(), high = node.at("box").at("max").vec3();
      if ((low.array() > high.array()).any())
        return context_.error(node.at("box"), "a minimum is larger than its maximum", "swap them");
      add_where([&](const Vec3& x) { return (x.array() >= low.array()).all() && (x.array() <= high.array()).all(); });
      return Done{};
    }
    const Vec3 point = node.at("near").at("point").vec3();
    const double radius = node.at("near").at("radius").number();
    add_where([&](const Vec3& x) { return (x - point).norm() <= radius; });
    return Done{};
  }

  template <class Inside>
  void add_where(const Inside& inside) {
    for (std::size_t v = 0; v < mesh_.positions.size(); ++v)
      if (inside(mesh_.positions[v])) add_vertex(v);
  }

  Status add_group(const SceneNode& node) {
    const auto& names = mesh_.group_names;
    const auto name = std::find(names.begin(), names.end(), node.text());
    if (name == names.end())
      return context_.error(node, fmt::format("\"{}\" has no group named {}", placed_.body.name, quote(node.text())),
                            suggest(node.text(), names));
    const auto group = static_cast<std::int32_t>(name - names.begin());
    for (std::size_t t = 0; t < mesh_.triangle_group.size(); ++t)
      if (mesh_.triangle_group[t] == group)
        for (const VertexId v : mesh_.triangles[t]) add_vertex(v.index());
    return Done{};
  }

  const SceneContext& context_;
  const PlacedBody& placed_;
  const Mesh& mesh_;
  std::vector<bool> chosen_;
  std::vector<VertexId> vertices_;
  std::size_t named_ = 0;  ///< number of vertices named so far; those named twice count twice
};

}  // namespace

Result<std::vector<VertexId>> select_vertices(const SceneContext& context, const SceneNode& node,
                                              const PlacedBody& placed) {
  Selector selector(context, placed);
  if (auto status = selector.add(node); !status) return status.error();
  return selector.take();
}

}  // namespace muslin
