#include <gtest/gtest.h>

#include <muslin/contact/tetrahedron.hpp>
#include <muslin/contact/volume_rows.hpp>
#include <numeric>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>

namespace muslin::volume_rows_test {
namespace {

/// Random vertices, some of them prescribed, and contacts of four of them.
struct Tetrahedra {
  std::vector<Vec3> start, end;
  std::vector<double> inverse_mass;
  std::vector<Contact> contacts;
  std::vector<std::uint32_t> which;
  std::vector<VertexId> movable;
  VolumeRows rows;

  explicit Tetrahedra(std::uint64_t seed) {
    test::Random random(seed);
    for (int v = 0; v < 12; ++v) {
      start.push_back(random.in_box(1.0));
      end.push_back(start.back() + random.in_box(0.2));
      inverse_mass.push_back(v % 4 == 0 ? 0.0 : random.uniform(0.5, 2.0));
      if (inverse_mass.back() > 0.0) movable.push_back(VertexId(v));
    }
    for (int c = 0; c < 8; ++c) {
      Contact contact;
      for (int j = 0; j < 4; ++j) contact.vertex[static_cast<std::size_t>(j)] = VertexId((3 * c + 5 * j) % 12);
      contacts.push_back(contact);
    }
    which.resize(contacts.size());
    std::iota(which.begin(), which.end(), 0U);
    rows.assign(contacts, which, movable, inverse_mass, start);
  }
  void linearise(const std::vector<Vec3>& at) {
    rows.linearise([&](VertexId v, std::uint32_t, double) { return at[v.index()]; });
  }
};

TEST(VolumeRows, AreTheChangeOfTheVolumes) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Tetrahedra t(seed);
    t.linearise(t.end);
    std::vector<double> at_end(t.rows.size()), product(t.rows.size());
    for (std::size_t i = 0; i < at_end.size(); ++i) at_end[i] = t.rows.volume(i);
    // A small displacement of movable vertices.
    test::Random random(seed);
    std::vector<Vec3> y(t.movable.size()), moved = t.end;
    for (std::size_t v = 0; v < y.size(); ++v) {
      y[v] = random.in_box(1e-6);
      moved[t.movable[v].index()] += t.rows.root_inverse_mass(v) * y[v];
    }
    t.rows.multiply<Vec3>(y, product);
    std::vector<double> scale(t.rows.size());
    for (std::size_t i = 0; i < scale.size(); ++i)
      scale[i] = t.rows.defect(i) / (t.rows.goal(i) - t.rows.volume(i));  // 1/√a
    t.linearise(moved);
    for (std::size_t i = 0; i < product.size(); ++i)
      EXPECT_NEAR(product[i], scale[i] * (t.rows.volume(i) - at_end[i]), 1e-10);
  }
}

TEST(VolumeRows, ArePositiveAtTheStart) {
  Tetrahedra t(3);
  t.linearise(t.start);
  for (std::size_t i = 0; i < t.rows.size(); ++i) {
    EXPECT_GT(t.rows.volume(i), 0.0);
    EXPECT_NEAR(t.rows.defect(i), 0.0, 1e-15);
  }
}

TEST(VolumeRows, BoundTheirEigenvalues) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Tetrahedra t(seed);
    t.linearise(t.end);
    const auto n = static_cast<Eigen::Index>(t.rows.size());
    Eigen::MatrixXd matrix(n, n);
    std::vector<Vec3> y(t.movable.size());
    for (Eigen::Index c = 0; c < n; ++c) {
      std::vector<double> unit(t.rows.size(), 0.0), column(t.rows.size());
      unit[static_cast<std::size_t>(c)] = 1.0;
      t.rows.multiply_transposed<double>(unit, y);
      t.rows.multiply<Vec3>(y, column);
      for (Eigen::Index r = 0; r < n; ++r) matrix(r, c) = column[static_cast<std::size_t>(r)];
    }
    EXPECT_LE((matrix - matrix.transpose()).norm(), 1e-12);
    for (Eigen::Index c = 0; c < n; ++c) EXPECT_NEAR(matrix(c, c), 1.0, 1e-12);
    const double largest = test::eigenvalues(matrix).maxCoeff();
    EXPECT_LE(largest, t.rows.largest_eigenvalue_bound() * (1 + 1e-12));
  }
}

// Four points of a plane have no side, and one point four times has not even an edge: rows of zeros.
TEST(VolumeRows, ThatAreFlatAtTheStartAskForNothing) {
  const std::vector<Vec3> start = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::vector<double> w(4, 1.0);
  const std::vector<VertexId> all = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
  Contact plane, point;
  plane.vertex = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
  point.vertex = {VertexId(1), VertexId(1), VertexId(1), VertexId(1)};
  const std::vector<Contact> contacts = {plane, point};
  const std::vector<std::uint32_t> which = {0, 1};
  VolumeRows rows;
  rows.assign(contacts, which, all, w, start);
  std::vector<Vec3> end = start;
  end[3].z() = 0.5;
  rows.linearise([&](VertexId v, std::uint32_t, double) { return end[v.index()]; });
  std::vector<double> product(2, 1.0);
  rows.multiply<Vec3>(std::vector<Vec3>(4, Vec3::Ones()), product);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(rows.defect(i), 0.0);
    EXPECT_EQ(product[i], 0.0);
  }
}

}  // namespace
}  // namespace muslin::volume_rows_test
