#pragma once
#include <cstdint>
#include <muslin/geometry/mesh.hpp>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace muslin {

/// Assembles a mesh from the vertices, polygons and segments of a file, which may come in any order. A face may refer
/// to vertices further down in the file, and a polygon can be triangulated only when all its corners are known. Both
/// are therefore kept until finish(), together with their place in the file for error messages.
class MeshAssembler {
 public:
  /// Corner of a polygon. Indices are counted from 0 and are not negative; a material of -1 means none.
  struct Corner {
    std::int32_t vertex = 0;
    std::int32_t material = -1;
  };
  enum class Kind { polygon, segment };
  /// Describes an invalid element, with the `place` that was given for it.
  struct Fault {
    Kind kind = Kind::polygon;
    std::int64_t place = 0;
    std::string what;
    std::string remedy;
  };

  /// `first_index` is the index of the first vertex in the file format; messages use it.
  MeshAssembler(std::size_t max_elements, int first_index) : max_elements_(max_elements), first_index_(first_index) {}

  // These functions return false if the maximum number of elements is reached.
  [[nodiscard]] bool add_vertex(const Vec3& position) { return add(mesh_.positions, position); }
  [[nodiscard]] bool add_material(const Vec2& coordinates) { return add(mesh_.material, coordinates); }
  [[nodiscard]] bool add_segment(std::int32_t a, std::int32_t b, std::int64_t place);
  [[nodiscard]] bool add_polygon(std::span<const Corner> corners, std::int64_t place);

  /// Polygons that are added from now on belong to the group of that name.
  void set_group(const std::string& name);

  [[nodiscard]] std::size_t vertex_count() const { return mesh_.positions.size(); }
  [[nodiscard]] std::size_t material_count() const { return mesh_.material.size(); }

  /// Checks every index, triangulates the polygons and moves the mesh into `mesh`. Call this once, after everything is
  /// added.
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

  /// A polygon. Its corners follow those of the previous polygons in corners_.
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
  std::size_t triangle_count_ = 0;                        ///< number of triangles that the polygons will give
  std::unordered_map<std::string, std::int32_t> groups_;  ///< groups that have polygons, by name
  std::string group_name_;
  std::int32_t group_ = -1;  ///< index of the current group; -1 until it has a polygon
};

}  // namespace muslin
