#include <muslin/contact/clusters.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <muslin/geometry/shapes.hpp>
#include <numbers>

namespace muslin::clusters_test {
namespace {

ClusterMesh cluster_mesh(const Mesh& mesh) { return {mesh.positions.size(), mesh.triangles, mesh.segments}; }

std::vector<TriangleId> all_faces(const Mesh& mesh) {
  std::vector<TriangleId> faces;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) faces.emplace_back(i);
  return faces;
}

/// A strip along x of so many squares, 1 m long each and two triangles each: vertices 2k and 2k+1 are at x = k. It is
/// bent by `angle` [rad] about each of the lines x = k that are named.
Mesh strip(int squares, std::span<const int> bends = {}, double angle = 0.0) {
  Mesh mesh;
  Vec3 place = Vec3::Zero();
  double slope = 0.0;
  for (int k = 0; k <= squares; ++k) {
    mesh.positions.push_back(place);
    mesh.positions.push_back(place + Vec3::UnitZ());
    if (std::find(bends.begin(), bends.end(), k) != bends.end()) slope += angle;
    place += Vec3(std::cos(slope), std::sin(slope), 0);
  }
  for (int k = 0; k < squares; ++k) {
    const VertexId a(2 * k), b(2 * k + 1), c(2 * k + 2), d(2 * k + 3);
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({c, b, d});
  }
  return mesh;
}

constexpr double kDegree = std::numbers::pi / 180.0;

/// (vertex, part, share) of all members.
std::vector<std::array<double, 3>> listed(std::span<const ClusterMember> members) {
  std::vector<std::array<double, 3>> list;
  for (const ClusterMember& m : members) list.push_back({double(m.vertex.value), double(m.cluster), m.share});
  return list;
}

TEST(ClusterParts, AreCutAtSharpBends) {
  // Folded back by 100° at x = 2: a hairpin of two squares each.
  const Mesh mesh = strip(4, std::array{2}, 100 * kDegree);
  const ClusterParts parts = cut_at_sharp_bends(cluster_mesh(mesh), all_faces(mesh), mesh.positions);
  EXPECT_EQ(parts.count, 2);
  const std::vector<std::array<double, 3>> expected = {{0, 0, 1},   {1, 0, 1},   {2, 0, 1},   {3, 0, 1},
                                                       {4, 0, 0.5}, {4, 1, 0.5}, {5, 0, 0.5}, {5, 1, 0.5},
                                                       {6, 1, 1},   {7, 1, 1},   {8, 1, 1},   {9, 1, 1}};
  EXPECT_EQ(listed(parts.members), expected);
}

TEST(ClusterParts, AreNotCutWhereTheBendIsLessThanARightAngle) {
  const Mesh mesh = strip(4, std::array{2}, 89 * kDegree);
  const ClusterParts parts = cut_at_sharp_bends(cluster_mesh(mesh), all_faces(mesh), mesh.positions);
  EXPECT_EQ(parts.count, 1);
}

TEST(ClusterParts, AreThreeOfAZigzag) {
  const Mesh mesh = strip(6, std::array{2, 4}, 100 * kDegree);
  const ClusterParts parts = cut_at_sharp_bends(cluster_mesh(mesh), all_faces(mesh), mesh.positions);
  EXPECT_EQ(parts.count, 3);
  // Shares sum to 1.
  std::vector<double> sum(mesh.positions.size(), 0.0);
  for (const ClusterMember& m : parts.members) sum[m.vertex.index()] += m.share;
  for (const double s : sum) EXPECT_DOUBLE_EQ(s, 1.0);
}

// Bent at x = 1, 2 and 3: what is at x = 2 has edges to other borders only.
TEST(ClusterParts, ABorderWithoutPartsBesideItCountsForAll) {
  const Mesh mesh = strip(4, std::array{1, 2, 3}, 100 * kDegree);
  const ClusterParts parts = cut_at_sharp_bends(cluster_mesh(mesh), all_faces(mesh), mesh.positions);
  EXPECT_EQ(parts.count, 2);  // x = 0 and x = 4
  const std::vector<std::array<double, 3>> expected = {{0, 0, 1},   {1, 0, 1},   {2, 0, 1},   {3, 0, 1},
                                                       {4, 0, 0.5}, {4, 1, 0.5}, {5, 0, 0.5}, {5, 1, 0.5},
                                                       {6, 1, 1},   {7, 1, 1},   {8, 1, 1},   {9, 1, 1}};
  EXPECT_EQ(listed(parts.members), expected);
}

/// Vertices of the squares from x = first to x = last of a strip.
std::vector<VertexId> between(int first, int last) {
  std::vector<VertexId> vertices;
  for (int v = 2 * first; v <= 2 * last + 1; ++v) vertices.emplace_back(v);
  return vertices;
}

TEST(ClusterMerging, JoinsWhatTwoEdgesConnect) {
  const Mesh mesh = strip(12);
  const ClusterMesh clusters = cluster_mesh(mesh);
  const auto a = between(0, 1), b = between(3, 4), c = between(7, 8);  // two squares, then three in between
  const Vec3 up = Vec3::UnitY();
  const std::vector<NearCluster> near = {{a, up}, {b, up}, {c, up}};
  EXPECT_EQ(merge_near_clusters(clusters, near, {}), (std::vector<std::int32_t>{0, 0, 1}));
  // In any order, and through each other.
  const auto d = between(10, 11);
  const std::vector<NearCluster> others = {{c, up}, {a, up}, {d, up}, {b, up}};
  EXPECT_EQ(merge_near_clusters(clusters, others, {}), (std::vector<std::int32_t>{0, 1, 0, 1}));
}

TEST(ClusterMerging, LeavesWhatBendsSharply) {
  const Mesh mesh = strip(12);
  const auto a = between(0, 1), b = between(3, 4);
  const std::vector<NearCluster> near = {{a, Vec3::UnitY()}, {b, Vec3(1, -0.1, 0).normalized()}};
  EXPECT_EQ(merge_near_clusters(cluster_mesh(mesh), near, {}), (std::vector<std::int32_t>{0, 1}));
  const std::vector<NearCluster> nearly = {{a, Vec3::UnitY()}, {b, Vec3(1, 0.1, 0).normalized()}};
  EXPECT_EQ(merge_near_clusters(cluster_mesh(mesh), nearly, {}), (std::vector<std::int32_t>{0, 0}));
}

TEST(ClusterMerging, LeavesWhatCollidesWithEachOther) {
  const Mesh mesh = strip(12);
  const auto a = between(0, 1), b = between(3, 4), c = between(6, 7);
  const Vec3 up = Vec3::UnitY();
  const std::vector<NearCluster> near = {{a, up}, {b, up}, {c, up}};
  const std::array<std::pair<std::int32_t, std::int32_t>, 1> colliding = {{{0, 1}}};
  EXPECT_EQ(merge_near_clusters(cluster_mesh(mesh), near, colliding), (std::vector<std::int32_t>{0, 1, 1}));
  const std::array<std::pair<std::int32_t, std::int32_t>, 1> ends = {{{0, 2}}};  // through what is between
  EXPECT_EQ(merge_near_clusters(cluster_mesh(mesh), near, ends), (std::vector<std::int32_t>{0, 0, 1}));
}

/// Two strips, the second above the first, and contacts that a test names.
struct TwoStrips {
  Mesh mesh;
  std::vector<double> inverse_mass;
  std::vector<Contact> contacts;
  int squares;

