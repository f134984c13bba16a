#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <muslin/io/run/contacts_code.hpp>
#include <string>
#include <vector>

namespace muslin {

/// The part of a contacts file that is the same for all frames.
struct ContactsHeader {
  /// A patch of a sheet (Body::patches).
  struct RigidPatch {
    bool is_hybrid = false;         ///< it keeps its shape only nearly
    std::vector<VertexId> members;  ///< counted over all bodies in their order
  };
  std::int32_t vertices = 0;     ///< of all bodies
  std::int32_t frames = 0;       ///< that the file has room for, the start included
  double length_unit = 0x1p-20;  ///< [m] of which gaps and places are multiples
  std::vector<RigidPatch> patches;
};

/// Reads a contacts file (docs/run-folder.md), which may still be written.
class ContactsReader {
 public:
  /// Checks what precedes the frames, and that the file has all bytes of the frames that it lists.
  [[nodiscard]] static Result<ContactsReader> open(const std::filesystem::path& path);

  [[nodiscard]] const ContactsHeader& header() const { return header_; }
  /// Number of frames that are in the file.
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(ends_.size()) - 1; }
  /// Offset of the first byte after a number of frames.
  [[nodiscard]] std::int64_t end_of(std::int64_t frames) const { return ends_[static_cast<std::size_t>(frames)]; }
  /// Reads frame k, from 0 to size() - 1. The times of contacts are not in the file. It is an Error if the content
  /// makes no sense.
  [[nodiscard]] Result<ContactsFrame> read_frame(std::int64_t k) const;

 private:
  ContactsReader(FileDescriptor file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}

  FileDescriptor file_;
  std::filesystem::path path_;
  ContactsHeader header_;
  std::vector<std::int64_t> ends_;  ///< offset of the first frame, then of the end of each
};

/// Writes a contacts file frame by frame. A reader sees a frame once it is whole, and a killed run leaves a valid file.
class ContactsWriter {
 public:
  /// Starts a new file without frames.
  [[nodiscard]] static Result<ContactsWriter> create(const std::filesystem::path& path, const ContactsHeader& header);
  /// Continues a file: its first `frames` frames are kept and the others are removed. It is an Error if it has too few,
  /// or does not belong to the header.
  [[nodiscard]] static Result<ContactsWriter> resume(const std::filesystem::path& path, const ContactsHeader& header,
                                                     std::int64_t frames);

  /// Appends a frame. The file must have room for it.
  [[nodiscard]] Status append(const ContactsFrame& frame);

 private:
  ContactsWriter(FileDescriptor file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}
  [[nodiscard]] Status write(std::string_view bytes, std::int64_t offset);

  FileDescriptor file_;
  std::filesystem::path path_;
  double length_unit_ = 0.0;   ///< ContactsHeader::length_unit
  std::int64_t capacity_ = 0;  ///< frames that the file has room for
  std::int64_t size_ = 0;      ///< frames written
  std::int64_t end_ = 0;       ///< offset of the next frame
};

}  // namespace muslin
