#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <tests/support/program.hpp>

namespace muslin::bad_files_test {
namespace {

using test::Outcome;
using test::TemporaryFolder;

/// Both commands refuse the file with exit code 4 and a message that names it, and where it says so, the line.
void expect_refused(const std::string& file, const std::string& place) {
  for (const char* command : {"audit", "check"}) {
    const Outcome outcome = test::run_program(test::program_path(), {command, file});
    EXPECT_EQ(outcome.exit_code, 4) << command << " " << file << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find(std::filesystem::path(file).filename().string() + place), std::string::npos)
        << command << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

constexpr const char* kPlyHeader =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n";

TEST(BadFiles, Truncated) {
  const TemporaryFolder folder;
  expect_refused(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1"), ":3");
  expect_refused(folder.write("b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2"), ":4");
  expect_refused(folder.write("a.ply", std::string(kPlyHeader) + "0 0 0\n1 0 0\n"), ":");
  expect_refused(folder.write("b.ply", "ply\nformat ascii 1.0\nelement ver"), ":3");
}

TEST(BadFiles, IndexOutOfRange) {
  const TemporaryFolder folder;
  expect_refused(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), ":4");
  expect_refused(folder.write("b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n"), ":4");
  expect_refused(folder.write("c.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf -1 -2 -4\n"), ":5");
  expect_refused(folder.write("a.ply", std::string(kPlyHeader) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"), ":13");
}

TEST(BadFiles, Garbage) {
  const TemporaryFolder folder;
  std::string garbage;
  for (int i = 0; i < 5000; ++i) garbage += static_cast<char>(i * 2654435761U >> 13);
  expect_refused(folder.write("a.obj", garbage), ":");
  expect_refused(folder.write("a.ply", garbage), ":1");
  expect_refused(folder.write("b.obj", "v 0 0 zero\n"), ":1");
  expect_refused(folder.write("c.obj", "hello there\n"), ":1");
}

TEST(BadFiles, EmptyMissingFolderAndUnknownKind) {
  const TemporaryFolder folder;
  expect_refused(folder.write("a.obj", ""), "");
  expect_refused(folder.write("a.ply", ""), "");
  expect_refused(folder.write("comments.obj", "# nothing\n\n"), "");
  expect_refused(folder / "missing.obj", "");
  expect_refused(folder.write("a.stl", "solid"), "");
  std::filesystem::create_directory(folder / "empty");
  expect_refused(folder / "empty", "");
}

TEST(BadFiles, AFolderIsNoMesh) {
  const TemporaryFolder folder;
  const Outcome outcome = test::run_program(test::program_path(), {"check", folder.path()});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_NE(outcome.err.find("this is a folder; name one of the meshes (.obj, .ply) in it"), std::string::npos)
      << outcome.err;
}

TEST(BadFiles, DecimalsNeedAPoint) {
  const TemporaryFolder folder;
  expect_refused(folder.write("a.obj", "v 0 0,5 0\n"), ":1: \"0,5\" is not a number; write decimals with a point");
}

TEST(BadFiles, APipeIsNotWaitedFor) {
  const TemporaryFolder folder;
  for (const char* name : {"a.obj", "a.ply", "a.pc2"}) ASSERT_EQ(::mkfifo((folder / name).c_str(), 0600), 0);
  expect_refused(folder / "a.obj", ": this is a pipe");
  expect_refused(folder / "a.ply", ": this is a pipe");
  EXPECT_EQ(test::run_program(test::program_path(), {"audit", folder / "a.pc2"}).exit_code, 4);
  EXPECT_EQ(test::run_program(test::program_path(), {"audit", folder.path()}).exit_code, 4);
}

// A number that is not one: the audit cannot go on; check goes on, counts it, and exits with the same code.
TEST(BadFiles, NotANumber) {
  const TemporaryFolder folder;
  for (const char* number : {"nan", "inf", "-inf", "1e999"}) {
    const std::string file = folder.write("a.obj", std::string("v 0 0 0\nv 1 0 ") + number + "\nv 0 1 0\nf 1 2 3\n");
    const Outcome audit = test::run_program(test::program_path(), {"audit", file});
    EXPECT_EQ(audit.exit_code, 4);
    EXPECT_NE(audit.err.find("a.obj:2"), std::string::npos) << audit.err;
    EXPECT_EQ(test::run_program(test::program_path(), {"check", file}).exit_code, 4);
  }
}

TEST(BadFiles, AGigabyteOfSpaces) {
  const TemporaryFolder folder;
  for (const char* name : {"a.obj", "a.ply"}) {
    {
      std::ofstream file(folder / name, std::ios::binary);
      const std::string block(std::size_t{1} << 20, ' ');
      for (int i = 0; i < 1024; ++i) file << block;
    }
    const Outcome outcome = test::run_program(test::program_path(), {"audit", folder / name});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_NE(outcome.err.find(std::string(name) + ":1"), std::string::npos) << outcome.err;
    std::filesystem::remove(folder / name);
  }
}

TEST(BadFiles, AFullDiskIsNotSuccess) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  const TemporaryFolder folder;
  const std::string mesh = folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const Outcome outcome =
      test::run_program("/bin/sh", {"-c", test::program_path() + " audit " + mesh + " > /dev/full"});
  EXPECT_EQ(outcome.exit_code, 8) << outcome.err;
}

}  // namespace
}  // namespace muslin::bad_files_test
