#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

/// How any mesh file is read.
struct MeshReadOptions {
  /// Keep coordinates that are NaN or infinite, for a caller that reports on them. Otherwise they are an error.
  bool allow_non_finite = false;
  /// Most vertices, triangles or segments; more is an error. At most kMaxElements.
  std::size_t max_elements = kMaxElements;
};

}  // namespace muslin
