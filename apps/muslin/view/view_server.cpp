#include "view_server.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <muslin/io/json/json_writer.hpp>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "bounded_stream.hpp"
#include "front_page.hpp"
#include "page.hpp"
#include "request_rules.hpp"
#include "run_files.hpp"
#include "workshop.hpp"

namespace muslin::app {
namespace {

constexpr const char* kOnlyThisMachine = "127.0.0.1";
/// A browser keeps six connections for each of its pages.
constexpr std::size_t kConnections = 24;
/// Ports to try after the one asked for, before any other is taken.
constexpr int kNeighbouringPorts = 10;
/// Bytes of a file that are read at once.
constexpr std::size_t kPieceSize = 262144;
/// Bytes of an edited scene. Large meshes are files of their own.
constexpr std::size_t kMaxContent = 1U << 20U;

/// The page runs its own scripts and talks to this server; nothing else can be part of it, and nobody can frame it.
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses a request. Returns true: it is answered.
bool refuse_request(httplib::Response& response, int status, const char* why) {
  response.status = status;
  response.set_content(fmt::format("{}\n", why), "text/plain; charset=utf-8");
  return true;
}

const char* page_content_type(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  return "text/html; charset=utf-8";
}

/// Sends the bytes of a file piece by piece. A file that has become shorter ends the connection.
void send_file(const std::shared_ptr<RunFile>& file, const ByteRange& range, httplib::Response& response) {
  const std::uint64_t begin = range.begin;
  response.set_content_provider(range.end - begin, file->content_type,
                                [file, begin](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                                  std::vector<char> piece(std::min(length, kPieceSize));
                                  const ssize_t count = ::pread(file->descriptor.get(), piece.data(), piece.size(),
                                                                static_cast<off_t>(begin + offset));
                                  return count > 0 && sink.write(piece.data(), static_cast<std::size_t>(count));
                                });
}

/// Binds to the port asked for, a neighbour, or any: returns the port, or a negative number if there is none.
int bind_somewhere(httplib::Server& server, int wanted) {
  const int last = std::min(wanted + kNeighbouringPorts, 65535);
  for (int port = wanted; port > 0 && port <= last; ++port)
    if (server.bind_to_port(kOnlyThisMachine, port)) return port;
  return server.bind_to_any_port(kOnlyThisMachine);
}

}  // namespace

class ViewServer::Implementation final : public httplib::Server {
 public:
  explicit Implementation(ViewServerOptions options)
      : opened_(std::move(options.runs)), runs_(opened_), token_(make_token()) {
    if (options.front) {
      front_ = std::make_unique<FrontPage>(options.front->scenes, std::move(options.front->current), runs_);
      workshop_ = std::make_unique<Workshop>(*front_, runs_, std::move(options.front->program));
    }
    new_task_queue = [] { return new httplib::ThreadPool(kConnections); };
    // The default of the library would let two servers share a port.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_tcp_nodelay(true);
    set_payload_max_length(kMaxContent);
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      return answer(request, response) ? HandlerResponse::Handled : HandlerResponse::Unhandled;
    });
    // What comes here has passed answer(), and its content has been read since.
    Post(".*", [this](const httplib::Request& request, httplib::Response& response) { act(request, response); });
  }

  ~Implementation() override {
    stopping_ = true;
    stop();
    if (thread_.joinable()) thread_.join();
  }

  /// Begins to serve. Returns false if no port can be had.
  bool start(int wanted_port) {
    port_ = bind_somewhere(*this, wanted_port);
    if (port_ <= 0) return false;
    thread_ = std::thread([this] { listen_after_bind(); });
    while (!is_running()) std::this_thread::yield();  // stop() has no effect before that
    return true;
  }

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] const std::string& token() const { return token_; }

 private:
  bool process_and_close_socket(socket_t socket) override {
    BoundedStream stream(socket, stopping_);
    bool is_closed = false;
    while (!is_closed && stream.await_request()) {
      bool is_request = false, has_body = false;
      const auto prepare = [&](httplib::Request& request) {
        is_request = true;
        has_body = request.has_header("Content-Length") || request.has_header("Transfer-Encoding");
        // Nothing of it is read before answer() has found the request to be allowed.
        if (const auto length = content_length_of(request)) stream.allow(static_cast<std::size_t>(*length));
        request.headers.erase("Accept-Encoding");  // on this machine, compression takes longer than it saves
        request.ranges.clear();                    // answer() reads the header, since files grow
      };
      if (!process_request(stream, false, is_closed, prepare)) break;
      if (!is_request || has_body) break;  // what was not read is not the next request
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return true;
  }

  /// Answers a request, or returns false for one that is allowed to send content and to change something.
  bool answer(const httplib::Request& request, httplib::Response& response) const {
    response.set_header("Content-Security-Policy", kContentPolicy);
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
    response.set_header("Cache-Control", "no-store");
    if (request.get_header_value_count("Host") != 1 || !is_own_host(request.get_header_value("Host"), port_))
      return refuse_request(response, 403, "this server answers only to its own address");
    if (request.has_header("Origin") && !is_own_origin(request.get_header_value("Origin"), port_))
      return refuse_request(response, 403, "this server answers only to its own page");
    if (request.method == "POST" && workshop_) return !is_allowed_to_act(request, response);
    if (request.has_header("Content-Length") || request.has_header("Transfer-Encoding"))
      return refuse_request(response, 400, "a request has no content here");
    if (request.method != "GET" && request.method != "HEAD") {
      response.set_header("Allow", "GET, HEAD");
      return refuse_request(response, 405, "this server only shows");
    }
    if (send_page(request.path, response)) return true;
    if (!has_token(request.get_header_value("Authorization"), token_))
      return refuse_request(response, 401, "the token of the address is missing");
    if (request.path == "/runs")
      send_list(response);
    else if (!front_ || !send_front(request, response))
      send_run_file(request, response);
    return true;
  }

  /// Returns the length of the content of a request that may have some, if it is small enough.
  static std::optional<std::uint64_t> content_length_of(const httplib::Request& request) {
    if (request.method != "POST" || request.get_header_value_count("Content-Length") != 1) return std::nullopt;
    const auto length = parse_length(request.get_header_value("Content-Length"));
    return length && *length <= kMaxContent ? length : std::nullopt;
  }

  /// Refuses a request that must not change anything.
  bool is_allowed_to_act(const httplib::Request& request, httplib::Response& response) const {
    if (!has_token(request.get_header_value("Authorization"), token_))
      return !refuse_request(response, 401, "the token of the address is missing");
    if (request.has_header("Transfer-Encoding") || !content_length_of(request))
      return !refuse_request(response, 413, "the content of a request states its length, and is not large");
    if (request.get_header_value("Content-Type") != "application/json")
      return !refuse_request(response, 415, "the content of a request is JSON");
    return true;
  }

  /// Does what a request with content asks for.
  void act(const httplib::Request& request, httplib::Response& response) {
    constexpr std::string_view runs = "/runs/", stop = "/stop";
    std::string_view path = request.path;
    int status = 0;
    if (path == "/check" || path == "/start") {
      const std::string text =
          path == "/check" ? workshop_->check(request.body, status) : workshop_->start(request.body, status);
      response.status = status;
      return response.set_content(text, "application/json");
    }
    if (path.starts_with(runs) && path.ends_with(stop) && path.size() > runs.size() + stop.size()) {
      path.remove_prefix(runs.size());
      path.remove_suffix(stop.size());
      if (!workshop_->stop(path)) {
        refuse_request(response, 409, "no such run that was started here is under way");
        return;
      }
      response.status = 200;
      return response.set_content("{}", "application/json");
    }
    refuse_request(response, 404, "there is no such thing to do");
  }

  /// Sends a file of the page. Returns false if it has no such file.
  static bool send_page(std::string_view path, httplib::Response& response) {
    const std::string_view name = path == "/" ? std::string_view("index.html") : path.substr(1);
    const auto files = page_files();
    const auto file = std::find_if(files.begin(), files.end(), [&](const PageFile& each) { return each.name == name; });
    if (file == files.end()) return false;
    response.status = 200;
    response.set_content(file->content.data(), file->content.size(), page_content_type(name));
    return true;
  }

  /// Sends the runs that the server was begun for.
  void send_list(httplib::Response& response) const {
    JsonWriter list(JsonWriter::Style{});
    list.begin_list();
    for (std::size_t i = 0; i < opened_.size(); ++i) {
      list.begin_object();
      list.member("id", std::to_string(i));
      list.member("name", opened_[i].name);
      list.end_object();
    }
    list.end_list();
    response.status = 200;
    response.set_content(list.take(), "application/json");
  }

  static bool send_text(const std::string& json, httplib::Response& response) {
    response.status = 200;
    response.set_content(json, "application/json");
    return true;
  }

  /// Sends a part of the front page. Returns false if the path is none.
  bool send_front(const httplib::Request& request, httplib::Response& response) const {
    constexpr std::string_view scenes = "/scenes/", runs = "/runs/", picture = "/picture";
    std::string_view path = request.path;
    if (path == "/front") return send_text(front_->describe(), response);
    if (path == "/started") return send_text(workshop_->describe(), response);
    if (path == "/schema") return send_text(Workshop::schema(), response);
    for (const std::string_view part : {std::string_view("/text"), std::string_view("/resolved")}) {
      if (!path.starts_with(scenes) || !path.ends_with(part) || path.size() < scenes.size() + part.size()) continue;
      const std::string_view number = path.substr(scenes.size(), path.size() - scenes.size() - part.size());
      const auto text = part == "/text" ? workshop_->text_of_scene(number) : workshop_->resolve_scene(number);
      if (!text) return refuse_request(response, 404, "there is no such scene");
      return send_text(*text, response);
    }
    if (!path.ends_with(picture)) return false;
    path.remove_suffix(picture.size());
    std::optional<Thumbnail> drawn;
    if (path.starts_with(scenes)) drawn = front_->picture_of_scene(path.substr(scenes.size()));
    if (path.starts_with(runs)) drawn = front_->picture_of_run(path.substr(runs.size()));
    if (!drawn) return refuse_request(response, 404, "there is no such picture");
    response.set_header("ETag", drawn->tag);
    response.status = request.get_header_value("If-None-Match") == drawn->tag ? 304 : 200;
    if (response.status == 200) response.set_content(*drawn->png, "image/png");
    return true;
  }

  void send_run_file(const httplib::Request& request, httplib::Response& response) const {
    const auto file = find_file(request.path);
    if (!file) {
      refuse_request(response, 404, "there is no such file");
      return;
    }
    response.set_header("ETag", file->tag);
    response.set_header("Accept-Ranges", "bytes");
    if (request.get_header_value("If-None-Match") == file->tag) {
      response.status = 304;
      return;
    }
    ByteRange range{0, file->size};
    response.status = 200;
    if (request.has_header("Range")) {
      const auto asked = parse_range(request.get_header_value("Range"), file->size);
      if (!asked) {
        response.set_header("Content-Range", fmt::format("bytes */{}", file->size));
        refuse_request(response, 416, "the file has no such bytes");
        return;
      }
      range = *asked;
      response.status = 206;
      response.set_header("Content-Range", fmt::format("bytes {}-{}/{}", range.begin, range.end - 1, file->size));
    }
    if (range.begin == range.end)
      response.set_content("", file->content_type);
    else
      send_file(file, range, response);
  }

  /// Opens the file that a path such as /runs/0/flag.pc2 names.
  [[nodiscard]] std::shared_ptr<RunFile> find_file(std::string_view path) const {
    constexpr std::string_view folder = "/runs/";
    if (!path.starts_with(folder)) return nullptr;
    path.remove_prefix(folder.size());
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return nullptr;
    const auto run = runs_.find(path.substr(0, slash));
    if (!run) return nullptr;
    auto file = open_run_file(run->folder, path.substr(slash + 1));
    return file ? std::make_shared<RunFile>(std::move(*file)) : nullptr;
  }

  const std::vector<ServedRun> opened_;
  RunList runs_;  ///< the opened ones, and what the front page has found
  std::unique_ptr<FrontPage> front_;
  std::unique_ptr<Workshop> workshop_;
  std::string token_;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

ViewServer::ViewServer(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
ViewServer::~ViewServer() = default;

Result<std::unique_ptr<ViewServer>> ViewServer::start(const ViewServerOptions& options) {
  auto implementation = std::make_unique<Implementation>(options);
  if (!implementation->start(options.port))
    return Error{Error::Kind::invalid_request, "viewer", "no port of 127.0.0.1 can be listened on", {}};
  return std::unique_ptr<ViewServer>(new ViewServer(std::move(implementation)));
}

int ViewServer::port() const { return implementation_->port(); }
const std::string& ViewServer::token() const { return implementation_->token(); }
std::string ViewServer::address() const { return fmt::format("http://{}:{}/#{}", kOnlyThisMachine, port(), token()); }

}  // namespace muslin::app
