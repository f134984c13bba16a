#pragma once
#include <muslin/contact/contact.hpp>
#include <muslin/detect/near_pairs.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/detect/thickness.hpp>
#include <span>
#include <vector>

namespace muslin {

/// All detection of one collision step: what is near at its start, what collides on the way, and what still does after
/// some velocities have changed. The vertices stay where they start; only their ends change from call to call.
///
/// A pair collides if step_contact_time() says so, unless a direction found from its start proves it apart
/// (start_direction.hpp).
/// Both depend on where its own vertices start and end and on nothing else, so that what is returned does not depend on
/// former calls, on the hint, nor on what was tested again. The second proof only forestalls the first, but for false
/// alarms: pairs that step_contact_time() reports for want of a proof, which are as rare as degenerate elements.
///
/// Same input, same bits: on any number of threads, and whatever was detected before. Reuse one object.
class Detector {
 public:
  explicit Detector(CollisionMesh mesh);

  /// Begins a step from `start` [m], which must be free of intersection, finite, and stay as it is to the end of the
  /// step. `end` is where the vertices are likely to go: only a hint, but what ends elsewhere costs more.
  void begin(std::span<const Vec3> start, std::span<const Vec3> end, const ThicknessRule& thickness);

  /// Pairs nearer than their thickness at the start, or where the likely ends lead, sorted by compare_stencils.
  [[nodiscard]] const std::vector<Proximity>& find_proximities() const { return pairs_.proximities(); }

  /// Every pair that breaks the rule of separation.hpp when each vertex goes from start to `end` (finite) on a straight
  /// line, sorted by time, then by compare_stencils. After the first call of a step, only pairs with a vertex whose end
  /// differs from that of the call before are tested again; what is returned is complete nevertheless. Lasts until the
  /// next call.
  [[nodiscard]] const std::vector<Contact>& find_collisions(std::span<const Vec3> end);

  /// The same, with every pair tested, whatever earlier calls have found: the certificate.
  [[nodiscard]] const std::vector<Contact>& find_all_collisions(std::span<const Vec3> end);

  /// How much work the step has been so far.
  struct Counts {
    std::size_t broad_phase_pairs = 0;  ///< pairs whose boxes overlap, over all searches
    std::size_t near = 0;               ///< of these, what could collide and was kept; the most at any time
    std::size_t tested = 0;             ///< pairs that step_contact_time() had to decide, over all calls
    int passes = 0;                     ///< calls that looked for collisions
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
  bool searched_ = false;  ///< in this step

  // One per vertex: the ends of the last call, and what follows from them.
  std::vector<Vec3> end_;
  std::vector<Vec3> motion_;           ///< end - start [m]
  std::vector<double> separation_;     ///< [m]; that of a pair is the largest of its four
  std::vector<std::uint8_t> moves_;    ///< end != start
  std::vector<std::uint8_t> changed_;  ///< since the call before

  std::vector<Part> parts_;
  std::vector<Contact> contacts_, kept_, found_;
  Counts counts_;
};

}  // namespace muslin
