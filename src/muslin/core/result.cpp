#include <cstdio>
#include <cstdlib>
#include <muslin/core/result.hpp>

namespace muslin::detail {

void value_of_an_error(const Error& error) {
  std::fprintf(stderr, "muslin: the value of a Result was used, but it holds an error: %s\n", error.message().c_str());
  std::abort();
}

void error_of_a_value() {
  std::fputs("muslin: the error of a Result was used, but it holds a value\n", stderr);
  std::abort();
}

}  // namespace muslin::detail
