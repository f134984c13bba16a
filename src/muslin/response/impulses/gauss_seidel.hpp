#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Makes the response that applies impulses to one contact at a time until no pair collides or its passes are used up
/// [Bridson02 §7.3]. impulse_sweeps.hpp explains how it differs from the paper.
[[nodiscard]] std::unique_ptr<Response> make_gauss_seidel(const GaussSeidelOptions& options = {});

}  // namespace muslin
