#pragma once
#include <muslin/dynamics/contact_spring.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Pairs in proximity as springs of an implicit step, so that the candidate knows what it rests on.
///
/// A candidate that knows nothing of contacts moves cloth under tension into what it lies on, far more than gravity
/// does; impulses then stop the vertices that touch, each by itself, while their neighbours go on. With stiff cloth and
/// steps of some milliseconds such a step has no true equilibrium: a draped sheet stays stretched by 3 % in the mean.
/// With springs in the implicit step forces balance, fewer pairs collide, and repulsion has little left to do.
///
/// A spring asks for `rate` of the overlap to go away in the step, with `implicit_stiffness` masses per step squared,
/// and with more the less room is left. Its friction is a damper whose force is Coulomb's at some push and sliding
/// speed. The step is computed twice: first with all springs, and the friction that `velocity`, that of the start,
/// leads to if it stays; then without the springs that would have pulled, and with the friction that the first time has
/// shown. What sticks is left to repel(), within what the bound still allows.
[[nodiscard]] std::vector<ContactSpring> make_contact_springs(const CollisionStep& step, std::span<const Vec3> velocity,
                                                              const RepulsionOptions& options,
                                                              std::vector<std::int32_t>& spring_of_pair);

/// After the first time, which led to `end`: takes out the springs that pull there, and corrects the others' friction.
void update_contact_springs(const CollisionStep& step, std::span<const Vec3> end, std::vector<ContactSpring>& springs,
                            std::vector<std::int32_t>& spring_of_pair);

/// What springs have done to their pairs in a step with these velocities (one per pair of proximities()).
[[nodiscard]] std::vector<SpringImpulse> find_spring_impulses(const CollisionStep& step,
                                                              std::span<const ContactSpring> springs,
                                                              std::span<const std::int32_t> spring_of_pair,
                                                              std::span<const Vec3> velocity);

}  // namespace muslin
