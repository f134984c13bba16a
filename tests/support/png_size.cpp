#include <muslin/io/file/whole_file.hpp>
#include <tests/support/png_size.hpp>

namespace muslin::test {

std::pair<int, int> png_size(const std::filesystem::path& path) {
  const auto bytes = read_whole_file(path);
  if (!bytes || bytes->size() < 24 || bytes->compare(1, 3, "PNG") != 0) return {0, 0};
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>((*bytes)[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

}  // namespace muslin::test
