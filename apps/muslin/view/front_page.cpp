#include "front_page.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <muslin/io/file/folder_lock.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <utility>

#include "run_search.hpp"
#include "thumbnail.hpp"

namespace muslin::app {
namespace fs = std::filesystem;
namespace {

/// Returns a tag of the content of a file; empty if there is none, or it is a link.
std::string tag_of(const fs::path& file) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return fmt::format("\"{:x}-{:x}-{:x}.{:x}\"", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

void write_run(JsonWriter& list, std::size_t number, const ServedRun& run) {
  const auto record = read_run_record(run.folder / kRecordName);
  if (!record) return;  // it has been removed since
  list.begin_object();
  list.member("id", std::to_string(number));
  list.member("name", run.name);
  list.member("about", record->about);
  list.member("state", name_of(record->state));
  list.member("reason", record->reason);
  list.member("in_progress", FolderLock::is_taken(run.folder));
  list.member("started", record->started);
  list.member("frames", record->frames);
  list.member("frames_done", record->frames_done());
  list.member("audited", record->audit.frames);
  list.member("bad_frames", record->audit.bad_frames);
  list.end_object();
}

}  // namespace

FrontPage::FrontPage(const fs::path& scenes, fs::path current, RunList& runs)
    : current_(std::move(current)), runs_(runs) {
  auto found = find_scenes(scenes);
  if (!found) return;  // there is no such folder; runs can be shown without it
  std::error_code ignored;
  for (ListedScene& scene : *found)
    if (!scene.problem && !fs::is_symlink(fs::symlink_status(scene.file, ignored))) scenes_.push_back(std::move(scene));
}

std::string FrontPage::describe() {
  std::vector<std::pair<std::size_t, ServedRun>> runs;
  for (const fs::path& folder : find_runs(current_)) {
    ServedRun run{folder.lexically_relative(current_).generic_string(), folder};
    const std::size_t number = runs_.add(run);
    runs.emplace_back(number, std::move(run));
  }
  JsonWriter list(JsonWriter::Style{});
  list.begin_object();
  list.key("scenes");
  list.begin_list();
  for (std::size_t i = 0; i < scenes_.size(); ++i) {
    list.begin_object();
    list.member("id", std::to_string(i));
    list.member("name", scenes_[i].name);
    list.member("about", scenes_[i].about);
    list.end_object();
  }
  list.end_list();
  list.key("runs");
  list.begin_list();
  for (const auto& [number, run] : runs) write_run(list, number, run);
  list.end_list();
  list.end_object();
  return list.take();
}

const ListedScene* FrontPage::find_scene(std::string_view number) const {
  const auto place = parse_place(number, scenes_.size());
  return place ? &scenes_[*place] : nullptr;
}

template <class Draw>
std::optional<Thumbnail> FrontPage::picture(const fs::path& file, const Draw& draw) {
  const std::string tag = tag_of(file);
  if (tag.empty()) return std::nullopt;
  const std::lock_guard lock(drawing_);
  Thumbnail& kept = pictures_[file];
  if (kept.tag != tag) {
    auto drawn = draw();
    // What cannot be drawn is kept as well, without a picture, so that it is not tried again and again.
    kept = {drawn ? std::make_shared<const std::string>(std::move(*drawn)) : nullptr, tag};
  }
  if (kept.png == nullptr) return std::nullopt;
  return kept;
}

std::optional<Thumbnail> FrontPage::picture_of_scene(std::string_view number) {
  const ListedScene* const scene = find_scene(number);
  if (scene == nullptr) return std::nullopt;
  return picture(scene->file, [&] { return draw_scene(scene->file); });
}

std::optional<Thumbnail> FrontPage::picture_of_run(std::string_view number) {
  const auto run = runs_.find(number);
  if (!run) return std::nullopt;
  return picture(run->folder / kRecordName, [&] { return draw_run(run->folder); });
}

}  // namespace muslin::app
