#include "scene_list.hpp"

#include <algorithm>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <utility>

namespace muslin::app {
namespace fs = std::filesystem;

Result<std::vector<ListedScene>> find_scenes(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem, ignored;
  for (auto file = fs::recursive_directory_iterator(folder, problem);
       !problem && file != fs::recursive_directory_iterator(); file.increment(problem)) {
    if (file->is_directory(ignored)) {
      const bool is_hidden = file->path().filename().string().starts_with('.');
      if (is_hidden || fs::exists(file->path() / kRecordName, ignored)) file.disable_recursion_pending();
    } else if (file->path().extension() == ".json") {
      files.push_back(file->path());
    }
  }
  if (problem) return system_error(folder, "list", problem.value());
  std::sort(files.begin(), files.end());
  std::vector<ListedScene> scenes;
  for (const fs::path& file : files) {
    ListedScene scene{file.lexically_relative(folder).replace_extension().generic_string(), "", file, {}};
    const auto text = read_json_text(file);
    const auto document = text ? parse_json(*text, file.string()) : Result<JsonValue>(text.error());
    if (!document)
      scene.problem = document.error();
    else if (document->find("bodies") == nullptr)
      continue;
    else if (const JsonValue* about = document->find("about"))
      scene.about = about->text;
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

}  // namespace muslin::app
