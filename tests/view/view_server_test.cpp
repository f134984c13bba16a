#include <gtest/gtest.h>
#include <sys/stat.h>

#include <apps/muslin/view/page.hpp>
#include <apps/muslin/view/view_server.hpp>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <tests/support/program.hpp>
#include <thread>
#include <vector>

#include "connection.hpp"

namespace muslin::view_server_test {
namespace {

namespace fs = std::filesystem;
using app::ViewServer;
using test::TemporaryFolder;
using view_test::body_of;
using view_test::Connection;
using view_test::exchange;
using view_test::header_of;
using view_test::status_of;

constexpr const char* kStatistics = "0123456789\n";

/// A server of one folder, `run`, inside another one that holds files that nobody must read.
class ViewServerTest : public testing::Test {
 protected:
  ViewServerTest() {
    outside_.write("secret.json", "secret");
    outside_.write("run.json", "secret");
    outside_.write("secret.obj", "secret");
    fs::create_directory(run());
    outside_.write("run/run.json", "{\"format\":1}");
    outside_.write("run/stats.ndjson", kStatistics);
    outside_.write("run/a body.pc2", "points");
    outside_.write("run/checkpoint", "secret");
    fs::create_directory(run() / "part");
    outside_.write("run/part/secret.obj", "secret");
    outside_.write("run/.hidden.obj", "secret");
    auto server = ViewServer::start({.runs = {{"flag \"1\"", run()}}, .port = 0});
    EXPECT_TRUE(server);
    server_ = std::move(*server);
  }

  [[nodiscard]] fs::path run() const { return outside_ / "run"; }
  [[nodiscard]] int port() const { return server_->port(); }
  [[nodiscard]] std::string host() const { return "Host: 127.0.0.1:" + std::to_string(port()) + "\r\n"; }
  [[nodiscard]] std::string token() const { return "Authorization: Bearer " + server_->token() + "\r\n"; }

  /// Sends a request with everything that a good one has, and further headers.
  [[nodiscard]] std::string get(const std::string& path, const std::string& headers = {}) const {
    return view_test::get(port(), server_->token(), path, headers);
  }

