#include <gtest/gtest.h>

#include <tests/support/audit_oracle.hpp>

namespace muslin::audit_slow_test {
namespace {

TEST(AuditSlow, AgreesWithCgal) { test::expect_audit_agrees_with_cgal(1'000'000, 100'000); }

}  // namespace
}  // namespace muslin::audit_slow_test
