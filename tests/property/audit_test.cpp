#include <gtest/gtest.h>

#include <tests/support/audit_oracle.hpp>

namespace muslin::audit_test {
namespace {

TEST(Audit, AgreesWithCgal) { test::expect_audit_agrees_with_cgal(0, 10'000); }

}  // namespace
}  // namespace muslin::audit_test
