#include <algorithm>
#include <array>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/response/impulses/gauss_seidel.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/volume/volume_preserving.hpp>
#include <muslin/response/zones/complementarity.hpp>
#include <muslin/response/zones/inelastic_projection.hpp>
#include <muslin/response/zones/rigid_zones.hpp>
#include <muslin/response/zones/zone_response.hpp>

namespace muslin {

std::span<const ResponseInfo> known_responses() {
  static constexpr std::array<ResponseInfo, 7> kResponses{{
      {.name = "gauss_seidel",
       .about = "impulses, one contact at a time",
       .paper = "Bridson, Fedkiw, Anderson 2002",
       .make = [](const CollisionOptions& options) { return make_gauss_seidel(options.gauss_seidel); }},
      {.name = "rigid_zones",
       .about = "zones that impulses cannot resolve move as rigid bodies",
       .paper = "Provot 1997; Bridson, Fedkiw, Anderson 2002",
       .make =
           [](const CollisionOptions& options) { return make_rigid_zones(options.rigid_zones, options.gauss_seidel); },
       .counters = counter_group<ZoneCounts>},
      {.name = "inelastic_projection",
       .about = "all contacts of a zone stop moving along their normals but may slide",
       .paper = "Harmon, Vouga, Tamstorf, Grinspun 2008",
       .make =
           [](const CollisionOptions& options) {
             return make_inelastic_projection(options.inelastic_projection, options.gauss_seidel);
           },
       .counters = counter_group<ZoneCounts>},
      {.name = "complementarity",
       .about = "all contacts of a zone push at once, and none pulls",
       .paper = "Harmon, Vouga, Tamstorf, Grinspun 2008",
       .make =
           [](const CollisionOptions& options) {
             return make_complementarity(options.complementarity, options.gauss_seidel);
           },
       .counters = counter_group<ZoneCounts>},
      {.name = "volume_preserving",
       .about = "colliding pairs keep the volume between them, all at once",
       .paper = "Sifakis, Marino, Teran 2008",
       .make = [](const CollisionOptions& options) { return make_volume_preserving(options.volume_preserving); },
       .counters = counter_group<ZoneCounts>},
      {.name = "collision_clusters",
       .about = "clusters of touching faces bounce off each other",
       .paper = "Huh, Metaxas, Badler 2001",
       .make =
           [](const CollisionOptions& options) {
             return make_collision_clusters(options.collision_clusters, options.gauss_seidel);
           },
       .counters = counter_group<ClusterCounts>},
      {.name = "qp_collide",
       .about = "one quadratic programme for dynamics, contacts with thickness, friction and limits",
       .paper = "Raghupathi, Faure 2006",
       .make = [](const CollisionOptions& options) { return make_qp_collide(options.qp_collide); },
       .counters = counter_group<QpCounts>},
  }};
  return kResponses;
}

const ResponseInfo* find_response(std::string_view name) {
  const auto known = known_responses();
  const auto found = std::find_if(known.begin(), known.end(), [&](const ResponseInfo& r) { return r.name == name; });
  return found == known.end() ? nullptr : &*found;
}

CounterGroupPtr find_counter_group(std::string_view key) {
  for (const ResponseInfo& response : known_responses())
    if (response.counters != nullptr && response.counters()->key == key) return response.counters();
  return nullptr;
}

}  // namespace muslin
