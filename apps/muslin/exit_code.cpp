#include "exit_code.hpp"

#include <fmt/format.h>

namespace muslin::app {

ExitCode refuse(const std::string& why) {
  fmt::print(stderr, "muslin: error: {}\n", why);
  return kCommandLine;
}

ExitCode report(const Error& error) {
  fmt::print(stderr, "muslin: error: {}\n", error.message());
  switch (error.kind) {
    case Error::Kind::invalid_scene:
      return kSceneInvalid;
    case Error::Kind::unreadable_file:
      return kFileUnreadable;
    case Error::Kind::disk:
      return kDiskOrMemory;
    case Error::Kind::start_intersects:
      return kStartIntersects;
    case Error::Kind::invalid_request:
      return kCommandLine;
  }
  return kInternalError;
}

}  // namespace muslin::app
