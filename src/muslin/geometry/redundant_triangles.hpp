#pragma once
#include <cstddef>
#include <muslin/geometry/mesh.hpp>
#include <optional>
#include <utility>

namespace muslin {

/// Finds two triangles with the same three vertices, in any order: the one with the lowest number that repeats an
/// earlier one, after the earlier one.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> find_duplicate_triangle(const Mesh& mesh);

/// Removes triangles that repeat a corner, and those with the same three vertices as an earlier one. The vertices stay.
/// Returns the number of triangles removed.
std::size_t remove_redundant_triangles(Mesh& mesh);

}  // namespace muslin
