#pragma once
#include <filesystem>
#include <muslin/contact/contact.hpp>
#include <muslin/core/result.hpp>
#include <string>
#include <vector>

namespace muslin::bench {

/// Queries of one family and kind with exact answers to the question whether the closed elements meet in [0, 1].
struct QueryGroup {
  std::string part;    ///< "public", "made", …
  std::string family;  ///< "cloth"
  StencilKind kind = StencilKind::vertex_triangle;
  std::vector<StencilMotion> motions;
  std::vector<char> collides;  ///< one per motion
};

/// Reads a folder of queries:
///   public/FAMILY/{vertex-face,edge-edge}/*.csv   eight rows per query, each x numerator, x denominator, y n, y d,
///                                                 z n, z d, truth: four points at t = 0, then at t = 1, as exact
///                                                 fractions
///   made/FAMILY.bin                               little-endian records of 24 doubles (the same eight points), int32
///                                                 kind (1: edge-edge, 0: vertex-face), int32 truth
/// The four points are v f0 f1 f2, or a0 a1 b0 b1. One of the two parts may be missing. The result is sorted by part,
/// family and kind.
[[nodiscard]] Result<std::vector<QueryGroup>> read_queries(const std::filesystem::path& folder);

}  // namespace muslin::bench
