#pragma once
#include <cstdint>
#include <muslin/geometry/mesh.hpp>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace muslin {

/// Puts a mesh together from what a file holds: vertices, polygons, segments, in any order. A face may name vertices
/// that stand further down in the file, and a polygon cannot be cut before all its corners are known, so both wait
/// here until finish(), with the place in the file for the message if they turn out wrong.
class MeshAssembler {
 public:
  /// Corner of a polygon; indices counted from 0, not negative; no material: -1.
  struct Corner {
    std::int32_t vertex = 0;
    std::int32_t material = -1;
  };
  enum class Kind { polygon, segment };
  /// What is wrong with an element, and the `place` that was given with it.
  struct Fault {
    Kind kind = Kind::polygon;
    std::int64_t place = 0;
    std::string what;
    std::string remedy;
  };

  /// `first_index` is what the format calls the first vertex, for messages.
  MeshAssembler(std::size_t max_elements, int first_index) : max_elements_(max_elements), first_index_(first_index) {}

  // False: that would be more than the most elements.
  [[nodiscard]] bool add_vertex(const Vec3& position) { return add(mesh_.positions, position); }
  [[nodiscard]] bool add_material(const Vec2& coordinates) { return add(mesh_.material, coordinates); }
  [[nodiscard]] bool add_segment(std::int32_t a, std::int32_t b, std::int64_t place);
  [[nodiscard]] bool add_polygon(std::span<const Corner> corners, std::int64_t place);

  /// Polygons added from now on belong to the group of that name.
  void set_group(const std::string& name);

  [[nodiscard]] std::size_t vertex_count() const { return mesh_.positions.size(); }
  [[nodiscard]] std::size_t material_count() const { return mesh_.material.size(); }

  /// Checks every index, cuts the polygons, and hands the mesh over. Call once, last.
  [[nodiscard]] std::optional<Fault> finish(Mesh& mesh);

 private:
  template <class T>
  bool add(std::vector<T>& list, const T& item) {
    if (list.size() >= max_elements_) return false;
    list.push_back(item);
    return true;
  }
  [[nodiscard]] std::optional<Fault> check_index(std::int32_t index, std::size_t count, const char* kind) const;
  [[nodiscard]] std::optional<Fault> check_polygons() const;
  [[nodiscard]] std::optional<Fault> check_segments() const;
  void cut_polygons();

  /// One polygon; its corners stand in corners_, behind those of the polygons before it.
  struct Polygon {
    std::int64_t place;
    std::int32_t size;
    std::int32_t group;
  };

  std::size_t max_elements_;
  int first_index_;
  Mesh mesh_;
  std::vector<Corner> corners_;
  std::vector<Polygon> polygons_;
  std::vector<std::int64_t> segment_places_;
  std::size_t triangle_count_ = 0;                        ///< that the polygons will become
  std::unordered_map<std::string, std::int32_t> groups_;  ///< those that have polygons, by name
  std::string group_name_;
  std::int32_t group_ = -1;  ///< index of the present group; -1 as long as it has no polygon
};

}  // namespace muslin
