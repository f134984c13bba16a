#include <algorithm>
#include <limits>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/proximity/independent_pairs.hpp>
#include <utility>

namespace muslin {
namespace {

bool is_interior(const Contact& contact) {
  return std::none_of(contact.weight.begin(), contact.weight.end(), [](double w) { return w == 0.0; });
}

/// The vertices that span the nearest points, for each of the two elements in sorted order; -1 for vertices without
/// weight.
using Points = std::array<std::array<std::int32_t, 3>, 2>;

Points points_of(const Contact& contact) {
  const auto used = [&](std::size_t a) { return contact.weight[a] != 0.0 ? contact.vertex[a].value : -1; };
  Points points = contact.kind == StencilKind::edge_edge ? Points{{{used(0), used(1), -1}, {used(2), used(3), -1}}}
                                                         : Points{{{used(0), used(1), used(2)}, {used(3), -1, -1}}};
  for (auto& side : points) std::sort(side.begin(), side.end());
  std::sort(points.begin(), points.end());
  return points;
}

/// The vertex-triangle pairs, indexed by vertex.
class NearbyTriangles {
 public:
  NearbyTriangles(std::span<const Proximity> pairs, std::size_t vertices) : pairs_(pairs), begin_(vertices + 1, 0) {
    const auto vertex_of = [&](std::size_t i) { return pairs[i].contact.vertex[3].index(); };
    const auto is_one = [&](std::size_t i) { return pairs[i].contact.kind == StencilKind::vertex_triangle; };
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (is_one(i)) ++begin_[vertex_of(i) + 1];
    for (std::size_t v = 0; v < vertices; ++v) begin_[v + 1] += begin_[v];
    std::vector<std::uint32_t> next = begin_;
    list_.resize(begin_[vertices]);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (is_one(i)) list_[next[vertex_of(i)]++] = static_cast<std::uint32_t>(i);
  }

  /// Returns true if a triangle with all vertices of `rim` (-1: none) is nearer to the vertex.
  [[nodiscard]] bool nearer(std::int32_t vertex, const std::array<std::int32_t, 3>& rim, double distance) const {
    const auto v = static_cast<std::size_t>(vertex);
    for (std::uint32_t k = begin_[v]; k < begin_[v + 1]; ++k) {
      const Proximity& pair = pairs_[list_[k]];
      const auto has = [&](std::int32_t corner) {
        return corner < 0 || corner == pair.contact.vertex[0].value || corner == pair.contact.vertex[1].value ||
               corner == pair.contact.vertex[2].value;
      };
      if (pair.distance < (1.0 - tolerance::kEqualDistanceTolerance) * distance &&
          std::all_of(rim.begin(), rim.end(), has))
        return true;
    }
    return false;
  }

 private:
  std::span<const Proximity> pairs_;
  std::vector<std::uint32_t> begin_, list_;
};

/// For each vertex, the vertices to which vertex-triangle pairs connect it in either role, and the distances of those
/// pairs.
class VertexLinks {
 public:
  struct Link {
    std::int32_t other;
    float distance;
  };

  VertexLinks(std::span<const Proximity> pairs, std::span<const std::uint8_t> is_independent, std::size_t vertices)
      : begin_(vertices + 1, 0) {
    const auto for_each_link = [&](const auto& visit) {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Contact& contact = pairs[i].contact;
        if (is_independent[i] == 0 || contact.kind == StencilKind::edge_edge) continue;
        for (std::size_t a = 0; a < 3; ++a) {
          if (contact.weight[a] == 0.0) continue;
          visit(contact.vertex[3], contact.vertex[a], pairs[i].distance);
          visit(contact.vertex[a], contact.vertex[3], pairs[i].distance);
        }
      }
    };
    for_each_link([&](VertexId v, VertexId, double) { ++begin_[v.index() + 1]; });
    for (std::size_t v = 0; v < vertices; ++v) begin_[v + 1] += begin_[v];
    std::vector<std::int32_t> next = begin_;
    links_.resize(static_cast<std::size_t>(begin_[vertices]));
    for_each_link([&](VertexId v, VertexId other, double distance) {
      links_[static_cast<std::size_t>(next[v.index()]++)] = {other.value, static_cast<float>(distance)};
    });
  }

  [[nodiscard]] std::span<const Link> of(VertexId v) const {
    return std::span(links_).subspan(static_cast<std::size_t>(begin_[v.index()]),
                                     static_cast<std::size_t>(begin_[v.index() + 1] - begin_[v.index()]));
  }

 private:
  std::vector<std::int32_t> begin_;
  std::vector<Link> links_;
};

constexpr float kFar = std::numeric_limits<float>::infinity();

/// The links of one vertex, prepared for many queries in a row: edge-edge pairs are sorted by edge.
class NearestLinks {
 public:
  NearestLinks(const VertexLinks& links, std::size_t vertices) : links_(links), distance_(vertices, kFar) {}

  void move_to(VertexId v) {
    if (v == vertex_) return;
    if (vertex_.valid())
      for (const VertexLinks::Link& link : links_.of(vertex_)) distance_[static_cast<std::size_t>(link.other)] = kFar;
    vertex_ = v;
    for (const VertexLinks::Link& link : links_.of(v)) {
      float& smallest = distance_[static_cast<std::size_t>(link.other)];
      smallest = std::min(smallest, link.distance);
    }
  }
  /// Smallest distance of the pairs that connect the current vertex to this one; infinity if there are none.
  [[nodiscard]] float to(VertexId other) const { return distance_[other.index()]; }

 private:
  const VertexLinks& links_;
  std::vector<float> distance_;
  VertexId vertex_;
};

}  // namespace

std::vector<std::uint8_t> independent_pairs(std::span<const Proximity> pairs, std::size_t vertices) {
  std::vector<std::uint8_t> is_independent(pairs.size(), 1);
  std::vector<std::pair<Points, std::size_t>> boundary_pairs;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (!is_interior(pairs[i].contact)) boundary_pairs.push_back({points_of(pairs[i].contact), i});
  std::sort(boundary_pairs.begin(), boundary_pairs.end());
  for (std::size_t k = 1; k < boundary_pairs.size(); ++k)
    if (boundary_pairs[k].first == boundary_pairs[k - 1].first) is_independent[boundary_pairs[k].second] = 0;

  const NearbyTriangles triangles(pairs, vertices);
  for (const auto& [points, i] : boundary_pairs) {
    if (is_independent[i] == 0) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& vertex = points[side];  // sorted, so a single vertex comes last
      if (vertex[1] < 0 && triangles.nearer(vertex[2], points[1 - side], pairs[i].distance)) is_independent[i] = 0;
    }
  }

  const VertexLinks links(pairs, is_independent, vertices);
  std::array<NearestLinks, 2> nearest = {NearestLinks(links, vertices), NearestLinks(links, vertices)};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Contact& contact = pairs[i].contact;
    if (is_independent[i] == 0 || contact.kind != StencilKind::edge_edge) continue;
    int joined = 0;
    bool is_nearest = false;
    for (std::size_t a = 0; a < 2; ++a) {
      nearest[a].move_to(contact.vertex[a]);
      for (std::size_t b = 2; b < 4; ++b) {
        const float distance = nearest[a].to(contact.vertex[b]);
        if (distance == kFar) continue;
        ++joined;
        is_nearest = is_nearest || pairs[i].distance < tolerance::kIndependentEdgeDistanceRatio * distance;
      }
    }
    if (joined >= tolerance::kRedundantEdgeEndPairs && !is_nearest) is_independent[i] = 0;
  }
  return is_independent;
}

}  // namespace muslin
