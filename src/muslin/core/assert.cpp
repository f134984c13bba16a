#include <cstdio>
#include <cstdlib>
#include <muslin/core/assert.hpp>

namespace muslin::detail {

void assertion_failed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: muslin invariant broken: %s\n", file, line, expression);
  std::abort();
}

}  // namespace muslin::detail
