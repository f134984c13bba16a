#pragma once
#include <gtest/gtest.h>

#include <tests/support/outfit.hpp>

namespace muslin::test {

/// What became of a figure in tangled garments.
struct DressedRun {
  TangleCounts before;            ///< intersections of the start as given
  TangleCounts after;             ///< intersections after untangling
  double max_displacement = 0.0;  ///< by untangling [m]
  std::size_t sharp_edges = 0;    ///< edges of garments that are bent by more than 90° after untangling
  double untangle_seconds = 0.0;  ///< processor time
  std::size_t bad_frames = 0;     ///< simulated frames that intersect, in doubles or in floats
  std::int64_t contacts = 0;      ///< over all frames
  double max_strain = 0.0;        ///< over all frames
  double max_speed = 0.0;         ///< over all frames [m/s]
  bool has_failed = false;        ///< the simulation diverged
};

/// Starts a scene by default, so that it is untangled, and simulates some frames; counts its intersections by the
/// audit.
[[nodiscard]] DressedRun run_dressed(const Scene& scene, int frames);

/// Prints the numbers of a run on one line.
void print(const char* name, const DressedRun& run);

}  // namespace muslin::test
