#pragma once
#include <muslin/detect/mesh_check.hpp>
#include <string>

namespace muslin::app {

/// Returns size and corner of the bounding box: "1 x 2 x 0 m from (0, 0, 0)".
[[nodiscard]] std::string size_text(const MeshCheck& check);

/// Prints a warning with a remedy for each property of the mesh that may cause trouble in a simulation.
void print_findings(const MeshCheck& check);

/// Prints a warning, indented below the line of its subject.
void print_warning(const std::string& text);

}  // namespace muslin::app
