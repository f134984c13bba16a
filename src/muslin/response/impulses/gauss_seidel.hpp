#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Impulses for one contact at a time, until nothing collides or the budget is spent [Bridson02 §7.3]; see
/// impulse_sweeps.hpp for where it differs from the paper.
[[nodiscard]] std::unique_ptr<Response> make_gauss_seidel(const GaussSeidelOptions& options = {});

}  // namespace muslin
