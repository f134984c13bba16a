#include <muslin/detect/time_of_impact.hpp>
#include <tests/support/ccd_tally.hpp>
#include <tests/support/exact_ccd.hpp>
#include <tests/support/proof_checker.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {
namespace {

StencilKind kind_of(const CcdQuery& query) {
  return query.edge_edge ? StencilKind::edge_edge : StencilKind::vertex_triangle;
}

}  // namespace

CcdTally tally(Family family, int count, std::uint64_t seed) {
  CcdTally result;
  for (const CcdQuery& query : make_queries(family, count, seed)) {
    const StencilMotion motion{query.start, query.end};
    const ProvedTime proved = prove_time_of_impact(kind_of(query), motion, 0.0);
    ++result.queries;
    if (!find_proof_error(kind_of(query), motion, 0.0, proved).empty()) ++result.invalid_proofs;
    const auto truth = query.edge_edge ? edge_edge_first_time(query.start, query.end)
                                       : vertex_triangle_first_time(query.start, query.end);
    if (truth) ++result.collisions;
    if (truth && !proved.time) ++result.misses;
    if (truth && proved.time && *proved.time > truth->second) ++result.late;
    if (truth && proved.time && *proved.time < truth->first - 1e-3) ++result.early;
    if (!truth && proved.time) ++result.false_alarms;
  }
  return result;
}

int count_invalid_proofs_with_separation(Family family, int count, std::uint64_t seed) {
  int invalid = 0;
  Random random(seed + 1);
  for (const CcdQuery& query : make_queries(family, count, seed)) {
    const StencilMotion motion{query.start, query.end};
    const double size = (query.start[0] - query.start[1]).norm();
    const double separation = size * std::exp2(random.uniform(-50, 0));
    // Every query also as a vertex against an edge.
    for (const StencilKind kind : {kind_of(query), StencilKind::vertex_edge})
      if (!find_proof_error(kind, motion, separation, prove_time_of_impact(kind, motion, separation)).empty())
        ++invalid;
  }
  return invalid;
}

}  // namespace muslin::test
