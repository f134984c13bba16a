#include <algorithm>
#include <array>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/sim/pinch_finder.hpp>

namespace muslin {
namespace {

/// From which sides scripted elements touch a vertex of cloth, directly or through layers.
struct TouchedSides {
  Vec3 normal = Vec3::Zero();  ///< away from a scripted element; zero if none is known
  bool is_pinched = false;     ///< true if another one has an opposite normal

  /// Returns true if this has changed.
  bool merge(const Vec3& other, bool other_is_pinched) {
    const TouchedSides before = *this;
    if (normal == Vec3::Zero()) normal = other;
    is_pinched = is_pinched || other_is_pinched || normal.dot(other) < 0.0;
    return is_pinched != before.is_pinched || normal != before.normal;
  }
};

/// A pair in proximity as its two elements.
struct PairElements {
  PairElements(const Contact& pair, std::span<const std::uint8_t> is_scripted) : contact(pair) {
    first_of_second = contact.kind == StencilKind::edge_edge ? 2 : 3;
    for (std::size_t i = 0; i < 4; ++i)
      if (contact.weight[i] != 0.0 && is_scripted[contact.vertex[i].index()] == 0) is_cloth[element(i)] = true;
  }
  [[nodiscard]] std::size_t element(std::size_t i) const { return i < first_of_second ? 0 : 1; }

  template <class Visit>
  void for_each_of(std::size_t wanted, const Visit& visit) const {
    for (std::size_t i = 0; i < 4; ++i)
      if (contact.weight[i] != 0.0 && element(i) == wanted) visit(contact.vertex[i].index());
  }

  const Contact& contact;
  std::size_t first_of_second = 3;
  std::array<bool, 2> is_cloth = {false, false};  ///< false if all vertices of the element are scripted
};

/// Tells the vertices of each layer from which sides the layer on its other side is touched. Returns true if that was
/// news to one of them.
bool pass_through_layers(std::span<const PairElements> layers, std::vector<TouchedSides>& sides) {
  const std::vector<TouchedSides> before = sides;
  bool changed = false;
  for (const PairElements& pair : layers) {
    TouchedSides sum;
    const auto add = [&](std::size_t v) {
      if (before[v].normal != Vec3::Zero()) sum.merge(before[v].normal, before[v].is_pinched);
    };
    pair.for_each_of(0, add);
    pair.for_each_of(1, add);
    if (sum.normal == Vec3::Zero()) continue;
    const auto tell = [&](std::size_t v) { changed |= sides[v].merge(sum.normal, sum.is_pinched); };
    pair.for_each_of(0, tell);
    pair.for_each_of(1, tell);
  }
  return changed;
}

}  // namespace

std::vector<PinchKind> find_pinching_vertices(std::span<const Proximity> touching,
                                              std::span<const std::uint8_t> is_scripted) {
  std::vector<PinchKind> pinching(is_scripted.size(), PinchKind::none);
  std::vector<TouchedSides> sides(is_scripted.size());
  std::vector<PairElements> touched, layers;
  for (const Proximity& pair : touching) {
    const PairElements elements(pair.contact, is_scripted);
    if (elements.is_cloth[0] && elements.is_cloth[1])
      layers.push_back(elements);
    else if (elements.is_cloth[0] || elements.is_cloth[1])
      touched.push_back(elements);
    else
      for (const VertexId v : pair.contact.vertex) pinching[v.index()] = PinchKind::conflict;
  }
  for (const PairElements& pair : touched) {
    const std::size_t cloth = pair.is_cloth[0] ? 0 : 1;
    const Vec3 outward = cloth == 1 ? pair.contact.normal : Vec3(-pair.contact.normal);
    pair.for_each_of(cloth, [&](std::size_t v) { sides[v].merge(outward, false); });
  }
  for (int layer = 0; layer < tolerance::kMaxPinchedLayers && pass_through_layers(layers, sides); ++layer) {
  }
  for (const PairElements& pair : touched) {
    const std::size_t cloth = pair.is_cloth[0] ? 0 : 1;
    bool is_pinched = false;
    pair.for_each_of(cloth, [&](std::size_t v) { is_pinched |= sides[v].is_pinched; });
    if (is_pinched)
      pair.for_each_of(1 - cloth, [&](std::size_t v) { pinching[v] = std::max(pinching[v], PinchKind::cloth); });
  }
  return pinching;
}

}  // namespace muslin
