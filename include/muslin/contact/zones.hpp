#pragma once
#include <cstdint>
#include <memory>
#include <muslin/contact/contact.hpp>
#include <span>
#include <vector>

namespace muslin {

class DisjointSets;

/// Groups of contacts that must be resolved together. Contacts that share a *movable* vertex (inverse mass > 0),
/// directly or through other contacts, belong to one zone [Harmon08]. A shared prescribed vertex does not merge zones;
/// otherwise one floor would join everything that touches it. All four vertices of a contact count, regardless of their
/// weights.
///
/// Zones are in the order of their lowest contact, and contacts and vertices within a zone ascend. The result is the
/// same on any computer, and whether contacts were added at once or in several calls. Reuse one object, because it
/// keeps its memory: a round no larger than former ones allocates nothing. Spans are valid until the next call of
/// clear() or add().
class Zones {
 public:
  /// Makes an object without contacts. Call clear() before the first add().
  Zones();
  /// Takes over all zones. The other object can then only be destroyed or assigned to.
  /// @{
  Zones(Zones&&) noexcept;
  Zones& operator=(Zones&&) noexcept;
  /// @}
  ~Zones();

  /// Removes all contacts. `inverse_mass` [1/kg], one per vertex, must not change while contacts are added.
  void clear(std::span<const double> inverse_mass);

  /// Adds contacts, with the indices after those added so far. Zones grow, merge, and are renumbered. The cost is
  /// linear in the number of all contacts so far and in the range of their vertices.
  void add(std::span<const Contact> contacts);

  /// Returns the number of zones.
  [[nodiscard]] std::size_t size() const { return contacts_.group_count(); }
  /// Returns the indices of the contacts of a zone.
  [[nodiscard]] std::span<const std::uint32_t> contacts(std::size_t zone) const { return contacts_.group(zone); }
  /// Returns the movable vertices of a zone; each belongs to one zone only.
  [[nodiscard]] std::span<const VertexId> vertices(std::size_t zone) const { return vertices_.group(zone); }
  /// Returns whether the last add() gave the zone a contact. The other zones are unchanged except for their number.
  [[nodiscard]] bool grew(std::size_t zone) const { return contacts(zone).back() >= first_added_; }

  /// Returns the zone of each contact, or -1 if none of its vertices is movable.
  [[nodiscard]] std::span<const std::int32_t> zone_of_contact() const { return zone_of_contact_; }
  /// Returns the contacts of prescribed vertices only, ascending. No impulse can change them, and they are in no zone.
  [[nodiscard]] std::span<const std::uint32_t> fixed_contacts() const { return fixed_contacts_; }

 private:
  /// Consecutive lists in one block of memory, which are filled after their sizes have been counted.
  template <class T>
  struct Groups {
    std::vector<T> items;
    std::vector<std::size_t> ends;  ///< end of group i; while filling, the position of its next item

    [[nodiscard]] std::size_t group_count() const { return ends.size(); }
    [[nodiscard]] std::span<const T> group(std::size_t i) const {
      const std::size_t begin = i == 0 ? 0 : ends[i - 1];
      return std::span(items).subspan(begin, ends[i] - begin);
    }
    void start(std::size_t group_count) { ends.assign(group_count, 0); }
    void count(std::size_t i) { ++ends[i]; }
    void allocate();
    void put(std::size_t i, T item) { items[ends[i]++] = item; }
  };

  /// One node per vertex. Only nodes with the current stamp are valid, and so are their sets; clear() therefore takes
  /// no time per vertex.
  struct Node {
    std::uint32_t stamp = 0;
    std::int32_t zone = -1;  ///< zone of which this is the lowest vertex; reset by each add()
  };

  void merge(const Contact& contact);
  void number_zones();
  void list_members();

  std::span<const double> inverse_mass_;
  std::vector<Node> nodes_;
  std::unique_ptr<DisjointSets> sets_;  ///< sets of vertices connected by contacts
  std::uint32_t stamp_ = 0;
  std::int32_t lowest_ = 0, highest_ = -1;       ///< range of the vertices in zones
  std::vector<std::int32_t> vertex_of_contact_;  ///< a movable vertex of each contact, or -1
  std::uint32_t first_added_ = 0;                ///< first contact of the last add()
  std::vector<std::int32_t> zone_of_contact_;
  std::vector<std::uint32_t> fixed_contacts_;
  Groups<std::uint32_t> contacts_;
  Groups<VertexId> vertices_;
};

}  // namespace muslin
