#pragma once
#include <filesystem>
#include <vector>

namespace muslin::app {

/// Finds the run folders in a folder and its subfolders, the latest changed first. Links and hidden folders are not
/// followed, run folders are not searched, and the search ends after many folders, so that it is quick in any place.
[[nodiscard]] std::vector<std::filesystem::path> find_runs(const std::filesystem::path& folder);

}  // namespace muslin::app
