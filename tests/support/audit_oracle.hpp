#pragma once
#include <cstdint>

namespace muslin::test {

/// Audits random soups first, first + 1, … and expects the very pairs that CGAL finds. Stops at the first soup that
/// differs and names it. Expects the soups to hold pairs of all kinds: any number of shared vertices, intersecting and
/// not.
void expect_audit_agrees_with_cgal(std::uint64_t first, std::uint64_t count);

}  // namespace muslin::test
