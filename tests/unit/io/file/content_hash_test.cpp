#include <gtest/gtest.h>

#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <set>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>

namespace muslin::content_hash_test {
namespace {

// The published values of FNV-1a.
TEST(ContentHash, GivesThePublishedValues) {
  EXPECT_EQ(content_hash(""), "cbf29ce484222325");
  EXPECT_EQ(content_hash("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(content_hash("foobar"), "85944171f73967e8");
}

TEST(ContentHash, DoesNotDependOnThePieces) {
  test::Random random(1);
  std::string text(5000, ' ');
  for (char& c : text) c = static_cast<char>(random.integer(0, 255));
  ContentHash pieces;
  for (std::size_t i = 0; i < text.size();) {
    const auto length = static_cast<std::size_t>(random.integer(0, 300));
    pieces.add(std::string_view(text).substr(i, length));
    i += length;
  }
  EXPECT_EQ(pieces.hex(), content_hash(text));
}

TEST(ContentHash, SeesEverySingleBit) {
  const std::string text = "forty bytes of text that change bit by bit";
  std::set<std::string> hashes = {content_hash(text)};
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string other = text;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
    hashes.insert(content_hash(other));
  }
  EXPECT_EQ(hashes.size(), 8 * text.size() + 1);
}

TEST(ContentHash, OfPositionsIsThatOfTheirFloats) {
  test::Random random(2);
  std::vector<Vec3> positions;
  std::string bytes;
  for (int i = 0; i < 3000; ++i) {
    positions.push_back(random.in_box(3.0));
    for (const double x : positions.back()) store(bytes, static_cast<float>(x), std::endian::little);
  }
  ContentHash hash;
  hash.add_as_floats(positions);
  EXPECT_EQ(hash.hex(), content_hash(bytes));
}

TEST(ContentHash, OfAFile) {
  const test::TemporaryFolder folder;
  const std::string text(700'000, 'x');
  const auto hash = hash_file(folder.write("a", text));
  ASSERT_TRUE(hash) << hash.error().message();
  EXPECT_EQ(hash->hash, content_hash(text));
  EXPECT_EQ(hash->size, text.size());
  EXPECT_FALSE(hash_file(folder / "missing"));
  EXPECT_FALSE(hash_file(folder.path()));
}

}  // namespace
}  // namespace muslin::content_hash_test
