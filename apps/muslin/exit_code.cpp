#include "exit_code.hpp"

#include <fmt/format.h>

#include "text_output.hpp"

namespace muslin::app {

ExitCode refuse(const std::string& why) {
  write_err("muslin: error: {}\n", escaped(why));
  return kCommandLine;
}

void warn(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) write_err("muslin: warning: {}\n", escaped(warning));
}

ExitCode report(const Error& error) {
  write_err("muslin: error: {}\n", escaped(error.message()));
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
