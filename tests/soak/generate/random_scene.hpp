#pragma once
#include <cstdint>
#include <muslin/io/json/json_value.hpp>
#include <string>

namespace muslin::soak {

/// A scene that was drawn at random, over the whole scene format.
struct RandomScene {
  JsonValue json;
  std::string situation;  ///< the kind of scene: "curtain", "garment", …
  bool is_everyday = false;
};

/// Draws the scene of a seed: always the same one, on every machine. It is valid, or refused with an error of its own.
[[nodiscard]] RandomScene draw_scene(std::uint64_t seed);

}  // namespace muslin::soak
