#pragma once
#include <muslin/math/block/block_pattern.hpp>
#include <muslin/math/block/halo.hpp>
#include <muslin/math/block/padded_vector.hpp>

namespace muslin {

/// The part of a product y = (B + Q ⊗ I₃) x that one chunk of rows contributes; see BlockMatrix and Halo.
struct BlockProduct {
  const BlockPattern& block_pattern;
  const BlockPattern& scalar_pattern;
  const Halo& halo;
  const Mat3* blocks;  ///< by slot, and one more that is read but has no effect
  const double* scalars;
  const PaddedVector* x;  ///< of all vertices
  PaddedVector* y;        ///< of all vertices; only rows of the chunk are written
  PaddedVector* cells;    ///< of the halo; only those of the chunk are written

  /// Computes the contributions of the rows [begin, end), the whole of a chunk, with the vector unit in use.
  void multiply_rows(std::size_t begin, std::size_t end) const;
};

}  // namespace muslin
