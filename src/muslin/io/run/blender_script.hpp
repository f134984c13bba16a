#pragma once
#include <string_view>

namespace muslin {

/// import_in_blender.py: what it brings into Blender it finds in the run.json beside it, so it is the same in every run
/// folder.
[[nodiscard]] std::string_view blender_script();

}  // namespace muslin
