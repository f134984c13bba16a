#include "bounded_stream.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace muslin::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// The header of a request of the page has about 700 bytes.
constexpr std::size_t kMaxRequest = 16384;
constexpr seconds kRequestTime{10};
/// A browser opens the connection that was closed again when it needs it.
constexpr seconds kIdleTime{15};
/// A page in a background tab may read slowly.
constexpr seconds kWriteTime{30};
/// Time after which a wait looks whether the server is to stop.
constexpr milliseconds kGlance{100};

}  // namespace

bool BoundedStream::await_request() {
  if (begin_ == end_ && !wait(POLLIN, Clock::now() + kIdleTime)) return false;
  bytes_left_ = kMaxRequest;
  deadline_ = Clock::now() + kRequestTime;
  return true;
}

bool BoundedStream::wait(short events, Clock::time_point deadline) const {
  while (!stopping_) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds(0)) return false;
    pollfd request{socket_, events, 0};
    const int ready = ::poll(&request, 1, static_cast<int>(std::min(left, kGlance).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

bool BoundedStream::is_readable() const { return begin_ != end_ || wait(POLLIN, deadline_); }

bool BoundedStream::is_writable() const { return wait(POLLOUT, Clock::now() + kWriteTime); }

ssize_t BoundedStream::read(char* bytes, std::size_t size) {
  if (bytes_left_ == 0) return -1;
  if (begin_ == end_) {
    if (!wait(POLLIN, deadline_)) return -1;
    const ssize_t received = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (received <= 0) return received;
    begin_ = 0;
    end_ = static_cast<std::size_t>(received);
  }
  const std::size_t count = std::min({size, end_ - begin_, bytes_left_});
  std::memcpy(bytes, buffer_.data() + begin_, count);
  begin_ += count;
  bytes_left_ -= count;
  return static_cast<ssize_t>(count);
}

ssize_t BoundedStream::write(const char* bytes, std::size_t size) {
  if (!is_writable()) return -1;
  return ::send(socket_, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Nobody asks for the addresses: both ends are on this machine.
void BoundedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip = "127.0.0.1";
  port = 0;
}
void BoundedStream::get_local_ip_and_port(std::string& ip, int& port) const { get_remote_ip_and_port(ip, port); }

}  // namespace muslin::app
