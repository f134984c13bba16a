#pragma once
#include <cstdint>

namespace muslin::test {

/// Audits the random soups first, first + 1, … and expects exactly the pairs that CGAL finds. Stops at the first soup
/// that differs and names it. Also expects the soups to contain pairs of all kinds: with any number of shared vertices,
/// intersecting and not.
void expect_audit_agrees_with_cgal(std::uint64_t first, std::uint64_t count);

}  // namespace muslin::test
