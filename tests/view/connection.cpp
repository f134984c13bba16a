#include "connection.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace muslin::view_test {

Connection::Connection(int port, std::uint32_t host) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(host);
  sockaddr general{};
  static_assert(sizeof general == sizeof address);
  __builtin_memcpy(&general, &address, sizeof general);
  if (::connect(socket_, &general, sizeof general) != 0) throw std::runtime_error("nobody listens");
}

Connection::~Connection() { ::close(socket_); }

bool Connection::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void Connection::finish() const { ::shutdown(socket_, SHUT_WR); }

std::string Connection::receive(double silence_seconds) const {
  std::string text;
  std::array<char, 65536> buffer{};
  pollfd request{socket_, POLLIN, 0};
  while (::poll(&request, 1, static_cast<int>(1000 * silence_seconds)) > 0) {
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

std::string exchange(int port, std::string_view request) {
  const Connection connection(port);
  static_cast<void>(connection.send(request));
  connection.finish();
  return connection.receive(20);
}

std::string get(int port, const std::string& token, const std::string& path, const std::string& headers) {
  return view_test::exchange(port, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                                       "\r\nAuthorization: Bearer " + token + "\r\n" + headers + "\r\n");
}

std::string post(int port, const std::string& token, const std::string& path, const std::string& json,
                 const std::string& headers) {
  return view_test::exchange(
      port, "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\nAuthorization: Bearer " +
                token + "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(json.size()) +
                "\r\n" + headers + "\r\n" + json);
}

int status_of(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}

std::string body_of(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

std::string header_of(const std::string& answer, const std::string& name) {
  const std::size_t place = answer.find("\r\n" + name + ": ");
  if (place == std::string::npos) return "";
  const std::size_t begin = place + name.size() + 4;
  return answer.substr(begin, answer.find("\r\n", begin) - begin);
}

}  // namespace muslin::view_test
