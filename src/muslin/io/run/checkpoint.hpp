#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/sim/state.hpp>

namespace muslin {

/// Saves a State to the last bit. The file is little-endian and consists of:
///   "MUSLINCP", version = 5 (32 bits), 32 bits of zero, scene hash, frame, steps, interval, interval successes,
///   vertices n, hinges m, scripts k, limited lengths l, labels of tangles t, priorities p (64 bits each); n positions,
///   n velocities and n accelerations of three doubles, m rest angles and m plastic angles, k script delays, l
///   tensions, t labels and p priorities of 32 bits; the ContentHash of all preceding bytes.
/// The file appears complete or not at all: a run that is killed while it writes a checkpoint keeps the previous one.
[[nodiscard]] Status write_checkpoint(const std::filesystem::path& path, const State& state, std::uint64_t scene_hash);

/// Reads a checkpoint. Files that are truncated, damaged, of another kind or of a scene with another hash are refused.
[[nodiscard]] Result<State> read_checkpoint(const std::filesystem::path& path, std::uint64_t scene_hash);

}  // namespace muslin
