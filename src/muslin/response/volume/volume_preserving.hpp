#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Volume-preserving impulses [Sifakis08 §5]: what collides is a tetrahedron of four vertices, filled with a fluid
/// whose pressure keeps its volume. All pressures at once, by a damped Newton iteration; pairs that no longer collide
/// are released, and new ones added, after each few iterations. For long steps: the constraint is on where the step
/// ends, not on velocities at the contact.
[[nodiscard]] std::unique_ptr<Response> make_volume_preserving(const VolumePreservingOptions& options = {});

}  // namespace muslin
