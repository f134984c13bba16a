#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The contacts found by all detections of one step, each stencil once, with the impulses applied to it. Indices follow
/// the order of discovery and do not change; the geometry of a stencil is that of its latest detection. Reuse one
/// object, because it keeps its memory. Spans are valid until the next call of clear() or add().
class ContactSet {
 public:
  /// The impulses applied to a contact in this step.
  struct History {
    double normal_impulse = 0.0;    ///< Σ λ [N·s], along the normals at the times of the impulses
    double friction_impulse = 0.0;  ///< sum of the magnitudes of the friction impulses [N·s]
    int times_found = 0;
  };

  void clear();
  /// Adds the contacts of a detection, which must not contain a stencil twice. New ones get the indices from the former
  /// size() on, in the given order. Returns the number of new ones.
  std::size_t add(std::span<const Contact> found);
  /// Returns whether a contact with this stencil was added.
  [[nodiscard]] bool contains(const Contact& contact) const;

  [[nodiscard]] std::size_t size() const { return contacts_.size(); }
  [[nodiscard]] std::span<const Contact> contacts() const { return contacts_; }
  [[nodiscard]] std::span<History> history() { return history_; }
  [[nodiscard]] std::span<const History> history() const { return history_; }
  /// Returns the index of each contact of the last add(), in the given order.
  [[nodiscard]] std::span<const std::uint32_t> last_found() const { return last_found_; }

 private:
  /// Returns the place in by_stencil_ of the first contact that does not precede this one.
  [[nodiscard]] std::vector<std::uint32_t>::const_iterator place_of(const Contact& contact) const;

  std::vector<Contact> contacts_;
  std::vector<History> history_;
  std::vector<std::uint32_t> by_stencil_;  ///< all indices, sorted by compare_stencils()
  std::vector<std::uint32_t> last_found_;
};

}  // namespace muslin
