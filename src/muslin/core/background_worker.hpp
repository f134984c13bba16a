#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace muslin {

/// Runs jobs one after the other on a thread of its own while the caller continues. Answers come in the order of the
/// jobs. The queue is limited: a caller that submits more jobs waits, so that memory stays bounded however slow the
/// work is. An exception from the work is rethrown to the caller at the next call of submit(), take() or finish().
template <class Job, class Answer>
class BackgroundWorker {
 public:
  /// `max_queue_length` is the number of jobs that may wait, besides the one that is running; it is at least 1.
  BackgroundWorker(std::function<Answer(Job&)> work, std::size_t max_queue_length)
      : work_(std::move(work)), max_queue_length_(max_queue_length), thread_([this] { run(); }) {}
  BackgroundWorker(const BackgroundWorker&) = delete;
  BackgroundWorker& operator=(const BackgroundWorker&) = delete;

  /// Drops the jobs that have not begun.
  ~BackgroundWorker() {
    {
      const std::scoped_lock lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
  }

  void submit(Job job) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return queue_.size() < max_queue_length_ || failure_; });
      throw_failure();
      queue_.push_back(std::move(job));
    }
    changed_.notify_all();
  }

  /// Returns the answers that are ready and were not taken before. It does not wait.
  [[nodiscard]] std::vector<Answer> take() {
    const std::scoped_lock lock(mutex_);
    throw_failure();
    return std::exchange(answers_, {});
  }

  /// Waits until all jobs are done and returns their answers. More jobs may follow.
  [[nodiscard]] std::vector<Answer> finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return (queue_.empty() && !busy_) || failure_; });
    throw_failure();
    return std::exchange(answers_, {});
  }

 private:
  void throw_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !queue_.empty() || closing_; });
      if (closing_) return;
      Job job = std::move(queue_.front());
      queue_.pop_front();
      busy_ = true;
      lock.unlock();
      changed_.notify_all();
      std::exception_ptr failure;
      std::vector<Answer> answer;
      try {
        answer.push_back(work_(job));
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      busy_ = false;
      failure_ = failure;
      if (!failure) answers_.push_back(std::move(answer.front()));
      changed_.notify_all();
      if (failure) return;
    }
  }

  std::function<Answer(Job&)> work_;
  std::size_t max_queue_length_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< signals any change of the members below
  std::deque<Job> queue_;
  std::vector<Answer> answers_;
  std::exception_ptr failure_;
  bool busy_ = false;
  bool closing_ = false;
  std::jthread thread_;  ///< last member: it ends before the members that it uses are destroyed
};

}  // namespace muslin
