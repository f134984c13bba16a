#pragma once
#include <cstdint>
#include <muslin/dynamics/contact_spring.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/proximity/repulsion.hpp>
#include <span>
#include <vector>

namespace muslin {

struct Contact;

/// Pairs in proximity as springs of an implicit step, so that the candidate takes into account what it rests on.
///
/// A candidate without contacts moves cloth under tension into what it lies on, far more than gravity does; impulses
/// then stop the vertices that touch, one by one, while their neighbours go on. With stiff cloth and steps of some
/// milliseconds such a step has no true equilibrium: a draped sheet stays stretched by 3 % in the mean. With springs in
/// the implicit step forces balance, fewer pairs collide, and repulsion has little left to do.
///
/// A spring asks for `rate` of the overlap to go away in the step. Its stiffness is `implicit_stiffness` masses per
/// step squared, and more where the gap is smaller. Its friction is a damper whose force obeys Coulomb's law at some
/// normal force and sliding speed. The step is computed twice: a coarse pass with all springs and the friction that
/// follows from the velocity at the start; and a fine one without the springs that would pull, with the friction that
/// follows from the coarse one. Sticking is left to repel(), within the remaining bound.
class ContactSprings {
 public:
  struct Options {
    RepulsionOptions repulsion;
    bool has_friction = true;  ///< false: the response keeps friction itself
  };
  explicit ContactSprings(const Options& options) : options_(options) {}

  void clear() { springs_.clear(), spring_of_pair_.clear(); }
  /// Makes the springs of the coarse pass, from the velocity at the start of the step [m/s].
  void begin(const CollisionView& step, std::span<const Vec3> velocity);
  /// Makes those of the fine pass: removes the springs that pull where the coarse pass led, and corrects the friction
  /// of the others.
  void refine(const CollisionView& step, std::span<const Vec3> end);

  [[nodiscard]] const std::vector<ContactSpring>& springs() const { return springs_; }
  /// The impulses of the springs in a step with these velocities, one per pair of proximities(); empty without springs.
  [[nodiscard]] std::vector<SpringImpulse> impulses(const CollisionView& step, std::span<const Vec3> velocity) const;

 private:
  [[nodiscard]] double friction(const CollisionView& step, const Contact& contact) const;

  Options options_;
  std::vector<ContactSpring> springs_;
  std::vector<std::int32_t> spring_of_pair_;  ///< one per pair of proximities(); negative: none
};

}  // namespace muslin
