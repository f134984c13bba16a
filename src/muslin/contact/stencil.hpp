#pragma once
#include <array>
#include <cstdint>
#include <muslin/core/types.hpp>

namespace muslin {

/// Which two elements four vertices stand for.
enum class StencilKind : std::uint8_t {
  vertex_triangle,  ///< vertex 3 on triangle 0-1-2
  edge_edge,        ///< edge 0-1 on edge 2-3
  vertex_edge,      ///< vertex 3 on edge 0-1; vertex 2 plays no part (neighbouring edges of a cable)
};

/// Where the four vertices of a stencil start and end; in between each moves on a straight line, t from 0 to 1.
struct StencilMotion {
  std::array<Vec3, 4> start;
  std::array<Vec3, 4> end;
};

}  // namespace muslin
