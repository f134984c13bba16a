#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace muslin::view_test {

/// Sends bytes to a port of this machine, ends its side of the connection, and returns what comes back until the other
/// side ends. Tests write requests themselves, because no client would send the ones that must be refused.
[[nodiscard]] std::string exchange(int port, std::string_view request);

/// Asks for a path with everything that a good request has, and further headers.
[[nodiscard]] std::string get(int port, const std::string& token, const std::string& path,
                              const std::string& headers = {});

/// Sends JSON to a path with everything that a good request has, and further headers.
[[nodiscard]] std::string post(int port, const std::string& token, const std::string& path, const std::string& json,
                               const std::string& headers = {});

/// Parts of an answer: its status, 0 if it is none; its content; and one of its headers, empty if it is missing.
/// @{
[[nodiscard]] int status_of(const std::string& answer);
[[nodiscard]] std::string body_of(const std::string& answer);
[[nodiscard]] std::string header_of(const std::string& answer, const std::string& name);
/// @}

/// A connection that stays open.
class Connection {
 public:
  /// Connects to a port of an address, by default 127.0.0.1. Throws if nobody listens there.
  explicit Connection(int port, std::uint32_t host = 0x7f000001);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Sends as much as the other side takes; returns false once it has closed the connection.
  bool send(std::string_view bytes) const;
  /// Ends this side of the connection.
  void finish() const;
  /// Returns what comes until the other side ends or is silent for some seconds.
  [[nodiscard]] std::string receive(double silence_seconds) const;

 private:
  int socket_;
};

}  // namespace muslin::view_test
