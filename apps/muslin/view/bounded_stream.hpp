#pragma once
#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>

namespace muslin::app {

/// A connection on which a request can be neither large nor slow. cpp-httplib 0.11 reads lines of any length, as many
/// as come, for as long as they come.
class BoundedStream final : public httplib::Stream {
 public:
  /// Waits end soon after `stopping` has become true. The socket is not closed at the end.
  BoundedStream(socket_t socket, const std::atomic<bool>& stopping) : socket_(socket), stopping_(stopping) {}

  /// Waits until a request begins, and allows it its share of bytes and time. Returns false if none came.
  [[nodiscard]] bool await_request();
  /// Allows the request that is being read this many more bytes, for its content.
  void allow(std::size_t content) { bytes_left_ += content; }

  [[nodiscard]] bool is_readable() const override;
  [[nodiscard]] bool is_writable() const override;
  ssize_t read(char* bytes, std::size_t size) override;
  ssize_t write(const char* bytes, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Waits until the socket is ready for the events of poll(2), but not beyond the deadline.
  [[nodiscard]] bool wait(short events, Clock::time_point deadline) const;

  socket_t socket_;
  const std::atomic<bool>& stopping_;
  std::size_t bytes_left_ = 0;  ///< that the request may still have
  Clock::time_point deadline_;  ///< by which it must be complete
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0, end_ = 0;  ///< what of the buffer was received but not read yet
};

}  // namespace muslin::app
