#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// The files of a run folder, besides the `.obj` and `.pc2` of each body.
inline constexpr const char* kRecordName = "run.json";
inline constexpr const char* kSceneName = "scene.json";
inline constexpr const char* kStatsName = "stats.ndjson";
inline constexpr const char* kAuditName = "audit.json";
inline constexpr const char* kCheckpointName = "checkpoint";
inline constexpr const char* kBlenderName = "import_in_blender.py";

/// Each body becomes files of its name: an Error where one cannot, or two would be the same.
[[nodiscard]] Status check_body_names(const Scene& scene);

/// Makes the folder and those above it; fine if it is there.
[[nodiscard]] Status make_folder(const std::filesystem::path& folder);

/// Removes the files of the run that the folder holds, if any, and no other file. Killed in between, it leaves a folder
/// that says `partial`.
[[nodiscard]] Status remove_run(const std::filesystem::path& folder);

/// Removes what a killed process left half-written under a temporary name.
void remove_temporary_files(const std::filesystem::path& folder);

}  // namespace muslin
