#include <gtest/gtest.h>

#include <memory>
#include <muslin/core/result.hpp>

namespace muslin::result_test {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{Error::Kind::invalid_scene, "/number", "3 is odd", "must be even"};
  return number / 2;
}

TEST(Result, HoldsAValue) {
  const Result<int> result = half(8);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), 4);
  EXPECT_EQ(*result, 4);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = half(3);
  EXPECT_FALSE(result.has_value());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().kind, Error::Kind::invalid_scene);
  EXPECT_EQ(result.error().where, "/number");
}

TEST(Result, ValueCanBeChangedAndMovedOut) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(1));
  **result = 7;
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
  EXPECT_EQ(result.value(), nullptr);
}

TEST(Result, ArrowReachesTheMembers) {
  Result<std::string> result(std::string("muslin"));
  result->push_back('!');
  EXPECT_EQ(result->size(), 7U);
}

// The value itself may be an Error-like or string type: the two must not be confused.
TEST(Result, OfStringIsNotAnError) {
  const Result<std::string> result = std::string("no such file");
  EXPECT_TRUE(result.has_value());
}

TEST(Error, MessageLeavesOutWhatIsEmpty) {
  EXPECT_EQ((Error{Error::Kind::invalid_scene, "a.json", "is wrong", "do this"}).message(),
            "a.json: is wrong; do this");
  EXPECT_EQ((Error{Error::Kind::disk, "a.json", "is wrong", ""}).message(), "a.json: is wrong");
  EXPECT_EQ((Error{Error::Kind::disk, "", "is wrong", "do this"}).message(), "is wrong; do this");
}

TEST(Status, IsDoneOrAnError) {
  const Status done = Done{};
  EXPECT_TRUE(done.has_value());
  const Status failed = Error{Error::Kind::disk, "/tmp", "full", ""};
  EXPECT_FALSE(failed.has_value());
}

#if GTEST_HAS_DEATH_TEST
// In every build, also where MUSLIN_ASSERT does nothing.
TEST(ResultDeathTest, TheValueOfAnErrorEndsTheProcessWithItsMessage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Result<int> failed = half(3);
  EXPECT_DEATH((void)failed.value(), "holds an error: /number: 3 is odd; must be even");
  EXPECT_DEATH((void)*failed, "holds an error: /number: 3 is odd");
  EXPECT_DEATH((void)half(3).value(), "holds an error: /number: 3 is odd");
  Result<std::string> text = Error{Error::Kind::disk, "/tmp", "full", ""};
  EXPECT_DEATH(text->push_back('!'), "holds an error: /tmp: full");
}

TEST(ResultDeathTest, TheErrorOfAValueEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH((void)half(4).error(), "holds a value");
}
#endif

}  // namespace
}  // namespace muslin::result_test
