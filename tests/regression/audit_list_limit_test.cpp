#include <gtest/gtest.h>

#include <limits>
#include <muslin/detect/audit.hpp>
#include <tests/support/sample_meshes.hpp>

namespace muslin::audit_list_limit_test {
namespace {

// "List all" as the largest number there is made the limit overflow, and the list was sorted at every new pair. That
// does not end before the time limit of the tests; now it takes a second.
TEST(Audit, ListsAllWhenAskedForTheLargestNumber) {
  const Mesh soup = test::random_soup(1, 2000, 2000, 0);
  const AuditReport report = audit({.positions = soup.positions, .triangles = soup.triangles},
                                   {.max_listed = std::numeric_limits<std::size_t>::max()});
  EXPECT_GT(report.intersections, 100'000U);
  EXPECT_EQ(report.first.size(), report.intersections);
}

}  // namespace
}  // namespace muslin::audit_list_limit_test
