#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/render/colour_map.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin::app {

/// Words of the command line of `muslin render`; each function gives nothing if the text is not of its form.

/// "1,2.5,-3"
[[nodiscard]] std::optional<Vec3> parse_point(const std::string& text);

/// "0,0.1", the first less than the second.
[[nodiscard]] std::optional<ValueRange> parse_value_range(const std::string& text);

/// "640x480", each side from kMinPictureSide to kMaxPictureSide.
struct PictureSize {
  int width = 0;
  int height = 0;
};
inline constexpr int kMinPictureSide = 16;
inline constexpr int kMaxPictureSide = 8192;
[[nodiscard]] std::optional<PictureSize> parse_size(const std::string& text);

/// Some frames of a sequence by their labels: "12", "0,10,20", "0-60:10", "first", "last", "all", or several of these
/// with commas.
struct FrameRange {
  long first = 0;
  long last = 0;
  long step = 1;
  bool skips_missing = false;  ///< a range takes what there is, a number must be there
};
struct FrameList {
  std::vector<FrameRange> ranges;
};
[[nodiscard]] std::optional<FrameList> parse_frames(const std::string& text);

/// The frames of the list, in its order; or, in `problem`, what is wrong with it.
struct ChosenFrames {
  std::vector<std::size_t> frames;
  std::string problem;
};
[[nodiscard]] ChosenFrames choose_frames(const FrameList& list, const FrameSequence& sequence);

/// So many frames evenly spread, the first and the last among them; all if there are fewer.
[[nodiscard]] std::vector<std::size_t> evenly_spaced_frames(std::size_t frames, std::size_t max_count);

}  // namespace muslin::app
