#include "shipped_scenes.hpp"

#include <algorithm>
#include <cctype>

namespace muslin::test {

std::vector<std::filesystem::path> scene_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string scene_name_for_test(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

std::string scene_test_name(const testing::TestParamInfo<std::filesystem::path>& scene) {
  const std::filesystem::path folder = scene.param.parent_path().filename();
  return scene_name_for_test((folder == "scenes" ? "" : folder.string() + "_") + scene.param.stem().string());
}

}  // namespace muslin::test
