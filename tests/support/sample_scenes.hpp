#pragma once
#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <string>
#include <string_view>

namespace muslin::test {

/// Returns a scene that uses nearly every feature and no files.
[[nodiscard]] std::string rich_scene();

/// Returns the shortest scene: one cloth with these additional members of the body and of the scene.
[[nodiscard]] std::string cloth_scene(std::string_view body_members, std::string_view scene_members = "");

/// Returns a scene with a sheet between two plates that close beyond contact after a tenth of a second and open again.
/// Its policy for a pinch is to stop.
[[nodiscard]] std::string pinch_scene();

/// Reads a scene from a text that must be valid. Files that it names are relative to `folder`.
[[nodiscard]] LoadedScene valid_scene(std::string_view text, const SceneReadOptions& options = {},
                                      const std::filesystem::path& folder = "");

/// Returns "where: what; remedy" of the error that the text must have. Messages call the text "a.json".
[[nodiscard]] std::string scene_error(std::string_view text, const SceneReadOptions& options = {});

/// Expects two scenes to be equal to the last bit; motions are compared by their positions.
void expect_same_scene(const Scene& one, const Scene& other);

/// Expects every number of a scene to be finite and every index to be valid.
void expect_sound_scene(const Scene& scene);

}  // namespace muslin::test
