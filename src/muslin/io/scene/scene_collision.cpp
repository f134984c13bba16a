#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_collision.hpp>
#include <utility>

namespace muslin {

Result<std::vector<SurfacePair>> read_pairs(const SceneContext& context, const SceneNode& node,
                                            const std::vector<ReadBody>& bodies) {
  std::vector<SurfacePair> pairs;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> seen;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const SceneNode pair = node.item(i), names = pair.at("bodies");
    const auto first = find_body(context, names.item(0), bodies);
    if (!first) return first.error();
    const auto second = find_body(context, names.item(1), bodies);
    if (!second) return second.error();
    const auto [other, is_new] = seen.emplace(std::minmax(*first, *second), i);
    if (!is_new)
      return context.error(names, fmt::format("pair {} names the same bodies", other->second), "keep only one of them");
    if (!pair.has("thickness") && !pair.has("friction"))
      return context.error(pair, "the pair sets nothing", "give \"thickness\", \"friction\" or both");
    SurfacePair read{static_cast<std::int32_t>(*first), static_cast<std::int32_t>(*second), {}, {}};
    read_options(pair.value(), read);
    pairs.push_back(read);
  }
  return pairs;
}

}  // namespace muslin
