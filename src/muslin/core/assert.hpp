#pragma once

namespace muslin::detail {
/// Reports a broken invariant of the library itself (never of its input) and ends the process.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line);
}  // namespace muslin::detail

/// An invariant of the library, checked in every preset but release and bench. For mistakes of the programmer only:
/// what a user can cause is a Result, what numbers can cause is a report.
#if MUSLIN_ASSERTS_ENABLED
#define MUSLIN_ASSERT(expression) \
  (static_cast<bool>(expression) ? void(0) : ::muslin::detail::assertion_failed(#expression, __FILE__, __LINE__))
#else
#define MUSLIN_ASSERT(expression) void(0)
#endif
