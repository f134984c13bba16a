#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <muslin/io/file/output_file.hpp>
#include <tests/support/program.hpp>

namespace muslin::output_file_test {
namespace {

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

std::string content(const std::filesystem::path& path) {
  std::string word;
  std::ifstream(path) >> word;
  return word;
}

TEST(OutputFile, AppearsWholeOrNotAtAll) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.txt", "old");
  {
    auto file = OutputFile::create(path);
    ASSERT_TRUE(file);
    file->write(std::string(3 << 20, 'x'));
    EXPECT_EQ(content(path), "old");
  }
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files_in(folder.path()), 1U);
  auto file = OutputFile::create(path);
  file->write("new");
  EXPECT_EQ(content(path), "old");
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(OutputFile, KeepsLinksAsLinks) {
  const test::TemporaryFolder folder;
  folder.write("target.obj", "old");
  std::filesystem::create_symlink(folder / "target.obj", folder / "link.obj");
  {
    auto file = OutputFile::create(folder / "link.obj");
    ASSERT_TRUE(file);
    file->write("new");
    ASSERT_TRUE(file->commit());
  }
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.obj"));
  EXPECT_EQ(content(folder / "target.obj"), "new");
}

}  // namespace
}  // namespace muslin::output_file_test
