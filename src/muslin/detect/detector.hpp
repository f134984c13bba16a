#pragma once
#include <muslin/contact/contact.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/near_pairs.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/detect/thickness.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Performs all detection of one collision step: the pairs in proximity at its start, the collisions along the motion,
/// and the collisions that remain after velocities have changed. The start positions stay fixed; only the ends change
/// from call to call.
///
/// A pair collides if step_contact_time() reports it, unless a direction found from its start proves it apart
/// (start_direction.hpp). Both tests depend only on the start and end of the pair's own vertices. The result therefore
/// does not depend on former calls, on the hint, or on which pairs were tested again. The second proof only spares the
/// first, except for false alarms: pairs that step_contact_time() reports for want of a proof, which are as rare as
/// degenerate elements.
///
/// The same input gives the same bits on any number of threads, regardless of earlier detections. Reuse one object.
class Detector {
 public:
  explicit Detector(CollisionMesh mesh);

  /// Sets the pairs to be ignored from the next step on.
  void set_exemptions(Exemptions exemptions) { pairs_.set_exemptions(std::move(exemptions)); }

  /// Begins a step from `start` [m], which must be free of intersections, finite, and unchanged until the end of the
  /// step. `end` holds the likely ends of the vertices. It is only a hint, but vertices that end elsewhere cost more
  /// time.
  void begin(std::span<const Vec3> start, std::span<const Vec3> end, const ThicknessRule& thickness);

  /// Returns the pairs that are nearer than their thickness at the start or at the likely ends, sorted by
  /// compare_stencils().
  [[nodiscard]] const std::vector<Proximity>& find_proximities() const { return pairs_.proximities(); }

  /// Finds every pair that breaks the rule of separation.hpp when each vertex moves from its start to `end` (finite) on
  /// a straight line, sorted by time, then by compare_stencils(). After the first call of a step, only pairs with a
  /// vertex whose end differs from that of the previous call are tested again; the returned list is complete
  /// nevertheless. It is valid until the next call.
  [[nodiscard]] const std::vector<Contact>& find_collisions(std::span<const Vec3> end);

  /// Does the same but tests every pair, independently of earlier calls. The certificate uses this function.
  [[nodiscard]] const std::vector<Contact>& find_all_collisions(std::span<const Vec3> end);

  /// Counters of the work done in the step so far.
  struct Counts {
    std::size_t broad_phase_pairs = 0;  ///< pairs whose boxes overlap, over all searches
    std::size_t near = 0;               ///< largest number of them kept at any time because they could collide
    std::size_t tested = 0;             ///< pairs that step_contact_time() had to decide, over all calls
    int passes = 0;                     ///< number of calls that searched for collisions
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] const CollisionMesh& mesh() const { return pairs_.mesh(); }

 private:
  struct Part {
    std::vector<Contact> found;
    std::size_t tested = 0;
  };

  void set_ends(std::span<const Vec3> end);
  void test_pairs(bool all);

  detail::NearPairs pairs_;
  std::span<const Vec3> start_;
  bool searched_ = false;  ///< whether collisions have been searched in this step

  // One entry per vertex: the ends of the last call and values derived from them.
  std::vector<Vec3> end_;
  std::vector<Vec3> motion_;           ///< end - start [m]
  std::vector<double> separation_;     ///< [m]; the separation of a pair is the largest of its four
  std::vector<std::uint8_t> moves_;    ///< whether end != start
  std::vector<std::uint8_t> changed_;  ///< whether the end changed since the previous call

  std::vector<Part> parts_;
  std::vector<Contact> contacts_, kept_, found_;
  Counts counts_;
};

}  // namespace muslin
