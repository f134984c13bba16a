#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace muslin::test {

/// Returns the scene files of a folder and its subfolders, sorted.
[[nodiscard]] std::vector<std::filesystem::path> scene_files(const std::filesystem::path& folder);

/// Makes a name that a test can have: "pinned_edge" for "pinned-edge".
[[nodiscard]] std::string scene_name_for_test(std::string name);

/// Names the test of one of these files: "peers_drop50" for "…/scenes/peers/drop50.json".
[[nodiscard]] std::string scene_test_name(const testing::TestParamInfo<std::filesystem::path>& scene);

}  // namespace muslin::test
