#pragma once
#include <cstdint>
#include <muslin/contact/contact_set.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Chooses the contacts that come first: those that no earlier contact of the same detection can influence. A contact
/// influences another one if both have a movable vertex in common. What comes later is deferred to the next detection.
/// It may not be found again, because the elements move differently by then: a response that treats all collisions of a
/// step as simultaneous resolves it nevertheless, which dissipates energy [Harmon08 §5, Limitations].
class CausalOrder {
 public:
  /// Forgets what was deferred in an earlier step.
  void begin() { deferred_.clear(); }
  /// Replaces `first` by those of the contacts that come first, in their order. All that act at a vertex within
  /// tolerance::kSimultaneousTime of the earliest one there count as simultaneous.
  void choose(std::span<const Contact> contacts, std::span<const double> inverse_mass, std::vector<Contact>& first);

  /// Returns the number of contacts that were deferred at least once since begin().
  [[nodiscard]] std::int64_t deferred() const { return static_cast<std::int64_t>(deferred_.size()); }
  /// Returns how many of them were never chosen, and are not among the contacts that are left either: responding to
  /// earlier ones has prevented them.
  [[nodiscard]] std::int64_t prevented(const ContactSet& chosen, std::span<const Contact> left) const;

 private:
  std::vector<double> earliest_;  ///< time of the earliest contact at each vertex; valid for those of the contacts [1]
  ContactSet deferred_;
  std::vector<Contact> late_;
};

}  // namespace muslin