  TemporaryFolder outside_;
  std::unique_ptr<ViewServer> server_;
};

TEST_F(ViewServerTest, FilesOfARunAreSent) {
  const std::string list = get("/runs");
  EXPECT_EQ(status_of(list), 200);
  EXPECT_EQ(body_of(list), R"([{"id":"0","name":"flag \"1\""}])");
  const std::string record = get("/runs/0/run.json");
  EXPECT_EQ(status_of(record), 200);
  EXPECT_EQ(body_of(record), "{\"format\":1}");
  EXPECT_EQ(header_of(record, "Content-Type"), "application/json");
  EXPECT_EQ(header_of(record, "X-Content-Type-Options"), "nosniff");
  EXPECT_NE(header_of(record, "Content-Security-Policy").find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(header_of(record, "Access-Control-Allow-Origin"), "");
  EXPECT_EQ(body_of(get("/runs/0/a%20body.pc2")), "points");
}

TEST_F(ViewServerTest, ARangeOfAFileIsSent) {
  const std::string part = get("/runs/0/stats.ndjson", "Range: bytes=2-4\r\n");
  EXPECT_EQ(status_of(part), 206);
  EXPECT_EQ(body_of(part), "234");
  EXPECT_EQ(header_of(part, "Content-Range"), "bytes 2-4/11");
  EXPECT_EQ(header_of(part, "Content-Length"), "3");
  const std::string behind = get("/runs/0/stats.ndjson", "Range: bytes=11-\r\n");
  EXPECT_EQ(status_of(behind), 416);
  EXPECT_EQ(header_of(behind, "Content-Range"), "bytes */11");
  EXPECT_EQ(status_of(get("/runs/0/stats.ndjson", "Range: bytes=0-1,3-4\r\n")), 416);
  outside_.write("run/stats.ndjson", std::string(kStatistics) + "grown\n");
  EXPECT_EQ(body_of(get("/runs/0/stats.ndjson", "Range: bytes=11-\r\n")), "grown\n");
}

TEST_F(ViewServerTest, ContactsAreSentLikeFramesAndNoOtherBinaryFile) {
  outside_.write("run/contacts.bin", "MUSLINCT");
  outside_.write("run/other.bin", "secret");
  EXPECT_EQ(body_of(get("/runs/0/contacts.bin", "Range: bytes=2-4\r\n")), "SLI");
  EXPECT_EQ(status_of(get("/runs/0/other.bin")), 404);
}

TEST_F(ViewServerTest, ALargeFileArrivesWhole) {
  std::string points(3'000'000, ' ');
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = static_cast<char>(i * 2654435761U >> 24U);
  outside_.write("run/large.pc2", points);
  EXPECT_EQ(body_of(get("/runs/0/large.pc2")), points);
  EXPECT_EQ(body_of(get("/runs/0/large.pc2", "Range: bytes=1000000-2999998\r\n")), points.substr(1'000'000, 1'999'999));
}

TEST_F(ViewServerTest, AnUnchangedFileIsNotSentAgain) {
  const std::string tag = header_of(get("/runs/0/run.json"), "ETag");
  ASSERT_FALSE(tag.empty());
  const std::string again = get("/runs/0/run.json", "If-None-Match: " + tag + "\r\n");
  EXPECT_EQ(status_of(again), 304);
  EXPECT_EQ(body_of(again), "");
  outside_.write("run/run.json", "{\"format\":2}");  // as long as before
  EXPECT_EQ(status_of(get("/runs/0/run.json", "If-None-Match: " + tag + "\r\n")), 200);
}

TEST_F(ViewServerTest, NothingOutsideTheFolderIsSent) {
  for (const char* path : {"/runs/0/../secret.obj",
                           "/runs/0/%2e%2e%2fsecret.obj",
                           "/runs/0/part/secret.obj",
                           "/runs/0/part%2fsecret.obj",
                           "/runs/0/../secret.json",
                           "/runs/0/%2e%2e/secret.json",
                           "/runs/0/..%2fsecret.json",
                           "/runs/0/%2e%2e%2frun.json",
                           "/runs/0/..%252frun.json",
                           "/runs/0/..\\run.json",
                           "/runs/0//run.json",
                           "/runs/0/",
                           "/runs/0",
                           "/runs/../run.json",
                           "/../run.json",
                           "//run.json",
                           "/runs/1/run.json",
                           "/runs/-1/run.json",
                           "/runs/00x/run.json",
                           "/runs/99999999999999999999/run.json",
                           "/runs/0/checkpoint",
                           "/runs/0/.hidden.obj",
                           "/runs/0/import_in_blender.py",
                           "/runs/0/run.json%00.obj",
                           "/etc/passwd",
                           "/runs/0//etc/passwd",
                           "/runs/0/%2fetc%2fpasswd"}) {
    const std::string answer = get(path);
    EXPECT_EQ(status_of(answer), 404) << path << "\n" << answer;
    EXPECT_EQ(answer.find("secret"), std::string::npos) << path;
  }
  const std::string absolute = get((outside_ / "secret.json").string());
  EXPECT_EQ(status_of(absolute), 404);
}

TEST_F(ViewServerTest, LinksAndPipesAreNotOpened) {
  fs::create_symlink(outside_ / "secret.json", run() / "audit.json");
  fs::create_symlink(run() / "run.json", run() / "scene.json");
  fs::create_directory(run() / "folder.obj");
  ASSERT_EQ(::mkfifo((run() / "pipe.obj").c_str(), 0600), 0);
  for (const char* path : {"/runs/0/audit.json", "/runs/0/scene.json", "/runs/0/folder.obj", "/runs/0/pipe.obj"})
    EXPECT_EQ(status_of(get(path)), 404) << path;
}

TEST_F(ViewServerTest, AFileNeedsTheToken) {
  const std::string begin = "GET /runs/0/run.json HTTP/1.1\r\n" + host();
  for (const std::string& header : {std::string(), std::string("Authorization: Bearer 0123\r\n"),
                                    "Authorization: Bearer " + std::string(32, '0') + "\r\n"}) {
    const std::string answer = exchange(port(), begin + header + "\r\n");
    EXPECT_EQ(status_of(answer), 401) << answer;
    EXPECT_EQ(answer.find("format"), std::string::npos);
  }
  EXPECT_EQ(status_of(exchange(port(), "GET /runs HTTP/1.1\r\n" + host() + "\r\n")), 401);
}

TEST_F(ViewServerTest, ForeignHostsAndOriginsAreRefused) {
  const std::string begin = "GET /runs/0/run.json HTTP/1.1\r\n" + token();
  const std::string number = std::to_string(port());
  const std::vector<std::string> wrong = {"",
                                          "Host: example.org\r\n",
                                          "Host: example.org:" + number + "\r\n",
                                          host() + host(),
                                          host() + "Origin: http://example.org\r\n",
                                          host() + "Origin: null\r\n"};
  for (const std::string& headers : wrong) {
    const std::string answer = exchange(port(), begin + headers + "\r\n");
    EXPECT_EQ(status_of(answer), 403) << headers << answer;
    EXPECT_EQ(answer.find("format"), std::string::npos);
  }
  EXPECT_EQ(status_of(get("/runs", "Origin: http://127.0.0.1:" + number + "\r\n")), 200);
}

TEST_F(ViewServerTest, OnlyReadingIsAllowed) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
    EXPECT_EQ(status_of(exchange(port(), std::string(method) + " /runs HTTP/1.1\r\n" + host() + token() + "\r\n")), 405)
        << method;
  EXPECT_EQ(status_of(get("/runs", "Content-Length: 4\r\n\r\nbody")), 400);
  EXPECT_EQ(status_of(get("/runs", "Transfer-Encoding: chunked\r\n")), 400);
  const std::string head = exchange(port(), "HEAD /runs/0/run.json HTTP/1.1\r\n" + host() + token() + "\r\n");
  EXPECT_EQ(status_of(head), 200);
  EXPECT_EQ(header_of(head, "Content-Length"), "12");
  EXPECT_EQ(body_of(head), "");
}

