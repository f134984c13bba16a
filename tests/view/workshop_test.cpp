// Runs that the page starts and stops, and scenes that it has checked: who may ask, and what becomes of them.
#include <gtest/gtest.h>

#include <apps/muslin/view/view_server.hpp>
#include <chrono>
#include <filesystem>
#include <muslin/io/run/run_record.hpp>
#include <string>
#include <tests/support/program.hpp>
#include <thread>

#include "connection.hpp"

namespace muslin::workshop_test {
namespace {

namespace fs = std::filesystem;
using app::ViewServer;
using test::TemporaryFolder;
using view_test::body_of;
using view_test::status_of;

constexpr const char* kScene = R"({"version": 1, "about": "A napkin",
  "time": {"frames": 3, "frame_rate": 50},
  "bodies": [{"name": "sheet", "cloth": {"grid": {"vertices": [4, 4], "size": [1, 1]}}, "fabric": "cotton"}]})";

class WorkshopTest : public testing::Test {
 protected:
  WorkshopTest() {
    fs::create_directory(folder_ / "scenes");
    folder_.write("scenes/napkin.json", kScene);
    auto server = ViewServer::start({.front = app::FrontPageFolders{.scenes = folder_ / "scenes",
                                                                    .current = folder_.path(),
                                                                    .program = test::program_path()},
                                     .port = 0});
    EXPECT_TRUE(server);
    server_ = std::move(*server);
  }

