#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Makes the response that finds the nearest velocities, in the mass norm, at which no contact of a zone approaches,
/// with nonnegative normal impulses. This is the problem on which inelastic projection is based [Harmon08 §2] and which
/// the paper simplifies. Each contact has friction with its own coefficient. Zones grow as in inelastic_projection.hpp.
[[nodiscard]] std::unique_ptr<Response> make_complementarity(const ComplementarityOptions& options = {},
                                                             const GaussSeidelOptions& impulses = {});

}  // namespace muslin
