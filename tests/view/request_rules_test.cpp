#include <gtest/gtest.h>

#include <apps/muslin/view/request_rules.hpp>
#include <set>
#include <string>
#include <vector>

namespace muslin::request_rules_test {
namespace {

using namespace app;

TEST(RequestRules, OnlyTheAddressOfThisMachineIsItsOwn) {
  EXPECT_TRUE(is_own_host("127.0.0.1:8642", 8642));
  EXPECT_TRUE(is_own_host("localhost:8642", 8642));
  for (const char* host :
       {"", "127.0.0.1", "127.0.0.1:8643", "127.0.0.1:86420", "example.org:8642", "127.0.0.1.example.org:8642",
        "localhost:8642@example.org", "LOCALHOST.example:8642", "0.0.0.0:8642"})
    EXPECT_FALSE(is_own_host(host, 8642)) << host;
  EXPECT_TRUE(is_own_origin("http://127.0.0.1:8642", 8642));
  for (const char* origin :
       {"null", "", "https://127.0.0.1:8642", "http://example.org", "http://127.0.0.1:8642.example.org"})
    EXPECT_FALSE(is_own_origin(origin, 8642)) << origin;
}

TEST(RequestRules, AnAuthorizationCarriesTheWholeToken) {
  const std::string token = make_token();
  EXPECT_EQ(token.size(), 32U);
  EXPECT_TRUE(has_token("Bearer " + token, token));
  const std::vector<std::string> tokens = {"",
                                           token,
                                           "Basic " + token,
                                           "Bearer " + token + "0",
                                           "Bearer ",
                                           "Bearer " + token.substr(1),
                                           "Bearer " + std::string(32, '0')};
  for (const std::string& wrong : tokens) EXPECT_FALSE(has_token(wrong, token)) << wrong;
}

TEST(RequestRules, TokensDiffer) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(make_token());
  EXPECT_EQ(tokens.size(), 100U);
}

TEST(RequestRules, ARangeIsCutOffAtTheEndOfTheFile) {
  const auto expect = [](const char* header, std::uint64_t begin, std::uint64_t end) {
    const auto range = parse_range(header, 100);
    ASSERT_TRUE(range) << header;
    EXPECT_EQ(range->begin, begin) << header;
    EXPECT_EQ(range->end, end) << header;
  };
  expect("bytes=0-0", 0, 1);
  expect("bytes=10-19", 10, 20);
  expect("bytes=10-1000", 10, 100);
  expect("bytes=99-", 99, 100);
  expect("bytes=-1", 99, 100);
  expect("bytes=-1000", 0, 100);
  for (const char* wrong : {"", "bytes=", "bytes=-", "bytes=-0", "bytes=100-", "bytes=100-200", "bytes=5-4",
                            "bytes=0-1,3-4", "bytes=a-b", "bytes=0x1-2", "bytes= 1-2", "bytes=1- 2", "lines=1-2",
                            "bytes=--1", "bytes=99999999999999999999-", "bytes=0-99999999999999999999"})
    EXPECT_FALSE(parse_range(wrong, 100)) << wrong;
  EXPECT_FALSE(parse_range("bytes=0-", 0));
  EXPECT_FALSE(parse_range("bytes=-5", 0));
}

}  // namespace
}  // namespace muslin::request_rules_test
