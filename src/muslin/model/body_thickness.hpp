#pragma once
#include <muslin/model/body.hpp>

namespace muslin {

/// Returns the distance between two layers of a body [m]; of a cable, its diameter.
[[nodiscard]] inline double thickness_of(const Body& body) {
  return body.kind == BodyKind::cable ? body.cable.thickness : body.fabric.thickness;
}

}  // namespace muslin
