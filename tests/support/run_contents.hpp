#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace muslin::test {

/// The files of a run folder, by name. What may differ between equal runs is made equal: times, threads, and the
/// command (which names the folder).
[[nodiscard]] std::map<std::string, std::string> run_contents(const std::filesystem::path& folder);

}  // namespace muslin::test