TEST_F(ViewServerTest, HugeAndMalformedRequestsAreRefused) {
  const auto is_refused = [&](const std::string& request) {
    const int status = status_of(exchange(port(), request));
    return status == 0 || status >= 400;
  };
  EXPECT_TRUE(is_refused("GET /" + std::string(1'000'000, 'a') + " HTTP/1.1\r\n" + host() + "\r\n"));
  EXPECT_TRUE(
      is_refused("GET /runs HTTP/1.1\r\n" + host() + token() + "X: " + std::string(1'000'000, 'a') + "\r\n\r\n"));
  std::string many = "GET /runs HTTP/1.1\r\n" + host() + token();
  for (int i = 0; i < 2000; ++i) many += "X-" + std::to_string(i) + ": 1\r\n";
  EXPECT_TRUE(is_refused(many + "\r\n"));
  for (const char* garbage :
       {"\r\n\r\n", "GET\r\n\r\n", "GET /runs\r\n\r\n", "\x16\x03\x01\x02", "GET /runs HTTP/9.9\r\n\r\n"})
    EXPECT_TRUE(is_refused(garbage)) << garbage;
  EXPECT_EQ(status_of(get("/runs")), 200);  // and it still serves
}

TEST_F(ViewServerTest, AnEndlessHeaderIsCutOff) {
  const Connection connection(port());
  ASSERT_TRUE(connection.send("GET /runs HTTP/1.1\r\n"));
  const std::string line = "X: " + std::string(1000, 'a') + "\r\n";
  int lines = 0;
  while (lines < 20'000 && connection.send(line)) ++lines;
  EXPECT_LT(lines, 20'000);  // 20 MB
}

TEST_F(ViewServerTest, AConnectionServesManyRequests) {
  const Connection connection(port());
  std::string requests;
  for (int i = 0; i < 50; ++i) requests += "GET /runs HTTP/1.1\r\n" + host() + token() + "\r\n";
  ASSERT_TRUE(connection.send(requests));
  connection.finish();
  const std::string answers = connection.receive(20);
  int count = 0;
  for (std::size_t at = 0; (at = answers.find("HTTP/1.1 200", at)) != std::string::npos; ++at) ++count;
  EXPECT_EQ(count, 50);
}

TEST_F(ViewServerTest, IdleConnectionsNeitherBlockOthersNorTheEnd) {
  std::vector<std::unique_ptr<Connection>> idle;
  for (int i = 0; i < 12; ++i) idle.push_back(std::make_unique<Connection>(port()));
  EXPECT_EQ(status_of(get("/runs")), 200);
  const auto begin = std::chrono::steady_clock::now();
  server_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8));
}

TEST_F(ViewServerTest, ABusyPortIsAnotherPort) {
  const auto second = ViewServer::start({.runs = {}, .port = port()});
  ASSERT_TRUE(second);
  EXPECT_NE((*second)->port(), port());
  EXPECT_GT((*second)->port(), 0);
  EXPECT_NE((*second)->token(), server_->token());
  EXPECT_EQ(status_of(get("/runs")), 200);
}

// 127.0.0.2 reaches this machine too, but not the one address that the server listens on.
TEST_F(ViewServerTest, NoOtherAddressIsListenedOn) {
  EXPECT_NO_THROW(Connection(port(), 0x7f000001));
  EXPECT_THROW(Connection(port(), 0x7f000002), std::runtime_error);
}

TEST_F(ViewServerTest, ThePageNeedsNoToken) {
  const std::string page = exchange(port(), "GET / HTTP/1.1\r\n" + host() + "\r\n");
  if (app::page_files().empty()) {
    EXPECT_EQ(status_of(page), 401);
    return;
  }
  EXPECT_EQ(status_of(page), 200);
  EXPECT_NE(body_of(page).find("viewer.js"), std::string::npos);
  EXPECT_EQ(page.find(server_->token()), std::string::npos);
  const std::string script = exchange(port(), "GET /viewer.js HTTP/1.1\r\n" + host() + "\r\n");
  EXPECT_EQ(header_of(script, "Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_GT(body_of(script).size(), 100'000U);
}

}  // namespace
}  // namespace muslin::view_server_test
