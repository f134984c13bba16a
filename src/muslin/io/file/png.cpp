#include <cstdlib>
#include <memory>
#include <muslin/core/assert.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/file/png.hpp>
#include <new>

// The functions are static, so that a program with its own copy of stb can link this library. Only the encoder to
// memory is used.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace muslin {

std::string encode_png(const Image& image) {
  static_assert(sizeof(Rgb) == 3);
  MUSLIN_ASSERT(image.width() > 0 && image.height() > 0);
  int length = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> bytes(
      stbi_write_png_to_mem(reinterpret_cast<const unsigned char*>(image.pixels().data()), 3 * image.width(),
                            image.width(), image.height(), 3, &length),
      std::free);
  if (!bytes) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(length)};
}

Status write_png(const std::filesystem::path& path, const Image& image) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  file->write(encode_png(image));
  return file->commit();
}

}  // namespace muslin
