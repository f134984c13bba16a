#include "render_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace muslin::app {
namespace {

constexpr long kFirst = std::numeric_limits<long>::min(), kLast = std::numeric_limits<long>::max();

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_finite(std::string_view text) {
  const auto value = parse<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<FrameRange> parse_frame_range(std::string_view text) {
  if (text == "all") return FrameRange{kFirst, kLast, 1, true};
  if (text == "first") return FrameRange{kFirst, kFirst, 1, false};
  if (text == "last") return FrameRange{kLast, kLast, 1, false};
  FrameRange range;
  if (const std::size_t colon = text.find(':'); colon != text.npos) {
    const auto step = parse<long>(text.substr(colon + 1));
    if (!step || *step < 1) return std::nullopt;
    range.step = *step;
    range.skips_missing = true;
    text = text.substr(0, colon);
  }
  const std::size_t dash = text.find('-', 1);  // a leading one is a sign
  const auto first = parse<long>(text.substr(0, dash));
  const auto last = dash == text.npos ? first : parse<long>(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  if (dash == text.npos && range.skips_missing) return std::nullopt;  // "5:2" is not a range
  range.first = *first;
  range.last = *last;
  range.skips_missing = dash != text.npos;
  return range;
}

}  // namespace

std::optional<Vec3> parse_point(const std::string& text) {
  const auto parts = split(text, ',');
  if (parts.size() != 3) return std::nullopt;
  Vec3 point;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = parse_finite(parts[i]);
    if (!value || std::abs(*value) > 1e15) return std::nullopt;
    point[static_cast<Eigen::Index>(i)] = *value;
  }
  return point;
}

std::optional<ValueRange> parse_value_range(const std::string& text) {
  const auto parts = split(text, ',');
  if (parts.size() != 2) return std::nullopt;
  const auto low = parse_finite(parts[0]), high = parse_finite(parts[1]);
  if (!low || !high || !(*low < *high)) return std::nullopt;
  return ValueRange{*low, *high};
}

std::optional<PictureSize> parse_size(const std::string& text) {
  const auto parts = split(text, 'x');
  if (parts.size() != 2) return std::nullopt;
  const auto width = parse<int>(parts[0]), height = parse<int>(parts[1]);
  for (const auto& side : {width, height})
    if (!side || *side < kMinPictureSide || *side > kMaxPictureSide) return std::nullopt;
  return PictureSize{*width, *height};
}

std::optional<FrameList> parse_frames(const std::string& text) {
  FrameList list;
  for (const std::string_view part : split(text, ',')) {
    const auto range = parse_frame_range(part);
    if (!range) return std::nullopt;
    list.ranges.push_back(*range);
  }
  return list;
}

ChosenFrames choose_frames(const FrameList& list, const FrameSequence& sequence) {
  ChosenFrames chosen;
  const std::size_t count = sequence.size();
  const auto there_are = [&] {
    return count == 1 ? fmt::format("the only frame is {}", sequence.label(0))
                      : fmt::format("the frames are {} to {}", sequence.label(0), sequence.label(count - 1));
  };
  for (const FrameRange& range : list.ranges) {
    if (range.first == kFirst && range.last == kFirst) {
      chosen.frames.push_back(0);
      continue;
    }
    if (range.first == kLast) {
      chosen.frames.push_back(count - 1);
      continue;
    }
    const long start = range.first == kFirst ? sequence.label(0) : range.first;
    const std::size_t before = chosen.frames.size();
    for (std::size_t i = 0; i < count; ++i) {
      const long label = sequence.label(i);
      if (label >= start && label <= range.last && (label - start) % range.step == 0) chosen.frames.push_back(i);
    }
    if (chosen.frames.size() > before) continue;
    if (range.skips_missing) {
      chosen.problem = fmt::format("no frames from {} to {}; {}", range.first, range.last, there_are());
      return chosen;
    }
    std::size_t nearest = 0;
    const auto distance = [&](std::size_t i) { return std::abs(double(sequence.label(i)) - double(range.first)); };
    for (std::size_t i = 1; i < count; ++i)
      if (distance(i) < distance(nearest)) nearest = i;
    chosen.problem =
        fmt::format("no frame {}; the nearest is {}; {}", range.first, sequence.label(nearest), there_are());
    return chosen;
  }
  return chosen;
}

std::vector<std::size_t> evenly_spaced_frames(std::size_t frames, std::size_t max_count) {
  std::vector<std::size_t> chosen;
  if (frames <= max_count) {
    for (std::size_t i = 0; i < frames; ++i) chosen.push_back(i);
    return chosen;
  }
  for (std::size_t i = 0; i < max_count; ++i)
    chosen.push_back((i * (frames - 1) + (max_count - 1) / 2) / (max_count - 1));
  return chosen;
}

}  // namespace muslin::app
