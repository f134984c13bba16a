#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/core/disjoint_sets.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Groups of contacts that must be resolved together: contacts that share a *movable* vertex (inverse mass > 0),
/// directly or through others, belong to one zone [Harmon08]. A shared prescribed vertex does not merge zones: else
/// one floor would glue the world together. All four vertices of a contact count, whatever their weight.
///
/// Zones are in the order of their lowest contact, contacts and vertices within a zone ascending: the same on any
/// computer, and whether contacts were added at once or bit by bit. Reuse one object: it keeps its memory, and a round
/// no larger than former ones allocates nothing. Spans last until the next call of clear() or add().
class Zones {
 public:
  /// Forgets all contacts. `inverse_mass` [1/kg], one per vertex, must stay as it is while contacts are added.
  void clear(std::span<const double> inverse_mass);

  /// Takes more contacts, with the indices after those so far: zones grow, merge, and are numbered anew. Costs time
  /// linear in all contacts so far and in the range of their vertices.
  void add(std::span<const Contact> contacts);

  /// Number of zones.
  [[nodiscard]] std::size_t size() const { return contacts_.group_count(); }
  /// Indices of the contacts of a zone.
  [[nodiscard]] std::span<const std::uint32_t> contacts(std::size_t zone) const { return contacts_.group(zone); }
  /// The movable vertices of a zone; each belongs to one zone only.
  [[nodiscard]] std::span<const VertexId> vertices(std::size_t zone) const { return vertices_.group(zone); }
  /// Did the zone get a contact in the last add()? The others are as they were, but for their number.
  [[nodiscard]] bool grew(std::size_t zone) const { return contacts(zone).back() >= first_added_; }

  /// The zone of each contact; -1 where no vertex is movable.
  [[nodiscard]] std::span<const std::int32_t> zone_of_contact() const { return zone_of_contact_; }
  /// Contacts of prescribed vertices only, ascending. No impulse helps them, and they are in no zone.
  [[nodiscard]] std::span<const std::uint32_t> fixed_contacts() const { return fixed_contacts_; }

 private:
  /// Lists one after the other in one piece of memory, filled by counting first.
  template <class T>
  struct Groups {
    std::vector<T> items;
    std::vector<std::size_t> ends;  ///< of group i; while filling, where its next item goes

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

  /// One per vertex. Only nodes with the current stamp are valid, and so are their sets: clear() costs nothing.
  struct Node {
    std::uint32_t stamp = 0;
    std::int32_t zone = -1;  ///< of the lowest vertex of a zone; set anew by each add()
  };

  void merge(const Contact& contact);
  void number_zones();
  void list_members();

  std::span<const double> inverse_mass_;
  std::vector<Node> nodes_;
  DisjointSets sets_;  ///< vertices that contacts connect
  std::uint32_t stamp_ = 0;
  std::int32_t lowest_ = 0, highest_ = -1;       ///< vertices in zones lie in this range
  std::vector<std::int32_t> vertex_of_contact_;  ///< one of its movable vertices, or -1
  std::uint32_t first_added_ = 0;                ///< the first contact of the last add()
  std::vector<std::int32_t> zone_of_contact_;
  std::vector<std::uint32_t> fixed_contacts_;
  Groups<std::uint32_t> contacts_;
  Groups<VertexId> vertices_;
};

}  // namespace muslin
