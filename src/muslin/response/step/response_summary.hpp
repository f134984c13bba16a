#pragma once
#include <muslin/response/response.hpp>

namespace muslin {

/// Is there a contact among step.contacts() with a movable vertex that has a weight?
[[nodiscard]] bool has_movable_contacts(const CollisionStep& step);

/// What a response reports from the contacts of its last detection: resolved if there is none, pinched if no impulse
/// can change any of them.
[[nodiscard]] ResponseReport summarize_response(const CollisionStep& step, int iterations);

}  // namespace muslin
