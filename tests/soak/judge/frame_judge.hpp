#pragma once
#include <tests/soak/judge/finding.hpp>
#include <tests/soak/judge/run_facts.hpp>

namespace muslin::soak {

/// What exact arithmetic finds in the frames of a run.
struct FrameVerdict {
  std::vector<std::size_t> intersections;  ///< pairs in each frame, the start first
  std::vector<std::size_t> outranked;      ///< of these, pairs that priorities of obstacles allow
  std::size_t at_given_start = 0;          ///< pairs in the scene as given
  bool is_start_known = false;             ///< whether the scene could be read, so that the last number says something
};

/// Counts the intersections of every frame and reports those that were not there at the start: in a start that should
/// be clean, or away from the tangles that the written start still has. With the policy "priority", cloth may intersect
/// every obstacle but those of the highest priority.
[[nodiscard]] FrameVerdict judge_frames(const RunFacts& facts, Findings& findings);

}  // namespace muslin::soak
