#include <gtest/gtest.h>

#include <tests/support/audit_oracle.hpp>

namespace muslin::audit_test {
namespace {

TEST(Audit, AgreesWithCgal) { test::expect_audit_agrees_with_cgal(0, 2'000); }

TEST(Audit, AgreesWithCgalOnManySoups) { test::expect_audit_agrees_with_cgal(2'000, 8'000); }

}  // namespace
}  // namespace muslin::audit_test
