#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin::app {

/// A scene file in a folder of scenes.
struct ListedScene {
  std::string name;   ///< path below the folder, without extension: "peers/drop50"
  std::string about;  ///< what the scene shows, in a sentence; may be empty
  std::filesystem::path file;
  std::optional<Error> problem;  ///< why the file cannot be read, if it cannot
};

/// Finds the scenes of a folder and its subfolders, sorted by file, except in run folders, which contain copies of
/// scenes. Only the description of a file is read; the scene need not be valid.
[[nodiscard]] Result<std::vector<ListedScene>> find_scenes(const std::filesystem::path& folder);

}  // namespace muslin::app
