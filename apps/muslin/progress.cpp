#include "progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <muslin/core/report_rows.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <string_view>

#include "text_output.hpp"

namespace muslin::app {
namespace {

constexpr double kNewestFrameWeight = 0.2;  ///< weight of the newest frame in the estimate
constexpr int kBarWidth = 24;

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool environment_has(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

/// Describes events that should be rare; empty if none occurred.
std::string warnings_text(const FrameProgress& p, const char* separator) {
  std::string text;
  if (const std::string rungs = rungs_text(p.rungs); !rungs.empty()) text += separator + rungs;
  if (p.lag > 0.0) text += fmt::format("{}lag {:.2g} mm", separator, 1000.0 * p.lag);
  return text;
}

}  // namespace

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds > 0.0 && seconds < 0.0995) return fmt::format("{:.2g} ms", 1e3 * seconds);
  if (seconds < 9.995) return fmt::format("{:.2f} s", std::max(seconds, 0.0));
  const auto whole = static_cast<long long>(std::min(std::round(seconds), 1e15));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string rungs_text(const Rungs& rungs) {
  std::string text;
  const auto add = [&](int count, const char* singular, const char* plural) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, count == 1 ? singular : plural);
  };
  add(rungs.rigid_zones, "rigid zone", "rigid zones");
  add(rungs.halvings, "halving", "halvings");
  add(rungs.priorities, "priority", "priorities");
  add(rungs.yields, "yield", "yields");
  add(rungs.stops, "stop", "stops");
  add(rungs.retries, "retry", "retries");
  return text;
}

std::string plain_line(const FrameProgress& p) {
  return fmt::format("frame {} of {}: {}, {} left, {} contacts, strain {:.1f} %, {} solver iterations{}", p.frame,
                     p.last_frame, duration_text(p.seconds), duration_text(p.seconds_left), p.contacts,
                     100.0 * p.max_strain, p.solver_iterations, warnings_text(p, "; "));
}

std::string json_line(const FrameProgress& p) {
  JsonWriter json({.many_lines = false, .marks_reals = false});
  json.begin_object();
  json.member("frame", p.frame);
  json.member("last_frame", p.last_frame);
  json.member("frames_done", p.done);
  json.member("frames", p.planned);
  json.member("seconds", p.seconds);
  json.member("seconds_left", p.seconds_left);
  json.member("contacts", p.contacts);
  json.member("max_strain", p.max_strain);
  json.member("solver_iterations", p.solver_iterations);
  json.key("rungs");
  json.begin_object();
  for (const ReportRow& rung : rows_of(p.rungs))
    json.member(rung.path, static_cast<std::int64_t>(rung.value.value_or(0)));
  json.end_object();
  json.member("lag", p.lag);
  json.end_object();
  return json.take();
}

std::string bar_line(const FrameProgress& p, const BarOptions& options) {
  const double share = p.planned > 0 ? static_cast<double>(p.done) / static_cast<double>(p.planned) : 1.0;
  const int filled = std::clamp(static_cast<int>(share * kBarWidth), 0, kBarWidth);
  const std::string bar = std::string(static_cast<std::size_t>(filled), '#') +
                          std::string(static_cast<std::size_t>(kBarWidth - filled), '-');
  std::string line = fmt::format("{} frame {}/{}  {}/frame  {} left  contacts {}  strain {:.1f} %{}", bar, p.frame,
                                 p.last_frame, duration_text(p.seconds), duration_text(p.seconds_left), p.contacts,
                                 100.0 * p.max_strain, warnings_text(p, "  "));
  // A line as wide as the terminal would wrap and could not be erased.
  line.resize(std::min(line.size(), static_cast<std::size_t>(std::max(options.width - 1, 0))));
  if (options.color) {
    const std::size_t colored = std::min(line.size(), static_cast<std::size_t>(filled));
    line = fmt::format("\x1b[32m{}\x1b[0m{}", line.substr(0, colored), line.substr(colored));
  }
  return line;
}

void TimeEstimate::add(double seconds) {
  mean_ = mean_ ? (1.0 - kNewestFrameWeight) * *mean_ + kNewestFrameWeight * seconds : seconds;
}

ProgressStyle default_style(std::FILE* stream) {
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return ::isatty(::fileno(stream)) != 0 && !is_dumb ? ProgressStyle::bar : ProgressStyle::plain;
}

void Progress::show(const FrameProgress& progress) {
  switch (style_) {
    case ProgressStyle::bar:
      put(fmt::format("\r{}\x1b[K",
                      bar_line(progress, {.width = terminal_width(stream_), .color = !environment_has("NO_COLOR")})));
      bar_is_shown_ = true;
      break;
    case ProgressStyle::plain:
      put(plain_line(progress) + "\n");
      break;
    case ProgressStyle::json:
      put(json_line(progress) + "\n");
      break;
    case ProgressStyle::none:
      break;
  }
}

void Progress::say(const std::string& message) {
  clear();
  put(escaped(message) + "\n");
}

void Progress::clear() {
  if (!bar_is_shown_) return;
  put("\r\x1b[K");
  bar_is_shown_ = false;
}

void Progress::put(const std::string& text) {
  app::put(stream_, text);
  std::fflush(stream_);
}

}  // namespace muslin::app
