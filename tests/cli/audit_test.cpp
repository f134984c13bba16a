#include <gtest/gtest.h>

#include <muslin/io/mesh/pc2.hpp>
#include <tests/support/program.hpp>

namespace muslin::audit_test {
namespace {

using test::Outcome;
using test::TemporaryFolder;

Outcome audit(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "audit");
  return test::run_program(test::program_path(), arguments);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kFlat = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
constexpr const char* kAcross = "v 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\nf 1 2 3\n";
constexpr const char* kAbove = "v 0 0 5\nv 1 0 5\nv 0 1 5\nf 1 2 3\n";
constexpr const char* kBoth = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nv 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\nf 4 5 6\n";

TEST(AuditCommand, CleanMeshesGiveZero) {
  const TemporaryFolder folder;
  const Outcome outcome = audit({folder.write("flat.obj", kFlat), folder.write("above.obj", kAbove)});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "no intersections")) << outcome.out;
  EXPECT_EQ(outcome.err, "");
}

TEST(AuditCommand, MeshesTogetherAreOneScene) {
  const TemporaryFolder folder;
  const std::vector<std::string> files = {folder.write("flat.obj", kFlat), folder.write("across.obj", kAcross)};
  const Outcome together = audit(files);
  EXPECT_EQ(together.exit_code, 6);
  EXPECT_TRUE(contains(together.out, "1 intersection")) << together.out;
  EXPECT_TRUE(contains(together.out, "flat triangle 0 and across triangle 0 near (0.25, 0.25, 0)")) << together.out;
  const Outcome apart = audit({files[0], files[1], "--each"});
  EXPECT_EQ(apart.exit_code, 0) << apart.out;
}

TEST(AuditCommand, ObstaclesMayIntersectEachOther) {
  const TemporaryFolder folder;
  const std::vector<std::string> files = {folder.write("flat.obj", kFlat), folder.write("across.obj", kAcross)};
  EXPECT_EQ(audit({files[0], files[1], "--obstacle", "flat"}).exit_code, 6);
  const Outcome both = audit({files[0], files[1], "--obstacle", "flat", "--obstacle", "across"});
  EXPECT_EQ(both.exit_code, 0) << both.out;
  EXPECT_TRUE(contains(both.out, "1 between obstacles not counted")) << both.out;
  const Outcome unknown = audit({files[0], "--obstacle", "flut"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.err, "flut")) << unknown.err;
}

TEST(AuditCommand, CountsPerFrame) {
  const TemporaryFolder folder;
  folder.write("cloth.obj", kBoth);
  {
    auto writer = Pc2Writer::create(folder / "cloth.pc2", {.points = 6, .start = 1});
    ASSERT_TRUE(writer);
    for (int k = 0; k < 30; ++k) {
      const double shift = k == 7 || k == 20 ? 0 : 3;  // apart in all frames but two
      std::vector<Vec3> x = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, -1}, {0.3, 0.2, 1}, {0.2, 0.3, 1}};
      for (std::size_t i = 3; i < 6; ++i) x[i].x() += shift;
      ASSERT_TRUE(writer->append(x));
    }
    ASSERT_TRUE(writer->close());
  }
  std::string first;
  for (const char* threads : {"1", "2"}) {
    const Outcome outcome = audit({folder.path(), "--threads", threads});
    EXPECT_EQ(outcome.exit_code, 6);
    EXPECT_TRUE(contains(outcome.out, "frame 8: 1 intersection\n")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "frame 9: no intersections\n")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "2 of 30 frames intersect, 2 intersections in total\n")) << outcome.out;
    if (first.empty()) first = outcome.out;
    EXPECT_EQ(outcome.out, first);
  }
  EXPECT_EQ(audit({folder.path(), "--frames", "9-20"}).exit_code, 0);
  EXPECT_EQ(audit({folder.path(), "--frames", "21"}).exit_code, 6);
  EXPECT_EQ(audit({folder.path(), "--frames", "90-95"}).exit_code, 4);
  EXPECT_EQ(audit({folder.path(), "--frames", "x"}).exit_code, 2);
  EXPECT_EQ(audit({folder / "cloth.pc2"}).exit_code, 6);
  const Outcome quiet = audit({folder.path(), "--quiet"});
  EXPECT_FALSE(contains(quiet.out, "frame 9:")) << quiet.out;
  EXPECT_TRUE(contains(quiet.out, "frame 8:")) << quiet.out;
}

TEST(AuditCommand, MeshesBesideAFolderStandInEveryFrame) {
  const TemporaryFolder folder, elsewhere;
  folder.write("cloth_1.obj", kFlat);
  folder.write("cloth_2.obj", kAbove);
  const std::string body = elsewhere.write("body.obj", kAcross);
  const Outcome outcome = audit({body, folder.path()});
  EXPECT_EQ(outcome.exit_code, 6);
  EXPECT_TRUE(contains(outcome.out, "frame 1: 1 intersection\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "frame 2: no intersections\n")) << outcome.out;
  EXPECT_EQ(audit({body, folder.path(), "--each"}).exit_code, 0);
  EXPECT_EQ(audit({body, folder.path(), "--frames", "2"}).exit_code, 0);
  EXPECT_EQ(audit({body, "--each", folder / "cloth_1.obj", "--obstacle", "body"}).exit_code, 0);
}

TEST(AuditCommand, ListsAsManyPairsAsAsked) {
  const TemporaryFolder folder;
  std::string soup = kFlat;
  for (int i = 0; i < 8; ++i) soup += "v 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\nf -3 -2 -1\n";
  const std::string file = folder.write("soup.obj", soup);
  const Outcome few = audit({file, "--first", "2"});
  EXPECT_TRUE(contains(few.out, "36 intersections")) << few.out;  // 8 through the first, 28 on each other
  EXPECT_TRUE(contains(few.out, "and 34 more")) << few.out;
  const Outcome none = audit({file, "--first", "0"});
  EXPECT_FALSE(contains(none.out, "near")) << none.out;
}

TEST(AuditCommand, SaysWhatIsWrongWithTheCommandLine) {
  EXPECT_EQ(audit({}).exit_code, 2);
  EXPECT_EQ(audit({"a.obj", "--nonsense"}).exit_code, 2);
  for (const char* frames : {"", "-", "5-", "2-1", "9999999999999999999", "2 ", "x"})
    EXPECT_EQ(audit({"a.obj", "--frames", frames}).exit_code, *frames == '\0' ? 4 : 2) << frames;
  EXPECT_EQ(audit({"a.obj", "--first", "-1"}).exit_code, 2);
  EXPECT_EQ(test::run_program(test::program_path(), {}).exit_code, 2);
  EXPECT_EQ(test::run_program(test::program_path(), {"adit"}).exit_code, 2);
  EXPECT_EQ(test::run_program(test::program_path(), {"--help"}).exit_code, 0);
  EXPECT_EQ(audit({"--help"}).exit_code, 0);
  const Outcome version = test::run_program(test::program_path(), {"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(contains(version.out, "muslin 0.")) << version.out;
}

}  // namespace
}  // namespace muslin::audit_test
