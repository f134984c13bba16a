#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace muslin::test {

/// The scene files of a folder and the folders in it, sorted.
[[nodiscard]] std::vector<std::filesystem::path> scene_files(const std::filesystem::path& folder);

/// A name for the test of one of them: "peers_drop50" of "…/scenes/peers/drop50.json".
[[nodiscard]] std::string scene_test_name(const testing::TestParamInfo<std::filesystem::path>& scene);

}  // namespace muslin::test
