#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Header of a PC2 point cache. A cache consists of a header of 32 bytes ("POINTCACHE2" and a zero byte, then version =
/// 1, points, start, sample rate and samples in 32 bits each) and `samples` frames of `points` positions with three
/// floats each; everything is little-endian. Blender, Houdini, Maya and 3ds Max read this format.
struct Pc2Header {
  std::int32_t points = 0;
  float start = 0.0F;        ///< frame of the first sample
  float sample_rate = 1.0F;  ///< frames between consecutive samples
  std::int32_t samples = 0;
};

/// Reads a point cache frame by frame. Several threads may read frames at the same time.
class Pc2Reader {
 public:
  /// Checks the header, and that the file is long enough for it. A longer file is accepted: a run in progress, or a
  /// killed one, has frames after those that its header counts.
  [[nodiscard]] static Result<Pc2Reader> open(const std::filesystem::path& path);

  [[nodiscard]] const Pc2Header& header() const { return header_; }
  /// Reads the positions of sample k, from 0 to samples - 1. It is an Error if the file has become shorter or a
  /// position is not finite.
  [[nodiscard]] Result<std::vector<Vec3>> read_frame(std::int32_t k) const;

 private:
  Pc2Reader(FileDescriptor file, std::filesystem::path path, const Pc2Header& header)
      : file_(std::move(file)), path_(std::move(path)), header_(header) {}

  FileDescriptor file_;
  std::filesystem::path path_;
  Pc2Header header_;
};

/// Writes a point cache frame by frame, directly under its final name. A concurrent reader sees all frames up to the
/// last flush(), and a killed run leaves a valid file.
class Pc2Writer {
 public:
  /// Starts a new file without samples; `header.samples` is ignored.
  [[nodiscard]] static Result<Pc2Writer> create(const std::filesystem::path& path, const Pc2Header& header);
  /// Continues a file: its first `samples` frames are kept and the others are cut off.
  [[nodiscard]] static Result<Pc2Writer> resume(const std::filesystem::path& path, std::int32_t samples);

  Pc2Writer(Pc2Writer&&) = default;
  Pc2Writer& operator=(Pc2Writer&&) = delete;
  /// Flushes. Call close() to learn whether that succeeded.
  ~Pc2Writer();

  /// Appends a frame of header().points positions. If a position does not fit a float, this is an Error and no frame is
  /// written.
  [[nodiscard]] Status append(std::span<const Vec3> positions);
  /// Updates the header so that it counts the frames appended so far.
  [[nodiscard]] Status flush();
  [[nodiscard]] Status close();

  [[nodiscard]] const Pc2Header& header() const { return header_; }

 private:
  Pc2Writer(FileDescriptor file, std::filesystem::path path, const Pc2Header& header)
      : file_(std::move(file)), path_(std::move(path)), header_(header) {}

  FileDescriptor file_;
  std::filesystem::path path_;
  Pc2Header header_;  ///< `samples` is the number of frames appended so far
};

}  // namespace muslin
