#include <cstddef>
#include <cstdint>
#include <muslin/core/assert.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <string_view>

/// An error with the file's name, or a scene whose numbers are finite and whose resolved copy reads back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const muslin::SceneReadOptions small = {.max_elements = 2000};
  const auto loaded = muslin::read_scene_text(text, "/nowhere/fuzz", small);
  if (!loaded) {
    MUSLIN_ASSERT(loaded.error().where.starts_with("/nowhere/fuzz") && !loaded.error().what.empty());
    return 0;
  }
  for (const auto& body : loaded->scene.bodies)
    for (const muslin::Vec3& x : body.body.mesh.positions) MUSLIN_ASSERT(x.allFinite());
  const auto again = muslin::read_scene_text(loaded->resolved_json, "/nowhere/fuzz", small);
  MUSLIN_ASSERT(again.has_value() && again->resolved_json == loaded->resolved_json);
  return 0;
}
