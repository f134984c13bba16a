#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Makes the response with volume-preserving impulses [Sifakis08 §5]. The four vertices of a colliding pair form a
/// tetrahedron filled with a fluid whose pressure preserves its volume. A damped Newton iteration solves for all
/// pressures simultaneously. Every few iterations, pairs that no longer collide are released and new ones are added.
/// The response suits long steps, because it constrains the ends of the step, not velocities at the contacts.
[[nodiscard]] std::unique_ptr<Response> make_volume_preserving(const VolumePreservingOptions& options = {});

}  // namespace muslin
