#pragma once
#include <string_view>

namespace muslin {

/// Returns the text of import_in_blender.py. The script reads the list of bodies from the run.json in its folder, so it
/// is the same in every run folder.
[[nodiscard]] std::string_view blender_script();

}  // namespace muslin
