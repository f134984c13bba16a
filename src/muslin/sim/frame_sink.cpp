#include <muslin/sim/run_frames.hpp>

namespace muslin {

Status FrameSinks::begin(const RunStart& start) {
  for (FrameSink* sink : sinks_)
    if (Status status = sink->begin(start); !status) return status;
  return Done{};
}

Status FrameSinks::append(const RunFrame& frame) {
  for (FrameSink* sink : sinks_)
    if (Status status = sink->append(frame); !status) return status;
  return Done{};
}

Status FrameSinks::finish() {
  Status result = Done{};
  for (FrameSink* sink : sinks_)
    if (Status status = sink->finish(); !status && result) result = std::move(status);
  return result;
}

}  // namespace muslin
