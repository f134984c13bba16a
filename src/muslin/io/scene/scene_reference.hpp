#pragma once
#include <muslin/io/json/format_reference.hpp>
#include <string>
#include <vector>

namespace muslin {

/// Describes every key of scene files in words, generated from the table that the reader uses.
[[nodiscard]] const std::vector<ReferenceSection>& scene_reference();

/// Returns the text of docs/scene-reference.md.
[[nodiscard]] std::string scene_reference_page();

}  // namespace muslin
