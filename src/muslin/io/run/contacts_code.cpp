#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/io/file/number_code.hpp>
#include <muslin/io/run/contacts_code.hpp>
#include <type_traits>
#include <utility>

namespace muslin {
namespace {

constexpr double kSpeedUnit = 0x1p-10;  ///< [m/s] of which changes of velocity are multiples
constexpr double kNormalUnit = 2047.0;  ///< stored value of a coordinate of 1 of a folded normal
constexpr double kShareUnit = 255.0;    ///< stored value of a weight of 1
/// Bound of the numbers in the file, so that their differences, and a page with its doubles, are exact.
constexpr double kLargestNumber = 0x1p51;
constexpr std::int64_t kCollision = 4;   ///< what a collision adds to the number of its kind
constexpr std::int64_t kRungFactor = 8;  ///< by which the rung goes into it

/// The numbers of a contact, in the order of the file: its form, its vertices, gap, change of velocity, folded normal
/// and two weights.
using ContactNumbers = std::array<std::int64_t, 11>;
/// The numbers of a vertex and a place.
using PlaceNumbers = std::array<std::int64_t, 4>;
using VertexNumber = std::array<std::int64_t, 1>;

std::int64_t multiple_of(double unit, double value) {
  return std::llround(std::clamp(value / unit, -kLargestNumber, kLargestNumber));
}

double sign_of(double x) { return x >= 0.0 ? 1.0 : -1.0; }

/// Maps a unit vector to a square: the octahedron of |x| + |y| + |z| = 1 is seen from above, and its lower half is
/// folded outwards.
std::array<double, 2> fold(const Vec3& normal) {
  const Vec3 n = normal / normal.lpNorm<1>();
  if (n.z() >= 0.0) return {n.x(), n.y()};
  return {(1.0 - std::abs(n.y())) * sign_of(n.x()), (1.0 - std::abs(n.x())) * sign_of(n.y())};
}

Vec3 unfold(double x, double y) {
  const double z = 1.0 - std::abs(x) - std::abs(y);
  if (z >= 0.0) return Vec3(x, y, z).normalized();
  return Vec3((1.0 - std::abs(y)) * sign_of(x), (1.0 - std::abs(x)) * sign_of(y), z).normalized();
}

std::int64_t share(double weight) { return std::llround(std::clamp(weight, 0.0, 1.0) * kShareUnit); }

ContactNumbers numbers_of(const FrameContact& item, double length_unit) {
  const Contact& contact = item.contact;
  const std::int64_t v0 = contact.vertex[0].value, v1 = contact.vertex[1].value, v2 = contact.vertex[2].value,
                     v3 = contact.vertex[3].value;
  const bool has_edges = contact.kind == StencilKind::edge_edge;
  const auto [x, y] = fold(contact.normal);
  const double other = contact.kind == StencilKind::vertex_triangle ? -contact.weight[2]
                       : has_edges                                  ? contact.weight[3]
                                                                    : 0.0;
  return {static_cast<std::int64_t>(contact.kind) + (item.is_collision ? kCollision : 0) +
              kRungFactor * static_cast<std::int64_t>(item.rung),
          v0,
          v1 - v0,
          has_edges ? v2 : v2 - v0,
          has_edges ? v3 - v2 : v3,
          multiple_of(length_unit, item.gap),
          multiple_of(kSpeedUnit, item.velocity_change),
          std::llround(x * kNormalUnit),
          std::llround(y * kNormalUnit),
          share(-contact.weight[1]),
          share(other)};
}

PlaceNumbers numbers_of(const VertexPlace& item, double length_unit) {
  return {item.vertex.value, multiple_of(length_unit, item.place.x()), multiple_of(length_unit, item.place.y()),
          multiple_of(length_unit, item.place.z())};
}

/// The weights of a contact, from those of its second vertex and of a third or fourth one.
std::array<double, 4> weights_of(StencilKind kind, double second, double other) {
  switch (kind) {
    case StencilKind::vertex_triangle:
      return {second + other - 1.0, -second, -other, 1.0};
    case StencilKind::edge_edge:
      return {second - 1.0, -second, 1.0 - other, other};
    case StencilKind::vertex_edge:
      break;
  }
  return {second - 1.0, -second, 0.0, 1.0};
}

bool is_within(std::int64_t number, std::int64_t lower, std::int64_t upper) {
  return number >= lower && number <= upper;
}

/// Makes a vertex of a number, or returns false.
bool set_vertex(VertexId& vertex, std::int64_t number, std::int32_t vertices) {
  vertex.value = static_cast<std::int32_t>(number);
  return is_within(number, 0, std::int64_t{vertices} - 1);
}

bool is_length(std::int64_t number) { return std::abs(static_cast<double>(number)) <= kLargestNumber; }

/// Returns nothing if the numbers are none of a contact of so many vertices.
std::optional<FrameContact> contact_of(const ContactNumbers& numbers, std::int32_t vertices, double length_unit) {
  const auto& [form, v0, v1, v2, v3, gap, speed, x, y, second, other] = numbers;
  const std::int64_t kind = form % kCollision, rung = form / kRungFactor;
  constexpr auto normal_unit = static_cast<std::int64_t>(kNormalUnit),
                 share_unit = static_cast<std::int64_t>(kShareUnit);
  if (form < 0 || kind > static_cast<int>(StencilKind::vertex_edge) || rung > static_cast<int>(LowestRung::stops))
    return std::nullopt;
  if (!is_length(gap) || !is_length(speed) || !is_within(x, -normal_unit, normal_unit) ||
      !is_within(y, -normal_unit, normal_unit) || !is_within(second, 0, share_unit) || !is_within(other, 0, share_unit))
    return std::nullopt;
  FrameContact item;
  Contact& contact = item.contact;
  contact.kind = static_cast<StencilKind>(kind);
  // Numbers of a damaged file may be any; sums of those that are not vertices by far would overflow.
  if (!is_length(v0) || !is_length(v1) || !is_length(v2) || !is_length(v3)) return std::nullopt;
  const bool has_edges = contact.kind == StencilKind::edge_edge;
  const std::int64_t third = has_edges ? v2 : v0 + v2;
  if (!set_vertex(contact.vertex[0], v0, vertices) || !set_vertex(contact.vertex[1], v0 + v1, vertices) ||
      !set_vertex(contact.vertex[2], third, vertices) ||
      !set_vertex(contact.vertex[3], has_edges ? third + v3 : v3, vertices))
    return std::nullopt;
  contact.normal = unfold(static_cast<double>(x) / kNormalUnit, static_cast<double>(y) / kNormalUnit);
  contact.weight =
      weights_of(contact.kind, static_cast<double>(second) / kShareUnit, static_cast<double>(other) / kShareUnit);
  item.gap = static_cast<double>(gap) * length_unit;
  item.velocity_change = static_cast<double>(speed) * kSpeedUnit;
  item.is_collision = form / kCollision % 2 != 0;
  item.rung = static_cast<LowestRung>(rung);
  return item;
}

/// Appends a column of numbers after the other, each as differences from the row before.
template <class Row>
void store_columns(std::string& bytes, const std::vector<Row>& rows) {
  for (std::size_t column = 0; column < std::tuple_size_v<Row>; ++column) {
    DifferenceEncoder encoder(bytes);
    std::int64_t last = 0;
    for (const Row& row : rows) encoder.put(row[column] - std::exchange(last, row[column]));
    encoder.finish();
  }
}

/// Returns false if the bytes end too early. Sums wrap around, since those of a damaged file can be too large.
template <class Row>
bool take_columns(std::span<const std::byte>& bytes, std::vector<Row>& rows) {
  for (std::size_t column = 0; column < std::tuple_size_v<Row>; ++column) {
    DifferenceDecoder decoder(bytes);
    std::uint64_t last = 0;
    for (Row& row : rows) {
      const auto difference = decoder.take();
      if (!difference) return false;
      last += static_cast<std::uint64_t>(*difference);
      row[column] = static_cast<std::int64_t>(last);
    }
    if (!decoder.is_finished()) return false;
  }
  return true;
}

}  // namespace

std::string code_contacts(const ContactsFrame& frame, double length_unit) {
  std::vector<ContactNumbers> contacts;
  for (const FrameContact& item : frame.contacts.contacts) contacts.push_back(numbers_of(item, length_unit));
  std::vector<VertexNumber> stopped;
  for (const VertexId v : frame.contacts.stopped) stopped.push_back({v.value});
  std::vector<PlaceNumbers> places;
  for (const VertexPlace& item : frame.as_given) places.push_back(numbers_of(item, length_unit));
  std::string bytes;
  for (const std::size_t count : {contacts.size(), stopped.size(), places.size()}) store_number(bytes, count);
  store_columns(bytes, contacts);
  store_columns(bytes, stopped);
  store_columns(bytes, places);
  return bytes;
}

std::optional<ContactsFrame> decode_contacts(std::span<const std::byte> bytes, std::int32_t vertices,
                                             double length_unit) {
  std::array<std::size_t, 3> counts{};
  std::size_t sum = 0;
  for (std::size_t& count : counts) {
    const auto number = take_number(bytes);
    // Each row differs from the one before it in a vertex, so it takes a byte at least: nothing larger is allocated.
    if (!number || *number > bytes.size()) return std::nullopt;
    count = *number;
    sum += count;
  }
  if (sum > bytes.size()) return std::nullopt;
  std::vector<ContactNumbers> contacts(counts[0]);
  std::vector<VertexNumber> stopped(counts[1]);
  std::vector<PlaceNumbers> places(counts[2]);
  if (!take_columns(bytes, contacts) || !take_columns(bytes, stopped) || !take_columns(bytes, places) || !bytes.empty())
    return std::nullopt;

  ContactsFrame frame;
  for (const ContactNumbers& numbers : contacts) {
    const auto contact = contact_of(numbers, vertices, length_unit);
    if (!contact) return std::nullopt;
    frame.contacts.contacts.push_back(*contact);
  }
  for (const auto& [number] : stopped)
    if (!set_vertex(frame.contacts.stopped.emplace_back(), number, vertices)) return std::nullopt;
  for (const auto& [number, x, y, z] : places) {
    VertexPlace& item = frame.as_given.emplace_back();
    if (!set_vertex(item.vertex, number, vertices) || !is_length(x) || !is_length(y) || !is_length(z))
      return std::nullopt;
    item.place = Vec3(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)) * length_unit;
  }
  return frame;
}

}  // namespace muslin
