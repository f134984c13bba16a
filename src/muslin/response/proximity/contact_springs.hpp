#pragma once
#include <cstdint>
#include <muslin/dynamics/contact_spring.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/proximity/repulsion.hpp>
#include <span>
#include <vector>

namespace muslin {

struct Contact;

/// Springs between pairs in proximity, as part of an implicit step. With them the candidate takes its supports into
/// account.
///
/// A candidate without contacts moves cloth under tension into its support, much farther than gravity does. Impulses
/// then stop the touching vertices one by one while their neighbours move on. With stiff cloth and steps of some
/// milliseconds such a step has no true equilibrium: a draped sheet stays stretched by 3 % on average. With springs in
/// the implicit step the forces balance, fewer pairs collide, and repulsion has little left to do.
///
/// A spring removes the share `rate` of the overlap in the step. Its stiffness is `implicit_stiffness` times mass over
/// squared step size, and increases as the gap decreases. Its friction is a damper whose force obeys Coulomb's law for
/// an estimated normal force and sliding speed. The step is computed twice. The coarse pass has all springs, with
/// friction estimated from the initial velocity. The fine pass omits springs that would be under tension, and estimates
/// friction from the result of the coarse pass. Where cloth is jerked away, pairs stuck in the coarse pass and slide in
/// the fine one, with many times Coulomb's force; the fine pass is then repeated. Static friction is left to repel(),
/// within the remaining bound.
class ContactSprings {
 public:
  struct Options {
    RepulsionOptions repulsion;
    bool has_friction = true;  ///< false if the response itself handles friction
  };
  explicit ContactSprings(const Options& options) : options_(options) {}

  void clear() { springs_.clear(), spring_of_pair_.clear(); }
  /// Makes the springs of the coarse pass from the velocity at the start of the step [m/s].
  void begin(const CollisionView& step, std::span<const Vec3> velocity);
  /// Makes the springs of the fine pass from the ends of the coarse pass [m]: removes springs that would be under
  /// tension, and corrects the friction of the others.
  void refine(const CollisionView& step, std::span<const Vec3> end);
  /// Compares the friction in a pass with these ends [m] with Coulomb's law. If together it exceeds that by far,
  /// corrects the springs and returns true: the pass should be repeated.
  [[nodiscard]] bool correct_friction(const CollisionView& step, std::span<const Vec3> end);

  [[nodiscard]] const std::vector<ContactSpring>& springs() const { return springs_; }
  /// Returns the largest speed with which a spring is to separate a pair [m/s].
  [[nodiscard]] double separating_speed(const CollisionView& step) const;
  /// Returns the impulses of the springs in a step with these velocities, one per pair of proximities(). Empty without
  /// springs.
  [[nodiscard]] std::vector<SpringImpulse> impulses(const CollisionView& step, std::span<const Vec3> velocity) const;

 private:
  [[nodiscard]] double friction(const CollisionView& step, const Contact& contact) const;

  Options options_;
  std::vector<ContactSpring> springs_;
  std::vector<std::int32_t> spring_of_pair_;  ///< index of the spring of each pair of proximities(); negative: none
};

}  // namespace muslin
