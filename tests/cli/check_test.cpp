#include <gtest/gtest.h>

#include <tests/support/program.hpp>

namespace muslin {
namespace {

using test::Outcome;
using test::TemporaryFolder;

Outcome check(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "check");
  return test::run_program(MUSLIN_PROGRAM, arguments);
}

void expect_said(const Outcome& outcome, const std::string& part) {
  EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
}

TEST(CheckCommand, DescribesAGoodMesh) {
  const TemporaryFolder folder;
  const Outcome outcome = check({folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  expect_said(outcome, "3 vertices, 1 triangles, 0 segments; 1 x 2 x 0 m");
  expect_said(outcome, "no intersections");
  EXPECT_EQ(outcome.out.find("warning"), std::string::npos) << outcome.out;
}

TEST(CheckCommand, WarnsWithoutFailing) {
  const TemporaryFolder folder;
  const Outcome outcome =
      check({folder.write("a.obj", "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 0\nv 100 100 0\nf 1 2 3\nf 2 3 5\n")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  expect_said(outcome, "1 isolated vertex (3)");
  expect_said(outcome, "1 vertex at the place of another (3)");
  expect_said(outcome, "1 triangle faces the other way than its neighbour (1)");
  expect_said(outcome, "looks like centimetres");
}

TEST(CheckCommand, FindsIntersectionsAcrossMeshes) {
  const TemporaryFolder folder;
  const Outcome outcome = check({folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
                                 folder.write("across.obj", "v 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\nf 1 2 3\n")});
  EXPECT_EQ(outcome.exit_code, 6);
  expect_said(outcome, "flat triangle 0 and across triangle 0 near");
}

TEST(CheckCommand, CountsWhatIsNotFinite) {
  const TemporaryFolder folder;
  const Outcome outcome = check({folder.write("a.obj", "v 0 0 0\nv nan 0 0\nv 0 2 0\nf 1 2 3\n")});
  EXPECT_EQ(outcome.exit_code, 4);
  expect_said(outcome, "1 vertex is not a finite number (1)");
  expect_said(outcome, "1 element could not be decided");
}

}  // namespace
}  // namespace muslin
