#pragma once
#include <cstddef>

namespace muslin {

/// The range of a body in the arrays over all vertices.
struct BodyRange {
  std::size_t first_vertex = 0;
  std::size_t vertex_count = 0;
};

}  // namespace muslin