  explicit TwoStrips(int squares_of_each) : squares(squares_of_each) {
    mesh = strip(squares);
    Mesh above = strip(squares);
    for (Vec3& x : above.positions) x += Vec3(0.3, 0.01, 0.1);
    append(mesh, above);
    inverse_mass.assign(mesh.positions.size(), 1.0);
  }
  /// A vertex of the upper strip at x = k falls on the triangle below it.
  void fall(int k) {
    const VertexId vertex(2 * (squares + 1) + 2 * k), a(2 * k), b(2 * k + 1), c(2 * k + 2);
    const std::array<VertexId, 4> ids = {a, b, c, vertex};
    std::array<Vec3, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = mesh.positions[ids[i].index()];
    contacts.push_back(make_contact(StencilKind::vertex_triangle, ids, x, 0.5));
  }
  [[nodiscard]] std::vector<ClusterZone> find() const {
    return find_clusters(cluster_mesh(mesh), {contacts, mesh.positions, inverse_mass});
  }
};

TEST(Clusters, AreTheFacesAroundAContact) {
  TwoStrips strips(6);
  strips.fall(2);
  const auto zones = strips.find();
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_EQ(zones[0].cluster_count, 2);
  ASSERT_EQ(zones[0].pairs.size(), 1U);
  EXPECT_EQ(zones[0].inner_contacts, 0U);
  // The triangle below; above, three triangles around the vertex (and their corners).
  std::vector<std::int32_t> below, above;
  for (const ClusterMember& m : zones[0].members) (m.vertex.value < 14 ? below : above).push_back(m.vertex.value);
  EXPECT_EQ(below, (std::vector<std::int32_t>{4, 5, 6}));
  EXPECT_EQ(above, (std::vector<std::int32_t>{16, 17, 18, 19, 20}));
  EXPECT_LE((zones[0].pairs[0].direction - Vec3::UnitY()).norm(), 1e-12);  // from the lower, which is the first
}

TEST(Clusters, FarApartAreZonesOfTheirOwn) {
  TwoStrips strips(12);
  strips.fall(1);
  strips.fall(9);
  const auto zones = strips.find();
  ASSERT_EQ(zones.size(), 2U);
  EXPECT_EQ(zones[0].pairs[0].contacts, std::vector<std::uint32_t>{0});
  EXPECT_EQ(zones[1].pairs[0].contacts, std::vector<std::uint32_t>{1});
}

// Vertices 6 and 8 above share faces: one cluster; the triangles 3 and 5 below share none: two, which are two edges
// apart, and are merged for there are three.
TEST(Clusters, NearEachOtherAreMergedWhereThereAreThree) {
  TwoStrips strips(12);
  strips.fall(3);
  strips.fall(5);
  const auto zones = strips.find();
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_EQ(zones[0].cluster_count, 2);
  ASSERT_EQ(zones[0].pairs.size(), 1U);
  EXPECT_EQ(zones[0].pairs[0].contacts.size(), 2U);
}

TEST(Clusters, LeaveOutWhatCannotMove) {
  TwoStrips strips(6);
  strips.fall(2);
  for (std::size_t v = 0; v < 14; ++v) strips.inverse_mass[v] = 0.0;
  auto zones = strips.find();
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_TRUE(zones[0].pairs.empty());
  EXPECT_EQ(zones[0].fixed_contacts, std::vector<std::uint32_t>{0});
  for (const ClusterMember& m : zones[0].members) EXPECT_GE(m.vertex.value, 14);
  for (double& w : strips.inverse_mass) w = 0.0;
  EXPECT_TRUE(strips.find().empty());
}

// A hairpin whose ends meet is one cluster, until it is cut.
TEST(Clusters, OneThatCollidesWithItselfIsCut) {
  const Mesh mesh = strip(2, std::array{1}, 178 * kDegree);
  const std::array<VertexId, 4> ids = {VertexId(0), VertexId(1), VertexId(2), VertexId(4)};
  std::array<Vec3, 4> x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = mesh.positions[ids[i].index()];
  const std::vector<Contact> contacts = {make_contact(StencilKind::vertex_triangle, ids, x, 0.5)};
  const std::vector<double> inverse_mass(mesh.positions.size(), 1.0);
  const auto zones = find_clusters(cluster_mesh(mesh), {contacts, mesh.positions, inverse_mass});
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_EQ(zones[0].cluster_count, 2);
  ASSERT_EQ(zones[0].pairs.size(), 1U);
  EXPECT_EQ(zones[0].inner_contacts, 0U);
  EXPECT_GT(std::abs(zones[0].pairs[0].direction.y()), 0.99);
}

// Where the fold is round there is nothing to cut at: no mean can resolve that, and it is said so.
TEST(Clusters, OneThatCannotBeCutHasInnerContacts) {
  const Mesh mesh = strip(2, std::array{1}, 60 * kDegree);
  const std::array<VertexId, 4> ids = {VertexId(0), VertexId(1), VertexId(2), VertexId(4)};
  std::array<Vec3, 4> x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = mesh.positions[ids[i].index()];
  const std::vector<Contact> contacts = {make_contact(StencilKind::vertex_triangle, ids, x, 0.5)};
  const std::vector<double> inverse_mass(mesh.positions.size(), 1.0);
  const auto zones = find_clusters(cluster_mesh(mesh), {contacts, mesh.positions, inverse_mass});
  ASSERT_EQ(zones.size(), 1U);
  EXPECT_EQ(zones[0].cluster_count, 1);
  EXPECT_TRUE(zones[0].pairs.empty());
  EXPECT_EQ(zones[0].inner_contacts, 1U);
}

// An edge that hits a face: the mean of the two normals is half aside, and the contacts know better; so they do for
// cables, which have no faces.
TEST(Clusters, CollideAlongTheContactsWhereFacesSayLittle) {
  Mesh mesh = strip(2);
  Mesh upright;
  upright.positions = {{0.9, 0.01, 0.3}, {1.1, 0.01, 0.3}, {1.0, 1.0, 0.3}};
  upright.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  append(mesh, upright);
  Mesh cable;
  cable.positions = {{0.4, 0.01, 0.5}, {0.4, 1.0, 0.5}};
  cable.segments = {{VertexId(0), VertexId(1)}};
  append(mesh, cable);
  const std::vector<double> inverse_mass(mesh.positions.size(), 1.0);
  for (const int tip : {6, 9}) {
    const std::array<VertexId, 4> ids = tip == 6 ? std::array{VertexId(2), VertexId(1), VertexId(0), VertexId(6)}
                                                 : std::array{VertexId(0), VertexId(1), VertexId(2), VertexId(9)};
    std::array<Vec3, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = mesh.positions[ids[i].index()];
    const std::vector<Contact> contacts = {make_contact(StencilKind::vertex_triangle, ids, x, 0.5)};
    const auto zones = find_clusters(cluster_mesh(mesh), {contacts, mesh.positions, inverse_mass});
    ASSERT_EQ(zones.size(), 1U);
    ASSERT_EQ(zones[0].pairs.size(), 1U);
    EXPECT_GT(zones[0].pairs[0].direction.y(), 0.7) << tip;
  }
}

}  // namespace
}  // namespace muslin::clusters_test
