#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
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

/// Returns the highest priority of an obstacle, if the scene lets cloth ignore lower ones.
std::optional<std::int32_t> highest_priority(const RunFacts& facts) {
  if (!facts.scene || facts.scene->collision.pinch != PinchPolicy::priority) return {};
  std::optional<std::int32_t> highest;
  for (const SceneBody& body : facts.scene->bodies) {
    if (body.body.kind != BodyKind::obstacle) continue;
    const auto& all = body.priority;
    const std::int32_t own = all.empty() ? 0 : *std::max_element(all.begin(), all.end());
    highest = std::max(highest.value_or(own), own);
  }
  return highest;
}

/// Lowest priority of the vertices of an element.
std::int32_t priority_of(const RunFacts& facts, const ExactElement& element) {
  std::size_t first = 0;
  for (std::int32_t b = 0; b < element.body; ++b)
    first += facts.scene->bodies[static_cast<std::size_t>(b)].body.mesh.positions.size();
  const auto& all = facts.scene->bodies[static_cast<std::size_t>(element.body)].priority;
  std::int32_t lowest = std::numeric_limits<std::int32_t>::max();
  for (const VertexId v : element.vertices()) lowest = std::min(lowest, all.empty() ? 0 : all[v.index() - first]);
  return lowest;
}

}  // namespace

FrameVerdict judge_frames(const RunFacts& facts, Findings& findings) {
  FrameVerdict verdict;
  verdict.is_start_known = !facts.given_start.empty() && !facts.elements.empty() &&
                           (facts.frames.empty() || facts.given_start.size() == facts.frames.front().size());
  if (verdict.is_start_known)
    verdict.at_given_start = std::max(exact_pairs(facts.elements, facts.given_start).size(),
                                      exact_pairs(facts.elements, as_floats(facts.given_start)).size());
  const std::optional<std::int32_t> highest = highest_priority(facts);
  const auto is_outranked = [&](const ExactPair& pair) {
    const auto can_be_ignored = [&](std::int32_t index) {
      const ExactElement& element = facts.elements[static_cast<std::size_t>(index)];
      return element.is_obstacle && priority_of(facts, element) < *highest;
    };
    return highest && (can_be_ignored(pair.first) || can_be_ignored(pair.second));
  };
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
    verdict.outranked.push_back(
        k == 0 ? 0 : static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), is_outranked)));
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
      return is_outranked(pair) || (is_in_tangle(pair.first) && is_in_tangle(pair.second));
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
