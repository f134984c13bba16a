#pragma once
#include <cstdint>
#include <cstdio>
#include <muslin/response/collision_report.hpp>
#include <optional>
#include <string>

namespace muslin::app {

enum class ProgressStyle { bar, plain, json, none };

/// A frame that was finished, and what is still to come.
struct FrameProgress {
  std::int64_t frame = 0;       ///< its number
  std::int64_t last_frame = 0;  ///< number of the last one
  std::int64_t done = 0;        ///< frames simulated so far, this one included
  std::int64_t planned = 0;
  double seconds = 0.0;  ///< that this one took
  double seconds_left = 0.0;
  std::int64_t contacts = 0;  ///< over its steps
  double max_strain = 0.0;
  std::int64_t solver_iterations = 0;
  Rungs rungs = {};  ///< over its steps
  double lag = 0.0;  ///< of scripted vertices at its end [m]
};

/// "0.42 s", "37 s", "3 min 20 s", "2 h 05 min".
[[nodiscard]] std::string duration_text(double seconds);
/// "5 rigid zones, 1 halving": the rungs of the ladder below the response; empty if none was taken.
[[nodiscard]] std::string rungs_text(const Rungs& rungs);
/// "frame 13 of 101: 0.42 s, 37 s left, 1520 contacts, strain 3.2 %, 210 solver iterations", and, only if there are
/// any,
/// "; 5 rigid zones, 1 halving; lag 3.1 mm"
[[nodiscard]] std::string plain_line(const FrameProgress& progress);
/// One JSON object.
[[nodiscard]] std::string json_line(const FrameProgress& progress);
struct BarOptions {
  int width = 80;  ///< columns of the terminal; the line is shorter
  bool color = true;
};
[[nodiscard]] std::string bar_line(const FrameProgress& progress, const BarOptions& options);

/// Guesses how long the frames to come will take: the latest ones count most.
class TimeEstimate {
 public:
  void add(double seconds);
  [[nodiscard]] double seconds_per_frame() const { return mean_.value_or(0.0); }

 private:
  std::optional<double> mean_;
};

/// The style that suits a stream: a bar on a terminal, else lines.
[[nodiscard]] ProgressStyle default_style(std::FILE* stream);

/// Shows frames as they come. A stream that nobody can write to any more is no reason to end a run: its errors are
/// ignored.
class Progress {
 public:
  Progress(ProgressStyle style, std::FILE* stream) : style_(style), stream_(stream) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const FrameProgress& progress);
  /// Prints a line.
  void say(const std::string& message);
  /// Takes the bar away, so that something else can be printed.
  void clear();

 private:
  void put(const std::string& text);

  ProgressStyle style_;
  std::FILE* stream_;
  bool bar_is_shown_ = false;
};

}  // namespace muslin::app
