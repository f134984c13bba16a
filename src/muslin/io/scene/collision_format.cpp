#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/response/collision_options.hpp>

namespace muslin::detail {
namespace {

ValueFormat pairs() {
  using namespace format;  // NOLINT(google-build-using-namespace): the words of the table
  ValueFormat pair = options_format(options_of<SurfacePair>())
                         .needs("bodies", list(text(), 2, 2).about("Names of the two bodies."))
                         .before("thickness");
  return list(std::move(pair), 0, 1'000'000);
}

}  // namespace

ValueFormat collision_format() {
  return options_format(options_of<CollisionOptions>())
      .with("pairs", pairs(), JsonValue::list())
      .hint("thickness", "give it to the bodies, or to \"pairs\" of them")
      .hint("friction", "give it to the bodies, or to \"pairs\" of them");
}

}  // namespace muslin::detail
