#include <muslin/response/volume/volume_impulses.hpp>
#include <muslin/response/volume/volume_newton.hpp>
#include <muslin/response/volume/volume_preserving.hpp>

namespace muslin {

std::unique_ptr<Response> make_volume_preserving(const VolumePreservingOptions& options) {
  if (options.scheme == VolumeScheme::paper) return std::make_unique<VolumeNewton>(options.paper);
  return std::make_unique<VolumeImpulses>(options);
}

}  // namespace muslin
