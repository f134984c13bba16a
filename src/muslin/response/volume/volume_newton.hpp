#pragma once
#include <muslin/contact/zones.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>
#include <muslin/response/response.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Volume-preserving impulses as in the paper [Sifakis08, Table 1]: a damped Newton iteration keeps the volumes of
/// colliding pairs of cloth equal to their initial values. Nothing is divided in forming its linear systems. Contacts
/// with obstacles are no tetrahedra: before each iteration, impulses stop cloth that approaches an obstacle, as in step
/// 1 of the paper's loop (§3).
class VolumeNewton final : public Response {
 public:
  explicit VolumeNewton(const VolumeNewtonOptions& options) : options_(options) {}
  [[nodiscard]] std::string_view name() const override { return "volume_preserving"; }
  ResponseReport resolve(CollisionView& step) override;

 private:
  void sort_contacts(const CollisionView& step);
  /// Solves for all tetrahedra at once, or for those of each zone. Returns whether a velocity has changed.
  bool solve(CollisionView& step);
  bool iterate(CollisionView& step, std::span<const std::uint32_t> contacts, std::span<const VertexId> vertices) const;

  VolumeNewtonOptions options_;
  ImpulseSweeps obstacle_impulses_;
  std::vector<Contact> pairs_;       ///< of cloth
  std::vector<Contact> obstacles_;   ///< contacts of cloth with prescribed elements
  Zones zones_;                      ///< of pairs_
  double first_displacement_ = 0.0;  ///< largest displacement of a vertex in contact when the response began [m]
};

}  // namespace muslin
