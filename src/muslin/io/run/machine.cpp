#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <muslin/core/parallel.hpp>
#include <muslin/io/run/machine.hpp>

namespace muslin {
namespace {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t value = line.find_first_not_of(": \t", std::string("model name").size());
    return value == std::string::npos ? std::string() : line.substr(value);
  }
  return {};
}

}  // namespace

Machine describe_machine() {
  Machine machine{.cpu = cpu_name(), .cores = 0, .os = {}};
  with_threads(0, [&] { machine.cores = thread_limit(); });
  utsname system{};
  if (::uname(&system) == 0)
    machine.os = fmt::format("{} {} {}", &system.sysname[0], &system.release[0], &system.machine[0]);
  return machine;
}

std::uint64_t peak_memory() {
  rusage usage{};
  return ::getrusage(RUSAGE_SELF, &usage) == 0 ? 1024 * static_cast<std::uint64_t>(usage.ru_maxrss) : 0;
}

std::uint64_t memory_in_use() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  const long page = ::sysconf(_SC_PAGESIZE);
  return file >> all >> resident && page > 0 ? static_cast<std::uint64_t>(page) * resident : 0;
}

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

std::string utc_time() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace muslin
