// The front page of the viewer: which runs are found, what is said of them, and their pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <apps/muslin/view/run_list.hpp>
#include <apps/muslin/view/run_search.hpp>
#include <apps/muslin/view/view_server.hpp>
#include <filesystem>
#include <muslin/io/file/folder_lock.hpp>
#include <string>
#include <tests/support/program.hpp>
#include <vector>

#include "connection.hpp"

namespace muslin::front_page_test {
namespace {

namespace fs = std::filesystem;
using app::ViewServer;
using test::TemporaryFolder;
using view_test::body_of;
using view_test::header_of;
using view_test::status_of;

constexpr const char* kScene = R"({"version": 1, "about": "A napkin", "time": {"frames": 1},
    "bodies": [{"name": "sheet", "cloth": {"grid": {"vertices": [4, 4], "size": [1, 1]}}, "fabric": "cotton"}]})";

/// A folder with two scenes and one run, and what must not be found in it.
class FrontPageTest : public testing::Test {
 protected:
  FrontPageTest() {
    fs::create_directories(folder_ / "scenes/more");
    folder_.write("scenes/napkin.json", kScene);
    folder_.write("scenes/more/wrong.json", R"({"about": "Cannot be drawn", "bodies": []})");
    folder_.write("scenes/no-scene.json", R"({"about": "No bodies"})");
    folder_.write("scenes/broken.json", "{");
    folder_.write("elsewhere.json", kScene);
    fs::create_symlink(folder_ / "elsewhere.json", folder_ / "scenes/link.json");
    fs::create_directories(folder_ / "runs");
    const auto made =
        test::run_program(test::program_path(), {"run", folder_ / "scenes/napkin.json", "-o", napkin(), "--quiet"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    auto server = ViewServer::start(
        {.front = app::FrontPageFolders{.scenes = folder_ / "scenes", .current = folder_.path()}, .port = 0});
    EXPECT_TRUE(server);
    server_ = std::move(*server);
  }

  [[nodiscard]] std::string napkin() const { return folder_ / "runs/napkin.run"; }
  [[nodiscard]] std::string get(const std::string& path, const std::string& headers = {}) const {
    return view_test::get(server_->port(), server_->token(), path, headers);
  }

  TemporaryFolder folder_;
  std::unique_ptr<ViewServer> server_;
};

TEST_F(FrontPageTest, ScenesAndRunsAreListed) {
  const std::string front = body_of(get("/front"));
  EXPECT_TRUE(front.starts_with(R"({"scenes":[{"id":"0","name":"more/wrong","about":"Cannot be drawn"},)"
                                R"({"id":"1","name":"napkin","about":"A napkin"}],"runs":[{"id":"0",)"
                                R"("name":"runs/napkin.run","about":"A napkin","state":"complete","reason":"",)"
                                R"("in_progress":false,)"))
      << front;
  EXPECT_NE(front.find(R"("frames":1,"frames_done":1,"audited":2,"bad_frames":0})"), std::string::npos) << front;
  EXPECT_EQ(body_of(get("/runs")), "[]");  // those that the server was begun for
  EXPECT_EQ(status_of(get("/runs/0/run.json")), 200);
  EXPECT_EQ(status_of(view_test::get(server_->port(), "0123", "/front")), 401);
}

TEST_F(FrontPageTest, ARunInProgressIsToldFromOneThatEnded) {
  EXPECT_NE(get("/front").find(R"("in_progress":false)"), std::string::npos);
  {
    const auto lock = FolderLock::take(napkin());
    ASSERT_TRUE(lock);
    EXPECT_NE(get("/front").find(R"("in_progress":true)"), std::string::npos);
  }
  EXPECT_NE(get("/front").find(R"("in_progress":false)"), std::string::npos);
}

TEST_F(FrontPageTest, PicturesAreDrawn) {
  static_cast<void>(get("/front"));  // which finds the run
  for (const char* path : {"/scenes/1/picture", "/runs/0/picture"}) {
    const std::string answer = get(path);
    ASSERT_EQ(status_of(answer), 200) << path;
    EXPECT_EQ(header_of(answer, "Content-Type"), "image/png");
    EXPECT_TRUE(body_of(answer).starts_with("\x89PNG")) << path;
    EXPECT_EQ(status_of(get(path, "If-None-Match: " + header_of(answer, "ETag") + "\r\n")), 304) << path;
  }
  for (const char* path : {"/scenes/0/picture", "/scenes/2/picture", "/scenes/x/picture", "/scenes//picture",
                           "/runs/1/picture", "/scenes/../picture", "/scenes/1/../1/picture"})
    EXPECT_EQ(status_of(get(path)), 404) << path;
}

TEST_F(FrontPageTest, NoPictureIsDrawnOfAnotherFolder) {
  static_cast<void>(get("/front"));
  fs::rename(fs::path(napkin()) / "sheet.pc2", folder_ / "elsewhere.pc2");
  fs::create_symlink(folder_ / "elsewhere.pc2", fs::path(napkin()) / "sheet.pc2");
  EXPECT_EQ(status_of(get("/runs/0/picture")), 404);
}

TEST_F(FrontPageTest, LinksAndHiddenFoldersAreNotSearched) {
  const TemporaryFolder other;
  fs::create_directory(other / "other.run");
  other.write("other.run/run.json", "{}");
  fs::create_directory_symlink(other.path(), folder_ / "link");
  fs::create_directories(folder_ / ".hidden/secret.run");
  folder_.write(".hidden/secret.run/run.json", "{}");
  fs::create_directories(folder_ / "linked.run");
  fs::create_symlink(other / "other.run/run.json", folder_ / "linked.run/run.json");
  EXPECT_EQ(app::find_runs(folder_.path()), std::vector<fs::path>{napkin()});
}

TEST_F(FrontPageTest, WithoutOneItIsNotThere) {
  const auto server = ViewServer::start({.port = 0});
  ASSERT_TRUE(server);
  for (const char* path : {"/front", "/scenes/0/picture"})
    EXPECT_EQ(status_of(view_test::get((*server)->port(), (*server)->token(), path)), 404) << path;
}

TEST(FindRuns, TheLatestChangedComesFirst) {
  const TemporaryFolder folder;
  for (const char* name : {"a.run", "b.run", "c.run"}) {
    fs::create_directory(folder / name);
    folder.write(std::string(name) + "/run.json", "{}");
  }
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(folder / "a.run/run.json", now - std::chrono::seconds(5));
  fs::last_write_time(folder / "b.run/run.json", now);
  fs::last_write_time(folder / "c.run/run.json", now - std::chrono::seconds(9));
  EXPECT_EQ(app::find_runs(folder.path()),
            (std::vector<fs::path>{folder / "b.run", folder / "a.run", folder / "c.run"}));
}

TEST(RunList, ARunKeepsItsNumber) {
  app::RunList list(std::vector<app::ServedRun>{{"a", "/a"}});
  EXPECT_EQ(list.add({"b", "/b"}), 1U);
  EXPECT_EQ(list.add({"another name", "/a"}), 0U);
  EXPECT_EQ(list.all().size(), 2U);
  EXPECT_EQ(list.find("1")->folder, "/b");
  for (const char* number : {"", "2", "-1", "+1", "1 ", "0x1", "99999999999999999999"})
    EXPECT_FALSE(list.find(number)) << number;
}

}  // namespace
}  // namespace muslin::front_page_test
