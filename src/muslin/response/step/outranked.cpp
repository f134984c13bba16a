#include <algorithm>
#include <muslin/contact/zones.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/detect/exemptions.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/outranked.hpp>

namespace muslin {
namespace {

/// What touches what: the contacts of a step and its pairs in proximity, listed by their movable vertices.
class TouchGraph {
 public:
  TouchGraph(const CollisionStep& step, std::span<const std::int32_t> priority) : step_(step) {
    const auto add = [&](const Contact& contact) {
      Stencil stencil{contact, Exemptions::kNoPriority};
      for (const VertexId v : contact.vertex) stencil.priority = std::max(stencil.priority, priority[v.index()]);
      for (std::size_t i = 0; i < 4; ++i)
        if (touches(contact, i)) of_vertex_.emplace_back(contact.vertex[i], stencils_.size());
      stencils_.push_back(stencil);
    };
    for (const Contact& contact : step.contacts()) add(contact);
    for (const Proximity& proximity : step.proximities()) add(proximity.contact);
    std::sort(of_vertex_.begin(), of_vertex_.end());
  }

  /// Returns the vertices that are connected to these through some layers of cloth, ascending.
  [[nodiscard]] std::vector<VertexId> reach(std::span<const VertexId> vertices) const {
    std::vector<VertexId> reached(vertices.begin(), vertices.end());
    for (int layer = 0; layer < tolerance::kMaxPinchedLayers; ++layer) {
      std::vector<VertexId> next = reached;
      for (const VertexId v : reached)
        for_each(v, [&](const Stencil& stencil) {
          if (stencil.priority != Exemptions::kNoPriority) return;
          for (std::size_t i = 0; i < 4; ++i)
            if (touches(stencil.contact, i)) next.push_back(stencil.contact.vertex[i]);
        });
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      if (next.size() == reached.size()) break;
      reached = std::move(next);
    }
    return reached;
  }

  /// Returns the largest priority of the obstacles that these vertices touch.
  [[nodiscard]] std::int32_t top_priority(std::span<const VertexId> vertices) const {
    std::int32_t top = Exemptions::kNoPriority;
    for (const VertexId v : vertices)
      for_each(v, [&](const Stencil& stencil) { top = std::max(top, stencil.priority); });
    return top;
  }

  /// Adds those of the vertices that touch an obstacle of lower priority than `top`.
  void add_outranked(std::span<const VertexId> vertices, std::int32_t top, std::vector<OutrankedVertex>& result) const {
    for (const VertexId v : vertices) {
      bool is_outranked = false;
      for_each(v, [&](const Stencil& stencil) {
        is_outranked |= stencil.priority != Exemptions::kNoPriority && stencil.priority < top;
      });
      if (is_outranked) result.push_back({v, top});
    }
  }

 private:
  struct Stencil {
    Contact contact;
    std::int32_t priority;  ///< of its obstacle; kNoPriority if both elements are cloth
  };

  [[nodiscard]] bool touches(const Contact& contact, std::size_t i) const {
    return contact.weight[i] != 0.0 && step_.is_movable(contact.vertex[i]);
  }
  template <class Visit>
  void for_each(VertexId v, const Visit& visit) const {
    for (auto entry = std::lower_bound(of_vertex_.begin(), of_vertex_.end(), std::pair(v, std::size_t{0}));
         entry != of_vertex_.end() && entry->first == v; ++entry)
      visit(stencils_[entry->second]);
  }

  const CollisionStep& step_;
  std::vector<Stencil> stencils_;
  std::vector<std::pair<VertexId, std::size_t>> of_vertex_;  ///< movable vertices with their stencils, ascending
};

}  // namespace

std::vector<OutrankedVertex> find_outranked(CollisionStep& step, std::span<const std::int32_t> priority) {
  std::vector<OutrankedVertex> result;
  if (priority.empty()) return result;
  const TouchGraph graph(step, priority);
  const Zones& zones = step.zones();
  for (std::size_t z = 0; z < zones.size(); ++z) {
    const std::vector<VertexId> reached = graph.reach(zones.vertices(z));
    const std::int32_t top = graph.top_priority(reached);
    const std::size_t before = result.size();
    graph.add_outranked(zones.vertices(z), top, result);
    if (result.size() == before) graph.add_outranked(reached, top, result);  // another layer touches the lower one
  }
  return result;
}

}  // namespace muslin
