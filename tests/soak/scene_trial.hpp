#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/io/json/json_value.hpp>
#include <string>
#include <tests/soak/judge/bits_judge.hpp>
#include <tests/soak/judge/drive.hpp>
#include <tests/soak/judge/exit_judge.hpp>
#include <tests/soak/judge/motion_judge.hpp>

namespace muslin::soak {

/// How a scene is tried.
struct TrialOptions {
  std::string program;           ///< path of muslin
  std::filesystem::path folder;  ///< for the scene and its runs; its content is replaced
  double cpu_limit = 20.0;       ///< processor time of one run [s]
  std::size_t memory_bytes = std::size_t{4} << 30U;
  bool judges_bits = true;  ///< also runs the scene on two threads, with a kill
  double kill_share = 0.5;  ///< ReferenceRun::kill_share
};

/// What came of a scene.
struct Trial {
  Findings findings;
  RunEnding ending = RunEnding::wrong;
  int exit_code = -1;
  double cpu_seconds = 0.0;
  FrameVerdict frames;
  MotionVerdict motion;
  BitsVerdict bits;
};

/// Runs a scene with the real program, and judges what it left behind.
[[nodiscard]] Trial try_scene(const JsonValue& scene, const TrialOptions& options);

}  // namespace muslin::soak
