#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// The nearest velocities, in the mass norm, at which no contact of a zone approaches, by normal impulses that are not
/// negative. The problem behind inelastic projection [Harmon08 §2], which the paper simplifies; each contact has
/// friction with its own coefficient. Zones as there.
[[nodiscard]] std::unique_ptr<Response> make_complementarity(const ComplementarityOptions& options = {},
                                                             const GaussSeidelOptions& impulses = {});

}  // namespace muslin
