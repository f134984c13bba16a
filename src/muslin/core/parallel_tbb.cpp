#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <muslin/core/parallel.hpp>

namespace muslin {
namespace detail {

void run_chunks(std::size_t size, std::size_t chunk_size, void (*body)(void*, Chunk), void* context) {
  const std::size_t chunks = chunk_count(size, chunk_size);
  const auto run = [&](std::size_t index) {
    body(context, Chunk{index * chunk_size, std::min(size, (index + 1) * chunk_size), index});
  };
  if (chunks <= 1) {
    if (chunks == 1) run(0);
    return;
  }
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, chunks, 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t index = range.begin(); index < range.end(); ++index) run(index);
      },
      tbb::simple_partitioner{});
}

void run_with_threads(int threads, void (*body)(void*), void* context) {
  if (threads <= 0) {
    tbb::task_arena arena;
    arena.execute([&] { body(context); });
    return;
  }
  // By default TBB never uses more threads than the machine has, and writes a warning to stderr if an arena requests
  // more. Raise the allowed number first, then request no more than is granted: another part of the process may allow
  // less.
  using tbb::global_control;
  const auto wanted = std::max(static_cast<std::size_t>(threads),
                               global_control::active_value(global_control::max_allowed_parallelism));
  const global_control control(global_control::max_allowed_parallelism, wanted);
  const std::size_t granted = global_control::active_value(global_control::max_allowed_parallelism);
  tbb::task_arena arena(static_cast<int>(std::min(static_cast<std::size_t>(threads), granted)));
  arena.execute([&] { body(context); });
}

}  // namespace detail

int thread_limit() { return tbb::this_task_arena::max_concurrency(); }

}  // namespace muslin
