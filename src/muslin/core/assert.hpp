#pragma once

namespace muslin::detail {
/// Reports a broken invariant of the library itself (never of its input) and ends the process.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line);
}  // namespace muslin::detail

/// Checks an invariant of the library in every preset except release and bench. It is for programming errors only:
/// errors that a user can cause are returned as a Result, and numerical failures are reported.
#if MUSLIN_ASSERTS_ENABLED
#define MUSLIN_ASSERT(expression) \
  (static_cast<bool>(expression) ? void(0) : ::muslin::detail::assertion_failed(#expression, __FILE__, __LINE__))
#else
#define MUSLIN_ASSERT(expression) void(0)
#endif
