#include <muslin/core/option.hpp>
#include <muslin/model/body.hpp>

namespace muslin {

std::vector<VertexId> inner_vertices(const Patch& patch) {
  std::vector<VertexId> inner;
  for (int row = 1; row < patch.side - 1; ++row)
    for (int column = 1; column < patch.side - 1; ++column)
      inner.push_back(patch.vertices[static_cast<std::size_t>(row * patch.side + column)]);
  return inner;
}

std::vector<std::array<VertexId, 2>> extra_pairs(const Patch& patch, const ExtraLengths& extra) {
  const int last = patch.side - 1;
  const auto at = [&](int row, int column) {
    return patch.vertices[static_cast<std::size_t>(row * patch.side + column)];
  };
  std::vector<std::array<VertexId, 2>> pairs;
  if (extra.sides) {
    pairs.push_back({at(0, 0), at(0, last)});
    pairs.push_back({at(last, 0), at(last, last)});
    pairs.push_back({at(0, 0), at(last, 0)});
    pairs.push_back({at(0, last), at(last, last)});
  }
  if (extra.diagonals) {
    pairs.push_back({at(0, 0), at(last, last)});
    pairs.push_back({at(0, last), at(last, 0)});
  }
  if (extra.middles) {
    pairs.push_back({at(0, last / 2), at(last, last / 2)});
    pairs.push_back({at(last / 2, 0), at(last / 2, last)});
  }
  if (extra.quarters) {
    pairs.push_back({at(0, last / 4), at(last, last / 4)});
    pairs.push_back({at(0, last - last / 4), at(last, last - last / 4)});
  }
  return pairs;
}

void describe(Description<HybridOptions>& options) {
  using O = HybridOptions;
  // The names are those of [Liu11, Figures 6.1 to 6.3].
  const auto lengths = [](bool diagonals, bool sides, bool middles, bool quarters) {
    return ExtraLengths{.diagonals = diagonals, .sides = sides, .middles = middles, .quarters = quarters};
  };
  options
      .choice("extra_lengths", &O::extra,
              {{"none", lengths(false, false, false, false)},
               {"2", lengths(true, false, false, false)},
               {"4", lengths(false, true, false, false)},
               {"6-I", lengths(true, true, false, false)},
               {"6-II", lengths(false, true, true, false)},
               {"6-III", lengths(false, true, false, true)},
               {"8-I", lengths(true, true, true, false)},
               {"8-II", lengths(true, true, false, true)},
               {"10", lengths(true, true, true, true)}})
      .about("Length constraints that the hybrid adds to each square [Liu11].");
  options.integer("condition", &O::conflict_rule)
      .from(1)
      .to(2)
      .about(
          "Where projection and shape matching of the hybrid oppose each other: 1 drops shape matching, 2 only its "
          "part "
          "that opposes.");
  options.choice("matching", &O::matching, {{"spatial", MatchingKind::spatial}, {"planar", MatchingKind::planar}})
      .about("Shape matching of the hybrid in three dimensions, or in the plane of the patch.");
  options.choice("order", &O::order, {{"alternating", HybridOrder::alternating}, {"once", HybridOrder::once}})
      .about(
          "Mixes shape matching of the hybrid into each iteration of the projection; or once, when the projection has "
          "converged, as in the thesis: lengths may exceed their limits then.");
  options.number("projection_share", &O::projection_share)
      .from(0)
      .to(1)
      .about("Weight of the projection in the hybrid; that of shape matching is the rest.");
  options.number("step", &O::step)
      .above(0)
      .to(1)
      .about("Share of the distance to the goal that a round of shape matching covers.");
  options.number("near", &O::snap_distance_share)
      .from(0)
      .to(1)
      .about("Distance to the goal, in sizes of the patch, below which a patch snaps to it.");
}

void describe(Description<Patches>& options) {
  options.about("Parts of a sheet that keep their shape.");
  options.named("patches");
  options.choice("method", &Patches::method, {{"rigid", PatchMethod::rigid}, {"hybrid", PatchMethod::hybrid}})
      .about("Exactly, with the mass and the inertia of their vertices; or approximately as in [Liu11], squares only.");
  options.include(&Patches::hybrid);
}

}  // namespace muslin
