#include <fmt/format.h>

#include <algorithm>
#include <tests/soak/judge/frame_judge.hpp>

namespace muslin::soak {
namespace {

/// Rings of neighbours around an intersecting pair that still belong to its tangle, as the untangling counts them.
/// Within a tangle nothing is guarded, so that its elements may intersect each other in new ways until they are apart.
constexpr int kTangleRings = 3;

/// Marks the vertices around the elements of these pairs.
std::vector<std::uint8_t> near_pairs(const RunFacts& facts, const std::vector<ExactPair>& pairs, std::size_t vertices) {
  std::vector<std::uint8_t> is_near(vertices, 0);
  const auto mark = [&](const ExactElement& element) {
    for (const VertexId v : element.vertices()) is_near[v.index()] = 1;
  };
  for (const auto& [a, b] : pairs) {
    mark(facts.elements[static_cast<std::size_t>(a)]);
    mark(facts.elements[static_cast<std::size_t>(b)]);
  }
  for (int ring = 0; ring < kTangleRings; ++ring) {
    const auto before = is_near;
    for (const ExactElement& element : facts.elements) {
      const auto ids = element.vertices();
      if (std::any_of(ids.begin(), ids.end(), [&](VertexId v) { return before[v.index()] != 0; })) mark(element);
    }
  }
  return is_near;
}

std::vector<Vec3> as_floats(const std::vector<Vec3>& positions) {
  std::vector<Vec3> rounded;
  for (const Vec3& x : positions) rounded.push_back(x.cast<float>().cast<double>());
  return rounded;
}

bool is_finite(const std::vector<Vec3>& positions) {
  return std::all_of(positions.begin(), positions.end(), [](const Vec3& x) { return x.allFinite(); });
}

}  // namespace

FrameVerdict judge_frames(const RunFacts& facts, Findings& findings) {
  FrameVerdict verdict;
  verdict.is_start_known = !facts.given_start.empty() && !facts.elements.empty() &&
                           (facts.frames.empty() || facts.given_start.size() == facts.frames.front().size());
  if (verdict.is_start_known)
    verdict.at_given_start = std::max(exact_pairs(facts.elements, facts.given_start).size(),
                                      exact_pairs(facts.elements, as_floats(facts.given_start)).size());
  std::vector<ExactPair> start_pairs;
  std::vector<std::uint8_t> is_tangled;
  for (std::size_t k = 0; k < facts.frames.size(); ++k) {
    const auto frame = static_cast<std::int64_t>(k);
    if (!is_finite(facts.frames[k])) {
      findings.push_back({FailureKind::crash, frame, "a position is not finite"});
      continue;
    }
    const auto pairs = exact_pairs(facts.elements, facts.frames[k]);
    verdict.intersections.push_back(pairs.size());
    if (k == 0) {
      start_pairs = pairs;
      is_tangled = near_pairs(facts, pairs, facts.frames[0].size());
      if (verdict.is_start_known && pairs.size() > verdict.at_given_start)
        findings.push_back({FailureKind::intersection, 0,
                            fmt::format("the start has {} intersections, as given {}; first: {}", pairs.size(),
                                        verdict.at_given_start, facts.describe(pairs.front()))});
      continue;
    }
    const auto is_old = [&](const ExactPair& pair) {
      const auto is_in_tangle = [&](std::int32_t index) {
        const auto ids = facts.elements[static_cast<std::size_t>(index)].vertices();
        return std::all_of(ids.begin(), ids.end(), [&](VertexId v) { return is_tangled[v.index()] != 0; });
      };
      return is_in_tangle(pair.first) && is_in_tangle(pair.second);
    };
    const auto fresh = std::find_if_not(pairs.begin(), pairs.end(), is_old);
    if (fresh != pairs.end() && !has(findings, FailureKind::intersection))
      findings.push_back({FailureKind::intersection, frame,
                          fmt::format("{} intersections, {} at the start; new: {}", pairs.size(), start_pairs.size(),
                                      facts.describe(*fresh))});
  }
  return verdict;
}

}  // namespace muslin::soak
