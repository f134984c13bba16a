#pragma once
#include <string>

namespace muslin {

/// Where a run was made; what the operating system does not tell is empty or 0.
struct Machine {
  std::string cpu;  ///< "Intel(R) Xeon(R) CPU @ 2.20GHz"
  int cores = 0;    ///< that this process may use
  std::string os;   ///< "Linux 6.1.0 x86_64"
};
[[nodiscard]] Machine describe_machine();

/// The compiler that built the library: "GCC 12.2.0".
[[nodiscard]] std::string compiler_name();

/// The present moment, "2026-11-16T09:30:00Z".
[[nodiscard]] std::string utc_time();

}  // namespace muslin
