#pragma once
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>
#include <span>

namespace muslin {

/// Volume-preserving impulses as in the paper [Sifakis08, Table 1]: a damped Newton iteration keeps the volumes of
/// colliding pairs equal to their initial values.
class VolumeNewton final : public Response {
 public:
  explicit VolumeNewton(const VolumeNewtonOptions& options) : options_(options) {}
  [[nodiscard]] std::string_view name() const override { return "volume_preserving"; }
  ResponseReport resolve(CollisionView& step) override;

 private:
  void iterate(CollisionView& step, std::span<const std::uint32_t> contacts, std::span<const VertexId> vertices) const;

  VolumeNewtonOptions options_;
};

}  // namespace muslin
