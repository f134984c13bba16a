#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/detect/box_pairs.hpp>
#include <muslin/geometry/element_pair.hpp>
#include <muslin/geometry/proven_disjoint.hpp>
#include <tuple>

namespace muslin {
namespace {

constexpr std::size_t kAuditedPerChunk = 128;

bool before(const IntersectingPair& p, const IntersectingPair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); }

/// The elements of the input under one numbering, triangles first.
class Elements {
 public:
  explicit Elements(const AuditInput& input) : input_(input) {
    MUSLIN_ASSERT(input.triangle_body.empty() || input.triangle_body.size() == input.triangles.size());
    MUSLIN_ASSERT(input.segment_body.empty() || input.segment_body.size() == input.segments.size());
  }

  [[nodiscard]] std::size_t size() const { return input_.triangles.size() + input_.segments.size(); }

  [[nodiscard]] AuditElement name(std::size_t e) const {
    if (is_triangle(e)) return {AuditElement::Kind::triangle, static_cast<std::int32_t>(e)};
    return {AuditElement::Kind::segment, static_cast<std::int32_t>(e - input_.triangles.size())};
  }

  [[nodiscard]] Element element(std::size_t e) const { return make_element(vertices(e), input_.positions); }

  [[nodiscard]] bool is_finite(std::size_t e) const {
    const auto corners = vertices(e);
    return std::all_of(corners.begin(), corners.end(),
                       [&](VertexId v) { return input_.positions[v.index()].allFinite(); });
  }

  [[nodiscard]] Box box(std::size_t e) const {
    Box box;
    for (const VertexId v : vertices(e)) box.include(input_.positions[v.index()]);
    return box;
  }

  [[nodiscard]] bool is_obstacle(std::size_t e) const {
    const auto bodies = is_triangle(e) ? input_.triangle_body : input_.segment_body;
    if (bodies.empty()) return false;
    const auto body = static_cast<std::size_t>(bodies[is_triangle(e) ? e : e - input_.triangles.size()]);
    return body < input_.body_is_obstacle.size() && input_.body_is_obstacle[body] != 0;
  }

 private:
  [[nodiscard]] bool is_triangle(std::size_t e) const { return e < input_.triangles.size(); }

  [[nodiscard]] std::span<const VertexId> vertices(std::size_t e) const {
    if (is_triangle(e)) return input_.triangles[e];
    return input_.segments[e - input_.triangles.size()];
  }

  const AuditInput& input_;
};

/// Keeps the first `limit` pairs, in order.
void keep_first(std::vector<IntersectingPair>& pairs, std::size_t limit) {
  std::sort(pairs.begin(), pairs.end(), before);
  if (pairs.size() > limit) pairs.resize(limit);
}

/// Counts the intersections in one chunk of the elements. `first` is trimmed from time to time, so memory stays small
/// however many intersections there are.
class Tally {
 public:
  explicit Tally(std::size_t limit) : limit_(limit) {}

  void add(const Elements& elements, std::size_t i, std::size_t j) {
    if (elements.is_obstacle(i) && elements.is_obstacle(j)) {
      ++report.obstacle_intersections;
      return;
    }
    ++report.intersections;
    if (limit_ == 0) return;
    const Box box_i = elements.box(i), box_j = elements.box(j);
    const Box overlap{box_i.lower.cwiseMax(box_j.lower), box_i.upper.cwiseMin(box_j.upper)};
    const auto [a, b] = std::minmax({elements.name(i), elements.name(j)});
    report.first.push_back({a, b, overlap.centre()});
    if (report.first.size() >= 64 && (report.first.size() - 64) / 2 >= limit_) keep_first(report.first, limit_);
  }

  AuditReport report;

 private:
  std::size_t limit_;
};

void merge(AuditReport& total, const AuditReport& part) {
  total.intersections += part.intersections;
  total.obstacle_intersections += part.obstacle_intersections;
  total.overlapping_pairs += part.overlapping_pairs;
  total.exact_pairs += part.exact_pairs;
  total.first.insert(total.first.end(), part.first.begin(), part.first.end());
}

}  // namespace

AuditReport audit(const AuditInput& input, const AuditOptions& options) {
  AuditReport report;
  const Elements elements(input);

  // Elements with vertices that are not finite cannot be tested; they are reported and left out.
  std::vector<std::size_t> finite;
  finite.reserve(elements.size());
  for (std::size_t e = 0; e < elements.size(); ++e)
    if (elements.is_finite(e)) finite.push_back(e);
  report.undecidable = elements.size() - finite.size();

  // Overlapping boxes give the pairs that may intersect.
  std::vector<Box> boxes(finite.size());
  parallel_for(finite.size(), 4 * kAuditedPerChunk, [&](std::size_t k) { boxes[k] = elements.box(finite[k]); });
  const BoxPairs pairs(boxes);

  // For each pair, try the fast proof of disjointness first, then the exact test.
  std::vector<Tally> tallies(chunk_count(pairs.size(), kAuditedPerChunk), Tally(options.max_listed));
  parallel_chunks(pairs.size(), kAuditedPerChunk, [&](Chunk chunk) {
    Tally tally(options.max_listed);
    for (std::size_t rank = chunk.begin; rank < chunk.end; ++rank) {
      const std::size_t i = finite[pairs.box_at(rank)];
      const Element element = elements.element(i);
      pairs.visit_partners(rank, [&](std::size_t partner) {
        const std::size_t j = finite[partner];
        const ElementPair pair =
            i < j ? make_element_pair(element, elements.element(j)) : make_element_pair(elements.element(j), element);
        ++tally.report.overlapping_pairs;
        if (proven_disjoint(pair)) return;
        ++tally.report.exact_pairs;
        if (intersect(pair)) tally.add(elements, i, j);
      });
    }
    tallies[chunk.index] = std::move(tally);
  });
  for (const Tally& tally : tallies) merge(report, tally.report);
  keep_first(report.first, options.max_listed);
  return report;
}

}  // namespace muslin
