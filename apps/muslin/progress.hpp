#pragma once
#include <cstdint>
#include <cstdio>
#include <muslin/response/collision_report.hpp>
#include <optional>
#include <string>

namespace muslin::app {

/// How progress is shown: as a bar, as plain lines, as JSON lines, or not at all.
enum class ProgressStyle { bar, plain, json, none };

/// A finished frame and the remaining work.
struct FrameProgress {
  std::int64_t frame = 0;       ///< number of the frame
  std::int64_t last_frame = 0;  ///< number of the last frame
  std::int64_t done = 0;        ///< frames simulated so far, including this one
  std::int64_t planned = 0;
  double seconds = 0.0;  ///< duration of this frame [s]
  double seconds_left = 0.0;
  std::int64_t contacts = 0;  ///< sum over its steps
  double max_strain = 0.0;
  std::int64_t solver_iterations = 0;
  Rungs rungs = {};  ///< sums over its steps
  double lag = 0.0;  ///< lag of scripted vertices at its end [m]
};

/// Formats a duration: "0.42 s", "37 s", "3 min 20 s", "2 h 05 min".
[[nodiscard]] std::string duration_text(double seconds);
/// Lists the rungs of the ladder below the response that were used: "5 rigid zones, 1 halving"; empty if there were
/// none.
[[nodiscard]] std::string rungs_text(const Rungs& rungs);
/// Formats a line such as
///   "frame 13 of 101: 0.42 s, 37 s left, 1520 contacts, strain 3.2 %, 210 solver iterations",
/// followed, if there are any rungs or lag, by
///   "; 5 rigid zones, 1 halving; lag 3.1 mm".
[[nodiscard]] std::string plain_line(const FrameProgress& progress);
/// Formats the progress as one JSON object.
[[nodiscard]] std::string json_line(const FrameProgress& progress);
/// Options of bar_line().
struct BarOptions {
  int width = 80;  ///< columns of the terminal; the line is shorter than this
  bool color = true;
};
[[nodiscard]] std::string bar_line(const FrameProgress& progress, const BarOptions& options);

/// Estimates the duration of the remaining frames; recent frames have the largest weight.
class TimeEstimate {
 public:
  void add(double seconds);
  [[nodiscard]] double seconds_per_frame() const { return mean_.value_or(0.0); }

 private:
  std::optional<double> mean_;
};

/// Returns the style that suits a stream: a bar on a terminal, otherwise plain lines.
[[nodiscard]] ProgressStyle default_style(std::FILE* stream);

/// Shows the progress of frames. Write errors of the stream are ignored, because a closed stream is no reason to end a
/// run.
class Progress {
 public:
  Progress(ProgressStyle style, std::FILE* stream) : style_(style), stream_(stream) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const FrameProgress& progress);
  /// Prints a message on its own line.
  void say(const std::string& message);
  /// Removes the bar, so that other output can be printed.
  void clear();

 private:
  void put(const std::string& text);

  ProgressStyle style_;
  std::FILE* stream_;
  bool bar_is_shown_ = false;
};

}  // namespace muslin::app
