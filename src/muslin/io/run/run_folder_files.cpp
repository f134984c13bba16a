#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/run/run_folder.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {
namespace fs = std::filesystem;
namespace {

/// Recognises the temporary names under which OutputFile writes the files of a run folder: "run.json.part-4711-0".
bool is_temporary(const fs::path& path) {
  const std::string name = path.filename().string();
  const std::size_t mark = name.rfind(".part-");
  if (mark == std::string::npos || name.find_first_not_of("0123456789-", mark + 6) != std::string::npos) return false;
  const fs::path target = name.substr(0, mark);
  return target == kRecordName || target == kSceneName || target == kAuditName || target == kCheckpointName ||
         target == kBlenderName || target.extension() == ".obj";
}

Result<std::vector<fs::path>> list_folder(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code problem;
  for (auto entry = fs::directory_iterator(folder, problem); !problem && entry != fs::directory_iterator();
       entry.increment(problem))
    paths.push_back(entry->path());
  if (problem) return system_error(folder, "list the folder", problem.value());
  return paths;
}

}  // namespace

Result<FolderContent> inspect_folder(const fs::path& folder) {
  std::error_code problem;
  const fs::file_status status = fs::status(folder, problem);
  if (status.type() == fs::file_type::not_found) return FolderContent::nothing;
  if (status.type() == fs::file_type::none) return system_error(folder, "look into the folder", problem.value());
  if (status.type() != fs::file_type::directory) return FolderContent::not_a_folder;
  if (fs::is_regular_file(folder / kRecordName, problem)) return FolderContent::run;
  const auto files = list_folder(folder);
  if (!files) return files.error();
  return std::all_of(files->begin(), files->end(), is_temporary) ? FolderContent::nothing : FolderContent::foreign;
}

Status check_body_names(const Scene& scene) {
  std::set<std::string> names;
  for (const SceneBody& item : scene.bodies) {
    const std::string& name = item.body.name;
    if (name.empty() || name.front() == '.' || name.find_first_of(std::string_view("/\0", 2)) != std::string::npos)
      return Error{
          Error::Kind::invalid_scene, {}, "a body cannot have the name " + quote(name), "its files are named after it"};
    if (!names.insert(name).second)
      return Error{Error::Kind::invalid_scene, {}, "two bodies have the name " + quote(name), "rename one of them"};
  }
  return Done{};
}

Status remove_run(const fs::path& folder) {
  remove_temporary_files(folder);
  std::error_code problem;
  if (!fs::exists(folder / kRecordName, problem)) return Done{};
  auto record = read_run_record(folder / kRecordName);
  if (!record) return record.error();
  record->state = RunState::partial;
  record->reason = "was being replaced";
  record->frame_hashes.clear();
  if (Status status = write_run_record(folder / kRecordName, *record); !status) return status;
  std::vector<std::string> names = {kCheckpointName, kSceneName, kStatsName, kAuditName, kContactsName, kBlenderName};
  for (const RunBody& body : record->bodies) {
    if (body.name.find('/') != std::string::npos) continue;  // a manipulated record must not reach other folders
    names.push_back(body.name + ".obj");
    names.push_back(body.name + ".pc2");
  }
  names.emplace_back(kRecordName);  // last: while it exists, the other files are known to be ours
  for (const std::string& name : names) {
    fs::remove(folder / name, problem);
    if (problem) return system_error(folder / name, "remove the file", problem.value());
  }
  return Done{};
}

void remove_temporary_files(const fs::path& folder) {
  const auto files = list_folder(folder);
  if (!files) return;
  std::error_code ignored;
  for (const fs::path& file : *files)
    if (is_temporary(file)) fs::remove(file, ignored);
}

}  // namespace muslin
