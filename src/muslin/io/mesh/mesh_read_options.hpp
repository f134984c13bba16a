#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

/// Options for reading a mesh file of any format.
struct MeshReadOptions {
  /// Keeps coordinates that are NaN or infinite, for a caller that reports them. Otherwise they are an error.
  bool allow_non_finite = false;
  /// Largest number of vertices, of triangles or of segments; more is an error. It must not exceed kMaxElements.
  std::size_t max_elements = kMaxElements;
};

}  // namespace muslin
