#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <muslin/detect/audit.hpp>
#include <tests/support/audit_oracle.hpp>
#include <tests/support/cgal_oracle.hpp>
#include <tests/support/soup.hpp>
#include <utility>
#include <vector>

namespace muslin::test {
namespace {

using Pair = std::pair<AuditElement, AuditElement>;

std::vector<Pair> found_by_audit(const Mesh& mesh) {
  const AuditReport report = audit(
      {.positions = mesh.positions, .triangles = mesh.triangles, .segments = mesh.segments}, {.max_listed = 1000});
  EXPECT_EQ(report.intersections, report.first.size());
  EXPECT_EQ(report.undecidable, 0U);
  std::vector<Pair> pairs;
  for (const auto& pair : report.first) pairs.emplace_back(pair.a, pair.b);
  return pairs;
}

/// Pairs with so many vertices in common, by whether they intersect.
using Census = std::array<std::array<std::uint64_t, 2>, 4>;

std::size_t shared_vertices(std::span<const VertexId> a, std::span<const VertexId> b) {
  std::size_t shared = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto before = a.first(i);
    const bool is_repeated = std::find(before.begin(), before.end(), a[i]) != before.end();
    if (!is_repeated && std::find(b.begin(), b.end(), a[i]) != b.end()) ++shared;
  }
  return shared;
}

std::vector<Pair> found_by_cgal(const Mesh& mesh, Census& census) {
  std::vector<std::pair<AuditElement, std::span<const VertexId>>> elements;
  for (const auto& t : mesh.triangles)
    elements.push_back({{AuditElement::Kind::triangle, static_cast<std::int32_t>(elements.size())}, t});
  for (const auto& s : mesh.segments)
    elements.push_back(
        {{AuditElement::Kind::segment, static_cast<std::int32_t>(elements.size() - mesh.triangles.size())}, s});
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (std::size_t j = i + 1; j < elements.size(); ++j) {
      const bool intersecting = cgal_intersect(elements[i].second, elements[j].second, mesh.positions);
      if (intersecting) pairs.emplace_back(elements[i].first, elements[j].first);
      ++census[shared_vertices(elements[i].second, elements[j].second)][intersecting ? 1 : 0];
    }
  }
  return pairs;
}

}  // namespace

void expect_audit_agrees_with_cgal(std::uint64_t first, std::uint64_t count) {
  Census census{};
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE(seed);
    const Mesh mesh = random_soup(seed);
    ASSERT_EQ(found_by_audit(mesh), found_by_cgal(mesh, census));
  }
  for (std::size_t shared = 0; shared < census.size(); ++shared) {
    SCOPED_TRACE(shared);
    EXPECT_GT(census[shared][0], count / 200);
    EXPECT_GT(census[shared][1], count / 200);
  }
}

}  // namespace muslin::test
