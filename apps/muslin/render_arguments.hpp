#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/render/colour.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin::app {

/// Parsers for arguments of `muslin render`. Each function returns no value if the text does not have the required
/// form.

/// Parses a point: "1,2.5,-3".
[[nodiscard]] std::optional<Vec3> parse_point(const std::string& text);

/// Parses a range: "0,0.1". The first value must be less than the second.
[[nodiscard]] std::optional<ValueRange> parse_value_range(const std::string& text);

/// Size of a picture, "640x480"; each side is from kMinPictureSide to kMaxPictureSide [pixels].
struct PictureSize {
  int width = 0;
  int height = 0;
};
inline constexpr int kMinPictureSide = 16;
inline constexpr int kMaxPictureSide = 8192;
[[nodiscard]] std::optional<PictureSize> parse_size(const std::string& text);

/// A selection of frames of a sequence by their labels: "12", "0,10,20", "0-60:10", "first", "last", "all", or several
/// of these separated by commas.
struct FrameRange {
  long first = 0;
  long last = 0;
  long step = 1;
  bool skips_missing = false;  ///< true for a range, which selects the existing frames; a single number must exist
};
/// A list of frame ranges in the order of the command line.
struct FrameList {
  std::vector<FrameRange> ranges;
};
[[nodiscard]] std::optional<FrameList> parse_frames(const std::string& text);

/// The frames of a list in its order, or a description of its error in `problem`.
struct ChosenFrames {
  std::vector<std::size_t> frames;
  std::string problem;
};
[[nodiscard]] ChosenFrames choose_frames(const FrameList& list, const FrameSequence& sequence);

/// Returns at most `max_count` frames, evenly spaced and including the first and the last; all frames if there are
/// fewer.
[[nodiscard]] std::vector<std::size_t> evenly_spaced_frames(std::size_t frames, std::size_t max_count);

}  // namespace muslin::app
