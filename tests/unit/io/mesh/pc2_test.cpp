#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <sstream>
#include <tests/support/program.hpp>

namespace muslin::pc2_test {
namespace {

std::string header(std::int32_t points, std::int32_t samples, float start = 0.0F, float rate = 1.0F,
                   std::int32_t version = 1) {
  std::string bytes("POINTCACHE2\0", 12);
  store(bytes, version, std::endian::little);
  store(bytes, points, std::endian::little);
  store(bytes, start, std::endian::little);
  store(bytes, rate, std::endian::little);
  store(bytes, samples, std::endian::little);
  return bytes;
}

std::string floats(std::initializer_list<float> values) {
  std::string bytes;
  for (const float value : values) store(bytes, value, std::endian::little);
  return bytes;
}

std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Pc2, ReadsFrames) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.pc2", header(2, 2, 5.0F, 0.5F) + floats({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  const auto reader = Pc2Reader::open(path);
  ASSERT_TRUE(reader) << reader.error().message();
  EXPECT_EQ(reader->header().points, 2);
  EXPECT_EQ(reader->header().samples, 2);
  EXPECT_EQ(reader->header().start, 5.0F);
  EXPECT_EQ(reader->header().sample_rate, 0.5F);
  EXPECT_EQ(*reader->read_frame(1), (std::vector<Vec3>{{6, 7, 8}, {9, 10, 11}}));
  EXPECT_EQ(*reader->read_frame(0), (std::vector<Vec3>{{0, 1, 2}, {3, 4, 5}}));
}

TEST(Pc2, RefusesBrokenFiles) {
  const test::TemporaryFolder folder;
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "the file is empty"},
      {header(1, 1).substr(0, 31), "the file ends within its header"},
      {std::string(100, 'x'), "does not begin with \"POINTCACHE2\""},
      {header(1, 0, 0, 1, 2), "version 2 of the PC2 format"},
      {header(-1, 1), "-1 points and 1 samples"},
      {header(1, -1), "1 points and -1 samples"},
      {header(1, 1, inf), "not finite"},
      {header(1, 1, 0, inf), "not finite"},
      {header(1, 1) + floats({1, 2}), "40 bytes are too few for 1 samples of 1 points"},
      {header(2147483647, 2147483647) + floats({1, 2, 3}), "too few"},
  };
  for (const auto& [bytes, what] : cases) {
    const auto reader = Pc2Reader::open(folder.write("bad.pc2", bytes));
    ASSERT_FALSE(reader) << what;
    EXPECT_EQ(reader.error().where, (folder / "bad.pc2").string());
    EXPECT_NE(reader.error().message().find(what), std::string::npos) << reader.error().message();
  }
  EXPECT_FALSE(Pc2Reader::open(folder / "missing.pc2"));
  EXPECT_FALSE(Pc2Reader::open(folder.path()));
}

TEST(Pc2, RefusesFramesThatAreNotFiniteOrNoLongerThere) {
  const test::TemporaryFolder folder;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto path = folder.write("a.pc2", header(1, 2) + floats({0, 1, 2, 3, nan, 5}));
  const auto reader = Pc2Reader::open(path);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(reader->read_frame(0));
  const auto frame = reader->read_frame(1);
  ASSERT_FALSE(frame);
  EXPECT_NE(frame.error().what.find("point 0 of sample 1 is not finite"), std::string::npos);
  std::filesystem::resize_file(path, 40);
  ASSERT_FALSE(reader->read_frame(0));
  EXPECT_NE(reader->read_frame(0).error().what.find("ends within sample 0"), std::string::npos);
}

TEST(Pc2, CountsFramesInTheFileWithEachFlush) {
  const test::TemporaryFolder folder;
  const auto path = folder / "out.pc2";
  auto writer = Pc2Writer::create(path, {.points = 1, .start = 3.0F, .sample_rate = 2.0F, .samples = 99});
  ASSERT_TRUE(writer) << writer.error().message();
  EXPECT_EQ(content(path), header(1, 0, 3.0F, 2.0F));
  ASSERT_TRUE(writer->append(std::vector<Vec3>{{1, 2, 3}}));
  EXPECT_EQ(Pc2Reader::open(path)->header().samples, 0);  // readable while it is written
  ASSERT_TRUE(writer->flush());
  EXPECT_EQ(Pc2Reader::open(path)->header().samples, 1);
  ASSERT_TRUE(writer->append(std::vector<Vec3>{{4, 5, 6}}));
  ASSERT_TRUE(writer->close());
  EXPECT_EQ(content(path), header(1, 2, 3.0F, 2.0F) + floats({1, 2, 3, 4, 5, 6}));
}

TEST(Pc2, FlushesWhenTheWriterGoesAndResumesWhereAsked) {
  const test::TemporaryFolder folder;
  const auto path = folder / "out.pc2";
  {
    auto writer = Pc2Writer::create(path, {.points = 1});
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(writer->append(std::vector<Vec3>{{i + 0.0, 0, 0}}));
  }
  EXPECT_EQ(Pc2Reader::open(path)->header().samples, 3);
  EXPECT_FALSE(Pc2Writer::resume(path, 4));
  EXPECT_EQ(Pc2Reader::open(path)->header().samples, 3);
  {
    auto writer = Pc2Writer::resume(path, 1);
    ASSERT_TRUE(writer) << writer.error().message();
    EXPECT_EQ(writer->header().samples, 1);
    ASSERT_TRUE(writer->append(std::vector<Vec3>{{9, 9, 9}}));
    ASSERT_TRUE(writer->close());
  }
  EXPECT_EQ(content(path), header(1, 2) + floats({0, 0, 0, 9, 9, 9}));
}

TEST(Pc2, WritesNoFrameThatDoesNotFitFloats) {
  const test::TemporaryFolder folder;
  auto writer = Pc2Writer::create(folder / "out.pc2", {.points = 1});
  EXPECT_FALSE(writer->append(std::vector<Vec3>{{0, 1e39, 0}}));
  EXPECT_FALSE(writer->append(std::vector<Vec3>{{0, std::numeric_limits<double>::quiet_NaN(), 0}}));
  EXPECT_EQ(writer->header().samples, 0);
}

TEST(Pc2, TellsAFullDiskFromABadPath) {
  const auto full = Pc2Writer::create("/dev/full", {.points = 1});
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().kind, Error::Kind::disk);
  const test::TemporaryFolder folder;
  const auto nowhere = Pc2Writer::create(folder / "none/out.pc2", {.points = 1});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().kind, Error::Kind::unreadable_file);
}

TEST(Pc2, ManyThreadsMayReadAtOnce) {
  const test::TemporaryFolder folder;
  const auto path = folder / "out.pc2";
  constexpr int kFrames = 200;
  {
    auto writer = Pc2Writer::create(path, {.points = 100});
    for (int i = 0; i < kFrames; ++i) ASSERT_TRUE(writer->append(std::vector<Vec3>(100, Vec3::Constant(i))));
  }
  const auto reader = Pc2Reader::open(path);
  std::vector<int> right(kFrames, 0);
  parallel_for(kFrames, 1, [&](std::size_t k) {
    const auto frame = reader->read_frame(static_cast<std::int32_t>(k));
    right[k] = frame && *frame == std::vector<Vec3>(100, Vec3::Constant(static_cast<double>(k)));
  });
  EXPECT_EQ(right, std::vector<int>(kFrames, 1));
}

}  // namespace
}  // namespace muslin::pc2_test
