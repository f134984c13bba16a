#pragma once
#include <apps/muslin/scene_list.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run_list.hpp"

namespace muslin::app {

/// A small picture in the PNG format.
struct Thumbnail {
  std::shared_ptr<const std::string> png;
  std::string tag;  ///< differs whenever the picture may differ, for the ETag of HTTP
};

/// What the viewer shows before a run is chosen: the scenes of a folder, and the runs below the current one. May be
/// used from several threads concurrently.
class FrontPage {
 public:
  /// `runs` must outlive the object; runs that are found are added to it.
  FrontPage(const std::filesystem::path& scenes, std::filesystem::path current, RunList& runs);

  /// Searches for runs, and describes them and the scenes as JSON (docs/viewer.md).
  [[nodiscard]] std::string describe();

  /// Returns the scene with a number as it stands in an address.
  [[nodiscard]] const ListedScene* find_scene(std::string_view number) const;
  /// Draw a scene, or the last frame of a run. Nothing is drawn again that has not changed, and one picture at a time.
  /// @{
  [[nodiscard]] std::optional<Thumbnail> picture_of_scene(std::string_view number);
  [[nodiscard]] std::optional<Thumbnail> picture_of_run(std::string_view number);
  /// @}

  [[nodiscard]] const std::filesystem::path& current_folder() const { return current_; }

 private:
  template <class Draw>
  [[nodiscard]] std::optional<Thumbnail> picture(const std::filesystem::path& file, const Draw& draw);

  std::filesystem::path current_;
  std::vector<ListedScene> scenes_;
  RunList& runs_;
  std::mutex drawing_;
  std::map<std::filesystem::path, Thumbnail> pictures_;  ///< by the file on which they depend
};

}  // namespace muslin::app
