#pragma once
#include <muslin/io/run/run_record.hpp>
#include <string>

namespace muslin {

/// Returns the machine that this process runs on.
[[nodiscard]] Machine describe_machine();

/// Returns the compiler that built the library: "GCC 12.2.0".
[[nodiscard]] std::string compiler_name();

/// Returns the current time in UTC: "2026-11-16T09:30:00Z".
[[nodiscard]] std::string utc_time();

}  // namespace muslin
