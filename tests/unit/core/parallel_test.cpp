#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

namespace muslin::parallel_test {
namespace {

TEST(Parallel, ChunksCoverEveryIndexOnce) {
  for (const std::size_t size : {1U, 2U, 63U, 64U, 65U, 1000U, 4097U})
    for (const std::size_t chunk_size : {1U, 7U, 64U, 5000U}) {
      SCOPED_TRACE(testing::Message() << size << " in chunks of " << chunk_size);
      std::vector<std::atomic<int>> visits(size);
      std::vector<std::atomic<int>> chunks(chunk_count(size, chunk_size));
      parallel_chunks(size, chunk_size, [&](Chunk chunk) {
        EXPECT_EQ(chunk.begin, chunk.index * chunk_size);
        EXPECT_EQ(chunk.end, std::min(size, chunk.begin + chunk_size));
        ++chunks[chunk.index];
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) ++visits[i];
      });
      for (const auto& count : visits) EXPECT_EQ(count, 1);
      for (const auto& count : chunks) EXPECT_EQ(count, 1);
    }
}

TEST(Parallel, ForVisitsEveryIndexOnce) {
  std::vector<std::atomic<int>> visits(10'007);
  parallel_for(visits.size(), 16, [&](std::size_t i) { ++visits[i]; });
  for (const auto& count : visits) EXPECT_EQ(count, 1);
}

TEST(Parallel, EmptyLoopsCallNothing) {
  parallel_chunks(0, 16, [](Chunk) { FAIL(); });
  parallel_for(0, 16, [](std::size_t) { FAIL(); });
  EXPECT_EQ(chunk_count(0, 16), 0U);
}

/// A sum that depends on the order of its terms, reduced over chunks, and a list of uneven parts.
struct Merged {
  double sum = 0.0;
  std::vector<std::size_t> list;
  friend bool operator==(const Merged&, const Merged&) = default;
};

Merged merge_something(int threads) {
  Merged merged;
  with_threads(threads, [&] {
    constexpr std::size_t kSize = 100'000, kChunk = 97;
    std::vector<double> sums(chunk_count(kSize, kChunk));
    std::vector<std::vector<std::size_t>> lists(sums.size());
    parallel_chunks(kSize, kChunk, [&](Chunk chunk) {
      for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
        sums[chunk.index] += std::sin(static_cast<double>(i)) * 1e3 / (1.0 + static_cast<double>(i));
        if (i * i % 7 == 2) lists[chunk.index].push_back(i);
      }
    });
    for (const double sum : sums) merged.sum += sum;
    merged.list = concatenate(lists);
  });
  return merged;
}

TEST(Parallel, MergedResultsHaveTheSameBitsOnAnyNumberOfThreads) {
  const Merged one = merge_something(1);
  EXPECT_EQ(one.list.size(), 28'572U);  // where i mod 7 is 3 or 4
  EXPECT_TRUE(std::is_sorted(one.list.begin(), one.list.end()));
  for (const int threads : {2, 4, 0}) EXPECT_EQ(merge_something(threads), one) << threads << " threads";
}

TEST(Parallel, WithThreadsLimitsTheLoopsInside) {
  for (const int threads : {1, 2, 4}) with_threads(threads, [&] { EXPECT_EQ(thread_limit(), threads); });
  with_threads(0, [] { EXPECT_GE(thread_limit(), 1); });
}

// More threads than the machine has are allowed, and nothing is said about it: the library never prints.
TEST(Parallel, MoreThreadsThanCoresAreTakenInSilence) {
  testing::internal::CaptureStderr();
  std::atomic<int> calls = 0;
  with_threads(7, [&] { parallel_for(1000, 1, [&](std::size_t) { ++calls; }); });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(calls, 1000);
}

TEST(Parallel, OneThreadIsTheCallersOwn) {
  with_threads(1, [] {
    const auto caller = std::this_thread::get_id();
    parallel_for(100, 1, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
  });
}

TEST(Parallel, LoopsMayBeNested) {
  for (const int threads : {1, 2, 4}) {
    std::vector<std::vector<int>> table(50, std::vector<int>(300, 0));
    with_threads(threads, [&] {
      parallel_for(table.size(), 1, [&](std::size_t row) {
        parallel_for(table[row].size(), 10, [&](std::size_t column) { table[row][column] += 1; });
      });
    });
    for (const auto& row : table) EXPECT_EQ(row, std::vector<int>(300, 1));
  }
}

TEST(Parallel, ExceptionsReachTheCaller) {
  for (const int threads : {1, 2, 4})
    for (const std::size_t size : {1U, 1000U}) {  // one chunk takes a way of its own
      const auto loop = [&] {
        with_threads(threads, [&] {
          parallel_for(size, 1, [&](std::size_t i) {
            if (i == size / 2) throw std::bad_alloc();
          });
        });
      };
      EXPECT_THROW(loop(), std::bad_alloc);
    }
}

TEST(Parallel, WorksAgainAfterAnException) {
  EXPECT_THROW(parallel_for(100, 1, [](std::size_t) { throw std::runtime_error("no"); }), std::runtime_error);
  std::atomic<int> calls = 0;
  parallel_for(100, 1, [&](std::size_t) { ++calls; });
  EXPECT_EQ(calls, 100);
}

TEST(Parallel, ConcatenateKeepsTheOrderOfTheParts) {
  EXPECT_EQ(concatenate<int>({{3, 1}, {}, {2}}), (std::vector<int>{3, 1, 2}));
  EXPECT_TRUE(concatenate<int>({}).empty());
}

}  // namespace
}  // namespace muslin::parallel_test
