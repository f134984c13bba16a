#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>

namespace muslin {

/// Makes the folder and its parents; an existing folder is accepted.
[[nodiscard]] Status make_folder(const std::filesystem::path& folder);

}  // namespace muslin
