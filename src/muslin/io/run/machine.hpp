#pragma once
#include <cstdint>
#include <muslin/io/run/run_record.hpp>
#include <string>

namespace muslin {

/// Returns the machine that this process runs on.
[[nodiscard]] Machine describe_machine();

/// Returns the largest memory that this process has had in use so far [B]; 0 if the operating system does not report
/// it.
[[nodiscard]] std::uint64_t peak_memory();

/// Returns the memory that this process has in use [B]; 0 if the operating system does not report it.
[[nodiscard]] std::uint64_t memory_in_use();

/// Returns the compiler that built the library: "GCC 12.2.0".
[[nodiscard]] std::string compiler_name();

/// Returns the current time in UTC: "2026-11-16T09:30:00Z".
[[nodiscard]] std::string utc_time();

}  // namespace muslin
