#include "run_search.hpp"

#include <algorithm>
#include <muslin/io/run/run_folder_files.hpp>
#include <utility>

namespace muslin::app {
namespace fs = std::filesystem;
namespace {

constexpr int kMaxDepth = 4;
constexpr int kMaxFolders = 5000;  ///< that are searched
constexpr std::size_t kMaxRuns = 200;

}  // namespace

std::vector<fs::path> find_runs(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code ignored;
  int folders = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto entry = fs::recursive_directory_iterator(folder, options, ignored);
       !ignored && entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
    std::error_code problem;
    if (entry->is_symlink(problem) || !entry->is_directory(problem)) continue;
    if (++folders > kMaxFolders) break;
    const fs::path record = entry->path() / kRecordName;
    const bool is_run = fs::is_regular_file(fs::symlink_status(record, problem));
    if (is_run) found.emplace_back(fs::last_write_time(record, problem), entry->path());
    if (is_run || entry.depth() >= kMaxDepth || entry->path().filename().string().starts_with('.'))
      entry.disable_recursion_pending();
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  if (found.size() > kMaxRuns) found.resize(kMaxRuns);
  std::vector<fs::path> runs;
  for (auto& [time, path] : found) runs.push_back(std::move(path));
  return runs;
}

}  // namespace muslin::app
