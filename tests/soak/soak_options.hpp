#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace muslin::soak {

/// What the command line asks for.
struct SoakOptions {
  std::uint64_t scenes = 100;
  std::uint64_t first_seed = 1;
  double cpu_limit = 20.0;      ///< processor time of one run [s]
  double shrink_limit = 120.0;  ///< time for shrinking one failure [s]; 0: failures are not shrunk
  double total_limit = 0.0;     ///< no new scene begins after this time [s]; 0: no limit
  bool judges_bits = true;
  bool only_draws = false;                      ///< writes the scenes and runs nothing
  std::filesystem::path scene;                  ///< a scene to judge instead of random ones; empty: none
  std::filesystem::path program;                ///< the muslin to run; empty: that of this build
  std::filesystem::path folder = "build/soak";  ///< for scenes that fail and the table
};

inline constexpr const char* kSoakUsage =
    "soak [N] [--seed S] [--limit SECONDS] [--shrink SECONDS] [--within SECONDS] [--no-bits] [--draw] [--scene FILE]\n"
    "     [--program FILE] [-o DIR]\n"
    "\n"
    "Draws N random scenes (100), runs them with muslin and judges them. Scene i has the seed S + i.\n"
    "\n"
    "  --seed S          seed of the first scene (1); `soak 1 --seed S` repeats one scene\n"
    "  --limit SECONDS   processor time of one run (20)\n"
    "  --shrink SECONDS  time for shrinking one failure (120); 0 shrinks nothing\n"
    "  --within SECONDS  begins no further scene after this time\n"
    "  --no-bits         does not compare threads and resumed runs\n"
    "  --draw            only writes the scenes\n"
    "  --scene FILE      judges this scene instead, and shrinks it if it fails\n"
    "  --program FILE    runs this muslin instead of that of this build\n"
    "  -o DIR            folder for failing scenes and soak.csv (build/soak)\n";

/// Reads the arguments after the name of the program. Returns no value if they make no sense.
[[nodiscard]] std::optional<SoakOptions> parse_options(std::span<const char* const> arguments);

}  // namespace muslin::soak
