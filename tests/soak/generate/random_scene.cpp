#include <fmt/format.h>

#include <tests/soak/generate/random_scene.hpp>
#include <tests/soak/generate/situations.hpp>

namespace muslin::soak {

RandomScene draw_scene(std::uint64_t seed) {
  SceneDraft draft(seed);
  const auto all = situations();
  const Situation& situation = all[draft.dice.bits() % all.size()];
  situation.draw(draft);
  return {finish_scene(draft, fmt::format("soak {}: {}", seed, situation.name)), situation.name, draft.is_everyday};
}

}  // namespace muslin::soak
