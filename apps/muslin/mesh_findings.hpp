#pragma once
#include <muslin/detect/mesh_check.hpp>
#include <string>

namespace muslin::app {

/// "1 x 2 x 0 m from (0, 0, 0)".
[[nodiscard]] std::string size_text(const MeshCheck& check);

/// Prints a warning, with what to do, for everything that a simulation may trip over.
void print_findings(const MeshCheck& check);

/// Prints a warning, indented below the line of the thing it is about.
void print_warning(const std::string& text);

}  // namespace muslin::app
