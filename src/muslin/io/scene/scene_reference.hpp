#pragma once
#include <muslin/io/json/format_reference.hpp>
#include <string>
#include <vector>

namespace muslin {

/// Every key of scene files in words, made from the table that the reader itself follows.
[[nodiscard]] const std::vector<ReferenceSection>& scene_reference();

/// The text of docs/scene-reference.md.
[[nodiscard]] std::string scene_reference_page();

}  // namespace muslin
