#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace muslin::test {

/// Returns the files of a run folder by name. Content that may differ between equal runs is normalised: times, the
/// number of threads, and the command (which names the folder).
[[nodiscard]] std::map<std::string, std::string> run_contents(const std::filesystem::path& folder);

}  // namespace muslin::test
