#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/run_file_names.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// Checks that the name of each body can name its files: it is an Error if a name is not a valid file name or two
/// bodies would share a file.
[[nodiscard]] Status check_body_names(const Scene& scene);

/// Removes the files of the run in the folder, if any, and no other file. If the process is killed meanwhile, the
/// folder has the state `partial`.
[[nodiscard]] Status remove_run(const std::filesystem::path& folder);

/// Removes files under temporary names that a killed process left incomplete.
void remove_temporary_files(const std::filesystem::path& folder);

}  // namespace muslin
