#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace muslin {

/// One piece of a parallel loop: the elements [begin, end) of the index-th chunk. The cut depends on the size of the
/// loop alone, never on the number of threads, so results that are merged in the order of `index` have the same bits on
/// any number of threads.
struct Chunk {
  std::size_t begin;  ///< first element
  std::size_t end;    ///< one past the last element
  std::size_t index;  ///< number of the chunk, from 0 to chunk_count() - 1
};

/// Usual sizes of a chunk. Sums over chunks depend on them, so changing one changes the last bits of results.
inline constexpr std::size_t kElementsPerChunk = 1024;  ///< for items such as a force, a block or a tree leaf
inline constexpr std::size_t kVerticesPerChunk = 4096;  ///< for items that take a few operations

/// Returns the number of chunks of a loop over `size` elements. All chunks have `chunk_size` (> 0) elements, except
/// that the last one may be shorter.
[[nodiscard]] constexpr std::size_t chunk_count(std::size_t size, std::size_t chunk_size) {
  return (size + chunk_size - 1) / chunk_size;
}

namespace detail {
/// Calls `body(context, chunk)` for each chunk, on the threads of the current arena.
void run_chunks(std::size_t size, std::size_t chunk_size, void (*body)(void*, Chunk), void* context);
/// Calls `body(context)` in an arena of at most `threads` threads.
void run_with_threads(int threads, void (*body)(void*), void* context);
}  // namespace detail

/// Calls body(Chunk) for all chunks of [0, size), in parallel and in no particular order. Chunks must not write to
/// common memory.
template <class Body>
void parallel_chunks(std::size_t size, std::size_t chunk_size, Body&& body) {
  using B = std::remove_reference_t<Body>;
  detail::run_chunks(
      size, chunk_size, [](void* context, Chunk chunk) { (*static_cast<B*>(context))(chunk); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

/// Calls body(i) for each i in [0, size), `chunk_size` of them at a time.
template <class Body>
void parallel_for(std::size_t size, std::size_t chunk_size, Body&& body) {
  parallel_chunks(size, chunk_size, [&](Chunk chunk) {
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) body(i);
  });
}

/// Concatenates the results of the chunks in their order.
template <class T>
[[nodiscard]] std::vector<T> concatenate(const std::vector<std::vector<T>>& parts) {
  std::size_t total = 0;
  for (const auto& part : parts) total += part.size();
  std::vector<T> all;
  all.reserve(total);
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Runs body() such that every parallel loop inside uses at most `threads` threads (0: all threads of the machine).
template <class Body>
void with_threads(int threads, Body&& body) {
  using B = std::remove_reference_t<Body>;
  detail::run_with_threads(
      threads, [](void* context) { (*static_cast<B*>(context))(); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

/// Returns the number of threads that parallel loops started here may use.
[[nodiscard]] int thread_limit();

}  // namespace muslin
