#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <span>
#include <vector>

namespace muslin {

/// What a PC2 point cache says of itself. A cache is a header of 32 bytes ("POINTCACHE2" and a zero, then version = 1,
/// points, start, sample rate, samples in 32 bits each) and `samples` frames of `points` positions, three floats each;
/// all little-endian. Blender, Houdini, Maya and 3ds Max read it.
struct Pc2Header {
  std::int32_t points = 0;
  float start = 0.0F;        ///< frame of the first sample
  float sample_rate = 1.0F;  ///< frames from one sample to the next
  std::int32_t samples = 0;
};

/// Reads a point cache frame by frame. Any number of threads may read frames at once.
class Pc2Reader {
 public:
  /// Checks the header, and that the file is long enough for it. A longer one is fine: a run that is going on, or was
  /// killed, has frames behind those it has counted.
  [[nodiscard]] static Result<Pc2Reader> open(const std::filesystem::path& path);

  [[nodiscard]] const Pc2Header& header() const { return header_; }
  /// Positions of sample k, from 0 to samples - 1. An Error where the file has become shorter, or one is not finite.
  [[nodiscard]] Result<std::vector<Vec3>> read_frame(std::int32_t k) const;

 private:
  Pc2Reader(FileDescriptor file, std::filesystem::path path, const Pc2Header& header)
      : file_(std::move(file)), path_(std::move(path)), header_(header) {}

  FileDescriptor file_;
  std::filesystem::path path_;
  Pc2Header header_;
};

/// Writes a point cache, frame after frame, into its final place: whoever reads it in between sees all frames up to
/// the last flush(), and a run that is killed leaves a good file.
class Pc2Writer {
 public:
  /// Starts a new file with no samples; `header.samples` is not looked at.
  [[nodiscard]] static Result<Pc2Writer> create(const std::filesystem::path& path, const Pc2Header& header);
  /// Goes on with a file of which the first `samples` frames are kept, and the others are cut off.
  [[nodiscard]] static Result<Pc2Writer> resume(const std::filesystem::path& path, std::int32_t samples);

  Pc2Writer(Pc2Writer&&) = default;
  Pc2Writer& operator=(Pc2Writer&&) = delete;
  /// Flushes. Who wants to know whether that worked calls close().
  ~Pc2Writer();

  /// Appends a frame of header().points positions. An Error, and no frame, if one does not fit a float.
  [[nodiscard]] Status append(std::span<const Vec3> positions);
  /// Makes the header count the frames appended so far.
  [[nodiscard]] Status flush();
  [[nodiscard]] Status close();

  [[nodiscard]] const Pc2Header& header() const { return header_; }

 private:
  Pc2Writer(FileDescriptor file, std::filesystem::path path, const Pc2Header& header)
      : file_(std::move(file)), path_(std::move(path)), header_(header) {}

  FileDescriptor file_;
  std::filesystem::path path_;
  Pc2Header header_;  ///< `samples`: frames appended so far
};

}  // namespace muslin
