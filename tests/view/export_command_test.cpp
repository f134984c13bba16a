#include <gtest/gtest.h>

#include <apps/muslin/view/html_page.hpp>
#include <apps/muslin/view/page.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tests/support/program.hpp>

namespace muslin::export_command_test {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::TemporaryFolder;

class ExportCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (app::page_files().empty()) GTEST_SKIP() << "built without the page";
    // A name that must not end the script which contains it.
    const fs::path scene = folder_.write("sheet.json", R"({"version": 1, "about": "</script><b>",
      "time": {"frames": 2, "frame_rate": 50},
      "bodies": [{"name": "sheet", "cloth": {"grid": {"vertices": [4, 4], "size": [1, 1]}}, "fabric": "cotton"}]})");
    const Outcome run = test::run_program(test::program_path(), {"run", scene, "-o", folder_ / "a.run", "--quiet"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  Outcome export_run(std::vector<std::string> options) const {
    std::vector<std::string> words = {"export", folder_ / "a.run", "--to", "html", "-o", folder_ / "page.html"};
    words.insert(words.end(), options.begin(), options.end());
    return test::run_program(test::program_path(), words);
  }

  TemporaryFolder folder_;
};

TEST_F(ExportCommand, WritesOnePageAndOverwritesNothingUnasked) {
  const Outcome made = export_run({"--precision", "0.5mm"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.err.find("3 frames, positions rounded to 0.5 mm"), std::string::npos) << made.err;
  std::ifstream file(folder_ / "page.html");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = page.find("</script", at)) != std::string::npos; ++at) ++ends;
  EXPECT_EQ(ends, 2U);                                              // those of the run and of the page
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org"));  // names of XML, not addresses to load from
  EXPECT_EQ(export_run({}).exit_code, 2);
  EXPECT_EQ(export_run({"--force"}).exit_code, 0);
}

TEST_F(ExportCommand, WritesGltfAndOverwritesNothingUnasked) {
  const auto export_glb = [&](std::vector<std::string> options) {
    std::vector<std::string> words = {"export", folder_ / "a.run", "--to", "glb", "-o", folder_ / "a.glb"};
    words.insert(words.end(), options.begin(), options.end());
    return test::run_program(test::program_path(), words);
  };
  const Outcome made = export_glb({});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.err.find("3 frames, 1 moving and 0 stationary bodies"), std::string::npos) << made.err;
  const auto size = fs::file_size(folder_ / "a.glb");
  EXPECT_EQ(export_glb({}).exit_code, 2);
  EXPECT_EQ(export_glb({"--force", "--precision", "1mm"}).exit_code, 2);
  EXPECT_EQ(export_glb({"--force"}).exit_code, 0);
  EXPECT_EQ(fs::file_size(folder_ / "a.glb"), size);
  fs::resize_file(folder_ / "a.run/sheet.pc2", 40);
  EXPECT_EQ(export_glb({"--force"}).exit_code, 4);
  EXPECT_EQ(fs::file_size(folder_ / "a.glb"), size);  // the older file stays
}

TEST_F(ExportCommand, SaysWhatItCannotExport) {
  for (const char* precision : {"0mm", "-1mm", "5 kg", "nan"})
    EXPECT_EQ(export_run({"--precision", precision}).exit_code, 2) << precision;
  fs::resize_file(folder_ / "a.run/sheet.pc2", 40);
  const Outcome cut = export_run({});
  EXPECT_EQ(cut.exit_code, 4);
  EXPECT_NE(cut.err.find("sheet.pc2"), std::string::npos) << cut.err;
  fs::remove(folder_ / "a.run/run.json");
  EXPECT_EQ(export_run({}).exit_code, 4);
  EXPECT_FALSE(fs::exists(folder_ / "page.html"));
  EXPECT_EQ(test::run_program(test::program_path(), {"export", folder_ / "a.run", "--to", "gif"}).exit_code, 2);
}

}  // namespace
}  // namespace muslin::export_command_test
