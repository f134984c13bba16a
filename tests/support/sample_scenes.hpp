#pragma once
#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <string>
#include <string_view>

namespace muslin::test {

/// A scene that uses nearly everything and no files.
[[nodiscard]] std::string rich_scene();

/// The shortest scene: one cloth with these further members of the body, and these of the scene.
[[nodiscard]] std::string cloth_scene(std::string_view body_members, std::string_view scene_members = "");

/// A sheet between two plates that close to less than nothing after a tenth of a second, and open again: its policy is
/// to stop.
[[nodiscard]] std::string pinch_scene();

/// The scene of a text that must be good. Files it names are relative to `folder`.
[[nodiscard]] LoadedScene valid_scene(std::string_view text, const SceneReadOptions& options = {},
                                      const std::filesystem::path& folder = "");

/// "where: what; remedy" of the error that the text must have. It is called "a.json".
[[nodiscard]] std::string scene_error(std::string_view text, const SceneReadOptions& options = {});

/// Expects two scenes to be the same to the last bit, but for their motions, of which positions are compared.
void expect_same_scene(const Scene& one, const Scene& other);

/// Expects every number of a scene to be finite, and every index to be good.
void expect_sound_scene(const Scene& scene);

}  // namespace muslin::test
