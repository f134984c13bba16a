#pragma once
#include <string>

namespace muslin {

/// The machine of a run. Values that the operating system does not report are empty or 0.
struct Machine {
  std::string cpu;  ///< "Intel(R) Xeon(R) CPU @ 2.20GHz"
  int cores = 0;    ///< number of cores that this process may use
  std::string os;   ///< "Linux 6.1.0 x86_64"
};
[[nodiscard]] Machine describe_machine();

/// Returns the compiler that built the library: "GCC 12.2.0".
[[nodiscard]] std::string compiler_name();

/// Returns the current time in UTC: "2026-11-16T09:30:00Z".
[[nodiscard]] std::string utc_time();

}  // namespace muslin
