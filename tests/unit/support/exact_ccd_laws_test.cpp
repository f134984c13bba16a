#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>
#include <tests/support/ccd_queries.hpp>
#include <tests/support/exact_ccd.hpp>

namespace muslin::test::exact_ccd_laws_test {
namespace {

constexpr int kQueries = 400;

std::optional<TimeBracket> first_time(const CcdQuery& query) {
  return query.edge_edge ? edge_edge_first_time(query.start, query.end)
                         : vertex_triangle_first_time(query.start, query.end);
}

bool overlap(const TimeBracket& a, const TimeBracket& b) { return a.first <= b.second && b.first <= a.second; }

void expect_same(const std::optional<TimeBracket>& expected, const std::optional<TimeBracket>& found) {
  ASSERT_EQ(found.has_value(), expected.has_value());
  EXPECT_TRUE(!expected || overlap(*expected, *found));
}

CcdQuery reordered(const CcdQuery& query, const std::array<std::size_t, 4>& order) {
  CcdQuery result = query;
  for (std::size_t i = 0; i < 4; ++i) {
    result.start[i] = query.start[order[i]];
    result.end[i] = query.end[order[i]];
  }
  return result;
}

template <class Change>
CcdQuery with_each_point(const CcdQuery& query, const Change& change) {
  CcdQuery result = query;
  for (auto* points : {&result.start, &result.end}) {
    for (Vec3& point : *points) point = change(point);
  }
  return result;
}

class EveryFamily : public testing::TestWithParam<NamedFamily> {
 protected:
  template <class Check>
  void for_each_query(const Check& check) const {
    int index = 0;
    for (const CcdQuery& query : make_queries(GetParam().family, kQueries, 3)) {
      SCOPED_TRACE(index++);
      check(query);
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(EveryFamily, BracketsTheFirstTimeExactlyIfThereIsContact) {
  for_each_query([](const CcdQuery& query) {
    const auto first = first_time(query);
    ASSERT_EQ(first.has_value(), exactly_collide(query));
    if (!first) return;
    EXPECT_LE(0.0, first->first);
    EXPECT_LE(first->first, first->second);
    EXPECT_LE(first->second, 1.0);
    EXPECT_LE(first->second - first->first, 0x1p-52);
  });
}

TEST_P(EveryFamily, DoesNotDependOnTheOrderOfPoints) {
  for_each_query([](const CcdQuery& query) {
    const auto first = first_time(query);
    const std::vector<std::array<std::size_t, 4>> orders =
        query.edge_edge
            ? std::vector<std::array<std::size_t, 4>>{{1, 0, 2, 3}, {0, 1, 3, 2}, {2, 3, 0, 1}, {3, 2, 0, 1}}
            : std::vector<std::array<std::size_t, 4>>{{1, 2, 0, 3}, {0, 2, 1, 3}, {2, 1, 0, 3}};
    for (const auto& order : orders) {
      expect_same(first, first_time(reordered(query, order)));
    }
  });
}

TEST_P(EveryFamily, DoesNotDependOnAxesMirrorsAndPowersOfTwo) {
  for_each_query([](const CcdQuery& query) {
    const auto first = first_time(query);
    for (const CcdQuery& changed : {with_each_point(query, [](const Vec3& p) { return Vec3(p.y(), p.z(), p.x()); }),
                                    with_each_point(query, [](const Vec3& p) { return Vec3(p.y(), p.x(), -p.z()); }),
                                    with_each_point(query, [](const Vec3& p) { return Vec3(p * 0x1p200); })}) {
      expect_same(first, first_time(changed));
    }
  });
}

TEST_P(EveryFamily, DoesNotDependOnTheDirectionOfTime) {
  for_each_query([](const CcdQuery& query) {
    const auto first = first_time(query);
    const auto last = first_time({query.edge_edge, query.end, query.start});
    ASSERT_EQ(last.has_value(), first.has_value());
    EXPECT_TRUE(!first || first->first <= 1.0 - last->first);
  });
}

// The three kinds agree where two are the same question: an edge without length, a triangle folded to an edge.
TEST_P(EveryFamily, DegeneratesToVertexAgainstEdge) {
  for_each_query([](const CcdQuery& query) {
    const auto& a = query.start;
    const auto& b = query.end;
    const auto expected = vertex_edge_first_time({a[0], a[1], a[3]}, {b[0], b[1], b[3]});
    EXPECT_EQ(vertex_edge_collide({a[0], a[1], a[3]}, {b[0], b[1], b[3]}), expected.has_value());
    for (const auto& found : {vertex_triangle_first_time({a[0], a[1], a[1], a[3]}, {b[0], b[1], b[1], b[3]}),
                              vertex_triangle_first_time({a[0], a[1], a[0], a[3]}, {b[0], b[1], b[0], b[3]}),
                              edge_edge_first_time({a[0], a[1], a[3], a[3]}, {b[0], b[1], b[3], b[3]}),
                              edge_edge_first_time({a[3], a[3], a[1], a[0]}, {b[3], b[3], b[1], b[0]})}) {
      expect_same(expected, found);
    }
  });
}

// The exact middle of two doubles, if that is a double.
bool halve(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end, std::array<Vec3, 4>& middle) {
  for (std::size_t i = 0; i < 4; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double a = start[i][axis], b = end[i][axis], sum = a + b, b_part = sum - a;
      if ((a - (sum - b_part)) + (b - b_part) != 0.0) return false;  // the rounding error of the sum [Knuth, two-sum]
      middle[i][axis] = sum / 2;
    }
  }
  return true;
}

// Contact in [0, 1] is contact in [0, 1/2] or in [1/2, 1]; three levels deep.
void expect_halves_to_agree(const CcdQuery& query, int levels, int& checked) {
  std::array<Vec3, 4> middle;
  if (levels == 0 || !halve(query.start, query.end, middle)) return;
  ++checked;
  const CcdQuery early{query.edge_edge, query.start, middle}, late{query.edge_edge, middle, query.end};
  const auto whole = first_time(query), first = first_time(early), second = first_time(late);
  ASSERT_EQ(whole.has_value(), first.has_value() || second.has_value());
  if (whole) {
    const TimeBracket expected = first ? TimeBracket(first->first / 2, first->second / 2)
                                       : TimeBracket((1 + second->first) / 2, (1 + second->second) / 2);
    EXPECT_TRUE(overlap(*whole, expected));
  }
  expect_halves_to_agree(early, levels - 1, checked);
  expect_halves_to_agree(late, levels - 1, checked);
}

TEST_P(EveryFamily, HalvesOfTheTimeAgreeWithTheWhole) {
  int checked = 0;
  for_each_query([&](const CcdQuery& query) { expect_halves_to_agree(query, 3, checked); });
  const Family family = GetParam().family;
  const bool always_possible = family == Family::grid || family == Family::grazing;
  EXPECT_TRUE(!always_possible || checked == 7 * kQueries) << checked;
}

INSTANTIATE_TEST_SUITE_P(All, EveryFamily, testing::ValuesIn(kFamilies),
                         [](const auto& test) { return std::string(test.param.name); });

// What the families promise.
TEST(CcdQueries, SameSeedSameQueries) {
  for (const auto& [family, name] : kFamilies) {
    const auto a = make_queries(family, 10, 5), b = make_queries(family, 10, 5), c = make_queries(family, 10, 6);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].start, b[i].start) << name;
    EXPECT_NE(a.front().start, c.front().start) << name;
  }
}

TEST(CcdQueries, LandAndGrazeCollideRestDoesNotTheOthersDoBoth) {
  for (const auto& [family, name] : kFamilies) {
    for (const bool edge_edge : {false, true}) {
      int queries = 0, contacts = 0;
      for (const CcdQuery& query : make_queries(family, 1000, 1)) {
        if (query.edge_edge != edge_edge) continue;
        ++queries;
        contacts += static_cast<int>(exactly_collide(query));
      }
      SCOPED_TRACE(name);
      EXPECT_GT(queries, 100);
      if (family == Family::rest) {
        EXPECT_EQ(contacts, 0);
      } else if (family == Family::land || family == Family::grazing) {
        EXPECT_EQ(contacts, queries);
      } else {
        EXPECT_GT(contacts, queries / 50);
        EXPECT_LT(contacts, queries);
      }
    }
  }
}

}  // namespace
}  // namespace muslin::test::exact_ccd_laws_test
