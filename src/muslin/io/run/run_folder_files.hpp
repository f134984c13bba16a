#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// Names of the files of a run folder, apart from the `.obj` and `.pc2` of each body.
inline constexpr const char* kRecordName = "run.json";
inline constexpr const char* kSceneName = "scene.json";
inline constexpr const char* kStatsName = "stats.ndjson";
inline constexpr const char* kAuditName = "audit.json";
inline constexpr const char* kContactsName = "contacts.bin";
inline constexpr const char* kCheckpointName = "checkpoint";
inline constexpr const char* kBlenderName = "import_in_blender.py";

/// Checks that the name of each body can name its files: it is an Error if a name is not a valid file name or two
/// bodies would share a file.
[[nodiscard]] Status check_body_names(const Scene& scene);

/// Makes the folder and its parents; an existing folder is accepted.
[[nodiscard]] Status make_folder(const std::filesystem::path& folder);

/// Removes the files of the run in the folder, if any, and no other file. If the process is killed meanwhile, the
/// folder has the state `partial`.
[[nodiscard]] Status remove_run(const std::filesystem::path& folder);

/// Removes files under temporary names that a killed process left incomplete.
void remove_temporary_files(const std::filesystem::path& folder);

}  // namespace muslin
