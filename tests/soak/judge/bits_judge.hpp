#pragma once
#include <filesystem>
#include <string>
#include <tests/soak/child_process.hpp>
#include <tests/soak/judge/finding.hpp>

namespace muslin::soak {

/// A run that is finished and that others are compared with.
struct ReferenceRun {
  std::string program;           ///< path of muslin
  std::filesystem::path scene;   ///< the scene file
  std::filesystem::path folder;  ///< its run folder, made with one thread
  ChildOutcome child;            ///< how it ended
  std::filesystem::path work;    ///< folder for further runs
  std::size_t memory_bytes = 0;  ///< limit of further runs
  double kill_share = 0.5;       ///< moment of the kill, as a share of the time that the run took [1]
};

/// What was compared.
struct BitsVerdict {
  bool was_compared = false;
  bool was_killed = false;  ///< the kill came before the end of the run
};

/// Runs the scene on two threads, kills it at a moment, resumes it on one, and compares all files with those of the
/// reference, apart from times. If they differ, further runs tell threads and resumption apart.
[[nodiscard]] BitsVerdict judge_bits(const ReferenceRun& reference, Findings& findings);

/// Returns the name of a file that differs between two run folders, or an empty text. Times do not count.
[[nodiscard]] std::string differing_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace muslin::soak