  [[nodiscard]] std::string get(const std::string& path) const {
    return view_test::get(server_->port(), server_->token(), path);
  }
  [[nodiscard]] std::string post(const std::string& path, const std::string& json,
                                 const std::string& headers = {}) const {
    return view_test::post(server_->port(), server_->token(), path, json, headers);
  }
  /// Waits until a run is in some state, at most half a minute.
  void await(const std::string& run, RunState state) const {
    for (int i = 0; i < 600; ++i) {
      const auto record = read_run_record(folder_ / run / "run.json");
      if (record && record->state == state && !record->finished.empty()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    FAIL() << run << ": " << body_of(get("/started"));
  }
  /// Waits until the server knows that a run has ended; returns what it says of all runs.
  [[nodiscard]] std::string await_end(const std::string& name) const {
    std::string said;
    for (int i = 0; i < 600; ++i) {
      said = body_of(get("/started"));
      if (said.find("\"name\":\"" + name + "\",\"running\":false") != std::string::npos) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return said;
  }

  TemporaryFolder folder_;
  std::unique_ptr<ViewServer> server_;
};

TEST_F(WorkshopTest, ARunIsAnOrdinaryRunFolder) {
  const std::string answer =
      post("/start", R"({"scene": "0", "set": ["time.frames=2", "collision.response=rigid_zones"]})");
  ASSERT_EQ(status_of(answer), 200) << answer;
  EXPECT_EQ(body_of(answer), R"({"id":"0","name":"napkin-1.run"})");
  await("napkin-1.run", RunState::complete);
  EXPECT_NE(await_end("napkin-1.run").find(R"("running":false,"exit_code":0)"), std::string::npos);
  const auto record = read_run_record(folder_ / "napkin-1.run/run.json");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->frames_done(), 2);
  EXPECT_NE(body_of(get("/runs/0/scene.json")).find("\"response\": \"rigid_zones\""), std::string::npos);
  EXPECT_NE(get("/front").find(R"("name":"napkin-1.run")"), std::string::npos);
}

TEST_F(WorkshopTest, ARunGoesOnFromAFrameWithOtherValues) {
  static_cast<void>(post("/start", R"({"scene": "0"})"));
  await("napkin-1.run", RunState::complete);
  const std::string answer = post("/start", R"({"run": "0", "frame": 2, "set": ["bodies.sheet.fabric.friction=0.9"]})");
  ASSERT_EQ(body_of(answer), R"({"id":"1","name":"napkin-2.run"})") << answer;
  await("napkin-2.run", RunState::complete);
  const auto first = read_run_record(folder_ / "napkin-1.run/run.json");
  const auto next = read_run_record(folder_ / "napkin-2.run/run.json");
  ASSERT_TRUE(first && next);
  EXPECT_EQ(next->start_frame, 2);
  EXPECT_EQ(next->frames, 2);
  EXPECT_EQ(next->frame_hashes[0], first->frame_hashes[1]);
  EXPECT_NE(body_of(get("/runs/1/scene.json")).find("\"friction\": 0.9"), std::string::npos);
}

TEST_F(WorkshopTest, AnEditedSceneIsCheckedAndRun) {
  EXPECT_EQ(body_of(post("/check", R"({"scene": "0"})")), R"({"frames":3,"bodies":["sheet"],"warnings":[]})");
  const std::string wrong =
      post("/check", R"({"scene": "0", "text": "{\"version\": 1,\n\n\"bodies\": [],\n \"tim\": {}}"})");
  EXPECT_EQ(status_of(wrong), 200);  // that a scene has an error is an answer
  EXPECT_NE(body_of(wrong).find(R"("line":)"), std::string::npos) << wrong;
  const std::string late = post("/check", R"({"scene": "0", "text": "{\"version\": 1,\n\n\"tim\": {}}"})");
  EXPECT_NE(body_of(late).find(R"(unknown key)"), std::string::npos) << late;
  EXPECT_NE(body_of(late).find(R"("line":3)"), std::string::npos) << late;
  EXPECT_EQ(late.find(folder_.path().string()), std::string::npos) << late;

  std::string text = kScene;
  text.replace(text.find("\"frames\": 3"), 11, "\"frames\": 1");
  std::string quoted;
  for (const char c : text)
    quoted += c == '"' ? std::string("\\\"") : c == '\n' ? std::string("\\n") : std::string(1, c);
  const std::string answer = post("/start", R"({"scene": "0", "text": ")" + quoted + "\"}");
  ASSERT_EQ(status_of(answer), 200) << answer;
  await("napkin-1.run", RunState::complete);
  EXPECT_TRUE(fs::exists(folder_ / "napkin-1.json"));
  EXPECT_EQ(read_run_record(folder_ / "napkin-1.run/run.json")->frames, 1);
}

TEST_F(WorkshopTest, WhatIsWrongStartsNothing) {
  for (const char* request :
       {"", "{", "[]", "{}", "3", R"({"scene": 0})", R"({"scene": "1"})", R"({"scene": "../napkin"})",
        R"({"run": "0"})", R"({"scene": "0", "set": "time.frames=2"})", R"({"scene": "0", "set": [2]})",
        R"({"scene": "0", "set": ["--force"]})", R"({"scene": "0", "set": ["time.frames=-1"]})",
        R"({"scene": "0", "text": "{"})"}) {
    const std::string answer = post("/start", request);
    EXPECT_NE(body_of(answer).find(R"("error":)"), std::string::npos) << answer;
  }
  EXPECT_EQ(status_of(post("/start", "{")), 400);
  EXPECT_EQ(body_of(get("/started")), "[]");
  EXPECT_EQ(status_of(post("/runs/0/stop", "{}")), 409);
  for (const char* path : {"/runs/stop", "/run", "/", "/runs/0/run.json"})
    EXPECT_EQ(status_of(post(path, "{}")), 404) << path;
  EXPECT_EQ(status_of(get("/scenes/0/text")), 200);
  EXPECT_EQ(status_of(get("/scenes/1/text")), 404);
  EXPECT_EQ(status_of(get("/scenes/..%2f0/resolved")), 404);
}

TEST_F(WorkshopTest, WhoLacksTheTokenStartsNothing) {
  const std::string order = R"({"scene": "0"})";
  EXPECT_EQ(status_of(view_test::post(server_->port(), std::string(32, '0'), "/start", order)), 401);
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server_->port()) + "\r\n";
  const std::string token = "Authorization: Bearer " + server_->token() + "\r\n";
  const std::string type = "Content-Type: application/json\r\n";
  const std::string length = "Content-Length: " + std::to_string(order.size()) + "\r\n";
  const auto send = [&](const std::string& headers, const std::string& content) {
    return status_of(view_test::exchange(server_->port(), "POST /start HTTP/1.1\r\n" + headers + "\r\n" + content));
  };
  EXPECT_EQ(send("Host: example.org\r\n" + token + type + length, order), 403);
  EXPECT_EQ(send(host + token + type + length + "Origin: http://example.org\r\n", order), 403);
  EXPECT_EQ(send(host + token + length, order), 415);
  EXPECT_EQ(send(host + token + "Content-Type: text/plain\r\n" + length, order), 415);  // what a form can send
  EXPECT_EQ(send(host + token + type, order), 413);
  EXPECT_EQ(send(host + token + type + "Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"), 413);
  EXPECT_EQ(send(host + token + type + length + length, order), 413);
  EXPECT_EQ(send(host + token + type + "Content-Length: -1\r\n", order), 413);
  EXPECT_EQ(send(host + token + type + "Content-Length: 99999999999\r\n", order), 413);
  EXPECT_EQ(status_of(post("/start", std::string(2'000'000, ' '))), 413);
  EXPECT_EQ(body_of(get("/started")), "[]");
  EXPECT_EQ(status_of(post("/check", order + std::string(1'000'000, ' '))), 200);  // a large text is not too large

  const auto server = ViewServer::start({.port = 0});  // one that only shows
  ASSERT_TRUE(server);
  EXPECT_EQ(status_of(view_test::post((*server)->port(), (*server)->token(), "/start", order)), 400);
}

TEST_F(WorkshopTest, AFewRunsAtOnceWhichEndWithTheServer) {
  const std::string order =
      R"({"scene": "0", "set": ["time.frames=1000000", "bodies.sheet.cloth.grid.vertices=[30, 30]"]})";
  for (int i = 0; i < 3; ++i) ASSERT_EQ(status_of(post("/start", order)), 200);
  const std::string refused = post("/start", order);
  EXPECT_NE(refused.find("3 runs are under way"), std::string::npos) << refused;
  // A run that has not begun yet would not be a run folder when it is stopped.
  for (int i = 0; i < 600 && !fs::exists(folder_ / "napkin-1.run/checkpoint"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(status_of(post("/runs/0/stop", "{}")), 200);
  EXPECT_NE(await_end("napkin-1.run").find(R"("running":false,"exit_code":130)"), std::string::npos);
  EXPECT_EQ(read_run_record(folder_ / "napkin-1.run/run.json")->reason, "interrupted");
  EXPECT_EQ(status_of(post("/runs/0/stop", "{}")), 409);  // it has ended
  for (int i = 0; i < 600 && !fs::exists(folder_ / "napkin-3.run/checkpoint"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  server_.reset();
  for (const char* run : {"napkin-2.run", "napkin-3.run"})
    EXPECT_EQ(read_run_record(folder_ / run / "run.json")->reason, "interrupted") << run;
}

}  // namespace
}  // namespace muslin::workshop_test
