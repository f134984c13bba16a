#pragma once
#include <array>
#include <cstdint>
#include <muslin/core/types.hpp>

namespace muslin {

/// The kinds of the two elements that the four vertices of a stencil form.
enum class StencilKind : std::uint8_t {
  vertex_triangle,  ///< vertex 3 on triangle 0-1-2
  edge_edge,        ///< edge 0-1 on edge 2-3
  vertex_edge,      ///< vertex 3 on edge 0-1, ignoring vertex 2 (neighbouring edges of a cable)
};

/// The start and end of the four vertices of a stencil. In between, each moves on a straight line as t goes from 0 to
/// 1.
struct StencilMotion {
  std::array<Vec3, 4> start;
  std::array<Vec3, 4> end;
};

}  // namespace muslin
