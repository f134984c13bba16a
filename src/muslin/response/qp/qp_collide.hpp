#pragma once
#include <memory>
#include <muslin/response/response.hpp>

namespace muslin {

/// QP-Collide [Raghupathi06]: the step's velocities are those nearest to the candidate's, in the metric of the implicit
/// step, for which all contacts keep their thickness, limits on stretch hold and guides are followed: one quadratic
/// programme over everything, by an active-set method (math/qp/active_set.hpp). Then detection again, and new rows,
/// until nothing is too near; the paper has one pass, and no collisions of a body with itself.
[[nodiscard]] std::unique_ptr<Response> make_qp_collide(const QpCollideOptions& options);

}  // namespace muslin
