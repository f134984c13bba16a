#include <algorithm>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/krylov/prolongation.hpp>

namespace muslin {
namespace {

constexpr std::int32_t kNone = -1;

/// Neighbours of each vertex, as one list after the other.
struct Graph {
  std::vector<std::int32_t> begin, neighbours;
  [[nodiscard]] std::span<const std::int32_t> of(std::size_t i) const {
    return std::span(neighbours)
        .subspan(static_cast<std::size_t>(begin[i]), static_cast<std::size_t>(begin[i + 1] - begin[i]));
  }
};

Graph make_graph(const BlockPattern& pattern) {
  const std::size_t n = pattern.vertex_count();
  Graph graph;
  graph.begin.assign(n + 1, 0);
  const auto for_each_edge = [&](const auto& visit) {
    for (std::size_t s = 0; s < pattern.slot_count(); ++s)
      if (pattern.row(s) != pattern.column(s)) visit(pattern.row(s), pattern.column(s));
  };
  for_each_edge([&](VertexId i, VertexId j) {
    ++graph.begin[i.index() + 1];
    ++graph.begin[j.index() + 1];
  });
  for (std::size_t i = 0; i < n; ++i) graph.begin[i + 1] += graph.begin[i];
  std::vector<std::int32_t> next = graph.begin;
  graph.neighbours.resize(static_cast<std::size_t>(graph.begin[n]));
  for_each_edge([&](VertexId i, VertexId j) {
    graph.neighbours[static_cast<std::size_t>(next[i.index()]++)] = j.value;
    graph.neighbours[static_cast<std::size_t>(next[j.index()]++)] = i.value;
  });
  return graph;
}

/// Returns the aggregate of each vertex. First, whole neighbourhoods that are still free become aggregates; then each
/// remaining vertex joins the aggregate that most of its neighbours belong to.
std::vector<std::int32_t> aggregate(const Graph& graph, std::int32_t& count) {
  const std::size_t n = graph.begin.size() - 1;
  std::vector<std::int32_t> of(n, kNone);
  count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto around = graph.of(i);
    const auto taken = [&](std::int32_t j) { return of[static_cast<std::size_t>(j)] != kNone; };
    if (around.empty() || of[i] != kNone || std::any_of(around.begin(), around.end(), taken)) continue;
    of[i] = count;
    for (const std::int32_t j : around) of[static_cast<std::size_t>(j)] = count;
    ++count;
  }
  std::vector<std::int32_t> all = of;
  std::vector<std::int32_t> candidates;
  for (std::size_t i = 0; i < n; ++i) {
    if (of[i] != kNone) continue;
    candidates.clear();
    for (const std::int32_t j : graph.of(i))
      if (of[static_cast<std::size_t>(j)] != kNone) candidates.push_back(of[static_cast<std::size_t>(j)]);
    std::sort(candidates.begin(), candidates.end());
    std::ptrdiff_t most = 0;
    for (auto it = candidates.begin(); it != candidates.end();) {
      const auto end = std::upper_bound(it, candidates.end(), *it);
      if (end - it > most) {
        most = end - it;
        all[i] = *it;
      }
      it = end;
    }
  }
  return all;
}

}  // namespace

Prolongation::Prolongation(const BlockPattern& pattern) {
  const std::size_t n = pattern.vertex_count();
  const Graph graph = make_graph(pattern);
  std::int32_t count = 0;
  const std::vector<std::int32_t> aggregates = aggregate(graph, count);

  fine_begin_.assign(1, 0);
  std::vector<std::int32_t> around;
  for (std::size_t i = 0; i < n; ++i) {
    const auto neighbours = graph.of(i);
    if (!neighbours.empty()) {
      around.clear();
      for (const std::int32_t j : neighbours) around.push_back(aggregates[static_cast<std::size_t>(j)]);
      std::sort(around.begin(), around.end());
      bool own = false;
      const auto add = [&](std::int32_t vertex, std::ptrdiff_t times) {
        double weight =
            tolerance::kProlongationSmoothing * static_cast<double>(times) / static_cast<double>(around.size());
        if (vertex == aggregates[i]) weight += 1.0 - tolerance::kProlongationSmoothing;
        own = own || vertex == aggregates[i];
        fine_entries_.push_back({vertex, static_cast<float>(weight)});
      };
      for (auto it = around.begin(); it != around.end();) {
        const auto end = std::upper_bound(it, around.end(), *it);
        add(*it, end - it);
        it = end;
      }
      if (!own) add(aggregates[i], 0);
    }
    fine_begin_.push_back(static_cast<std::int32_t>(fine_entries_.size()));
  }

  coarse_begin_.assign(static_cast<std::size_t>(count) + 1, 0);
  for (const Entry& entry : fine_entries_) ++coarse_begin_[static_cast<std::size_t>(entry.vertex) + 1];
  for (std::size_t c = 0; c < static_cast<std::size_t>(count); ++c) coarse_begin_[c + 1] += coarse_begin_[c];
  std::vector<std::int32_t> next = coarse_begin_;
  coarse_entries_.resize(fine_entries_.size());
  for (std::size_t i = 0; i < n; ++i)
    for (const Entry& entry : of_fine(i))
      coarse_entries_[static_cast<std::size_t>(next[static_cast<std::size_t>(entry.vertex)]++)] = {
          static_cast<std::int32_t>(i), entry.weight};
}

void Prolongation::add_prolonged(std::span<const Vec3> coarse, FixedMask fixed, std::span<Vec3> x) const {
  parallel_for(fine_count(), kElementsPerChunk, [&](std::size_t i) {
    if (is_fixed(fixed, i)) return;
    Vec3 sum = x[i];
    for (const Entry& entry : of_fine(i))
      sum += static_cast<double>(entry.weight) * coarse[static_cast<std::size_t>(entry.vertex)];
    x[i] = sum;
  });
}

void Prolongation::restrict_to(std::span<const Vec3> r, std::span<Vec3> coarse) const {
  parallel_for(coarse_count(), kElementsPerChunk / 8, [&](std::size_t c) {
    Vec3 sum = Vec3::Zero();
    for (const Entry& entry : of_coarse(c))
      sum += static_cast<double>(entry.weight) * r[static_cast<std::size_t>(entry.vertex)];
    coarse[c] = sum;
  });
}

}  // namespace muslin
