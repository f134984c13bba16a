#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <muslin/io/file/png.hpp>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace muslin::png_test {
namespace {

Image noise(int width, int height, std::uint64_t seed) {
  test::Random random(seed);
  Image image(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      image.at(x, y) = {static_cast<std::uint8_t>(random.bits()), static_cast<std::uint8_t>(x), 7};
  return image;
}

TEST(Png, IsDecodedToTheSamePixels) {
  for (const auto& [width, height] : {std::pair(1, 1), std::pair(7, 3), std::pair(300, 200)}) {
    const Image image = noise(width, height, 5);
    const std::string bytes = encode_png(image);
    int w = 0, h = 0, channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &w, &h,
                              &channels, 0),
        stbi_image_free);
    ASSERT_TRUE(pixels) << stbi_failure_reason();
    EXPECT_EQ(w, width);
    EXPECT_EQ(h, height);
    ASSERT_EQ(channels, 3);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
      ASSERT_EQ((Rgb{pixels.get()[3 * i], pixels.get()[3 * i + 1], pixels.get()[3 * i + 2]}), image.pixels()[i]);
  }
}

TEST(Png, SamePixelsSameBytes) {
  EXPECT_EQ(encode_png(noise(90, 50, 1)), encode_png(noise(90, 50, 1)));
  EXPECT_NE(encode_png(noise(90, 50, 1)), encode_png(noise(90, 50, 2)));
}

TEST(Png, IsWrittenWhole) {
  const test::TemporaryFolder folder;
  const Image image = noise(40, 30, 3);
  ASSERT_TRUE(write_png(folder / "a.png", image));
  std::ifstream file(folder / "a.png", std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), encode_png(image));
  const auto missing = write_png(folder / "no/such/folder.png", image);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message().find("folder.png"), std::string::npos);
}

TEST(Png, AFullDiskIsSaid) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  const auto status = write_png("/dev/full", noise(40, 30, 3));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, Error::Kind::disk);
}

}  // namespace
}  // namespace muslin::png_test
