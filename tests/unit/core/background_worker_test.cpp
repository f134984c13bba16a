#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <muslin/core/background_worker.hpp>
#include <semaphore>
#include <stdexcept>
#include <thread>
#include <vector>

namespace muslin::background_worker_test {
namespace {

using std::chrono_literals::operator""ms;

/// Squares numbers, each only when it is let through.
class Gated {
 public:
  explicit Gated(std::size_t max_queue_length) : worker_([this](int& x) { return square(x); }, max_queue_length) {}
  void let_through(int jobs) { gate_.release(jobs); }
  [[nodiscard]] int begun() const { return begun_; }
  [[nodiscard]] BackgroundWorker<int, int>& worker() { return worker_; }

 private:
  int square(int x) {
    ++begun_;
    gate_.acquire();
    return x * x;
  }
  std::counting_semaphore<> gate_{0};
  std::atomic<int> begun_ = 0;
  BackgroundWorker<int, int> worker_;
};

std::vector<int> squares(int from, int to) {
  std::vector<int> result;
  for (int i = from; i < to; ++i) result.push_back(i * i);
  return result;
}

TEST(BackgroundWorker, AnswersInOrder) {
  BackgroundWorker<int, int> worker([](int& x) { return x * x; }, 3);
  std::vector<int> all;
  for (int i = 0; i < 500; ++i) {
    worker.submit(i);
    for (const int answer : worker.take()) all.push_back(answer);
  }
  for (const int answer : worker.finish()) all.push_back(answer);
  EXPECT_EQ(all, squares(0, 500));
  EXPECT_TRUE(worker.finish().empty());
  worker.submit(7);  // it goes on after finish()
  EXPECT_EQ(worker.finish(), std::vector<int>{49});
}

TEST(BackgroundWorker, TakeDoesNotWait) {
  Gated gated(2);
  gated.worker().submit(3);
  EXPECT_TRUE(gated.worker().take().empty());
  gated.let_through(1);
  EXPECT_EQ(gated.worker().finish(), std::vector<int>{9});
}

// Two jobs wait and one is being done: the fourth is not accepted before the first is through.
TEST(BackgroundWorker, TheQueueIsBounded) {
  Gated gated(2);
  std::atomic<int> accepted = 0;
  std::jthread caller([&] {
    for (int i = 0; i < 6; ++i) {
      gated.worker().submit(i);
      ++accepted;
    }
  });
  for (int done = 0; done < 3; ++done) {
    while (accepted < done + 3 || gated.begun() < done + 1) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(5ms);  // long enough for one too many, if there were no bound
    EXPECT_EQ(accepted, done + 3);
    EXPECT_EQ(gated.begun(), done + 1);
    gated.let_through(1);
  }
  gated.let_through(3);
  caller.join();
  EXPECT_EQ(gated.worker().finish(), squares(0, 6));
}

TEST(BackgroundWorker, DropsWhatIsNotBegunAtItsEnd) {
  std::atomic<int> done = 0;
  std::counting_semaphore<> begun{0}, gate{0};
  {
    BackgroundWorker<int, int> worker(
        [&](int& x) {
          begun.release();
          gate.acquire();
          ++done;
          return x;
        },
        2);
    for (int i = 0; i < 2; ++i) worker.submit(i);
    begun.acquire();
    worker.submit(2);
    gate.release(2);  // a second job may begin before the end is announced; it must not be held up
  }
  EXPECT_GE(done, 1);
  EXPECT_LT(done, 3);
}

TEST(BackgroundWorker, ThrowsToTheCallerWhatTheWorkThrows) {
  BackgroundWorker<int, int> worker(
      [](int& x) {
        if (x == 2) throw std::runtime_error("two");
        return x;
      },
      1);
  EXPECT_THROW(
      {
        for (int i = 0; i < 10; ++i) worker.submit(i);
        static_cast<void>(worker.finish());
      },
      std::runtime_error);
  EXPECT_THROW(static_cast<void>(worker.take()), std::runtime_error);
  EXPECT_THROW(static_cast<void>(worker.finish()), std::runtime_error);
  EXPECT_THROW(worker.submit(1), std::runtime_error);
}

}  // namespace
}  // namespace muslin::background_worker_test
