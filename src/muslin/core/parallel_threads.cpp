#include <algorithm>
#include <atomic>
#include <exception>
#include <muslin/core/parallel.hpp>
#include <mutex>
#include <thread>
#include <vector>

/// Parallel loops on plain threads, for the thread sanitizer. It cannot see inside TBB's library and would report false
/// races. Each loop starts new threads, which is slow, but the sanitizer sees every synchronisation.
namespace muslin {
namespace {

/// Thread limit of this thread; 0 means as many as the machine has. Nested loops run on the thread that starts them.
thread_local int t_threads = 0;

}  // namespace

namespace detail {

void run_chunks(std::size_t size, std::size_t chunk_size, void (*body)(void*, Chunk), void* context) {
  const std::size_t chunks = chunk_count(size, chunk_size);
  std::atomic<std::size_t> next{0};
  std::mutex error_mutex;
  std::exception_ptr error;
  const auto work = [&] {
    try {
      for (std::size_t index = next++; index < chunks; index = next++)
        body(context, Chunk{index * chunk_size, std::min(size, (index + 1) * chunk_size), index});
    } catch (...) {
      const std::scoped_lock lock(error_mutex);
      error = std::current_exception();
      next = chunks;
    }
  };
  {
    std::vector<std::jthread> helpers;
    const auto wanted = std::min(static_cast<std::size_t>(thread_limit()), chunks);
    for (std::size_t i = 1; i < wanted; ++i) {
      helpers.emplace_back([&work] {
        t_threads = 1;
        work();
      });
    }
    work();
  }
  if (error) std::rethrow_exception(error);
}

void run_with_threads(int threads, void (*body)(void*), void* context) {
  struct Restore {
    int before = t_threads;
    ~Restore() { t_threads = before; }
  } restore;
  t_threads = threads;
  body(context);
}

}  // namespace detail

int thread_limit() {
  return t_threads > 0 ? t_threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace muslin
