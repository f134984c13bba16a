#include <muslin/geometry/shapes.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/sim/scene.hpp>
#include <utility>

namespace muslin {
namespace detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

ValueFormat time() {
  return options_format(options_of<SceneTime>())
      .with("duration", number(quantity::kTime).above(0).to(1e9).about("Simulated time, instead of \"frames\"."))
      .before("step")
      .at_most_one_of({"frames", "duration"});
}

/// Returns the format of the loads, in which gravity may also be a single number.
ValueFormat forces() {
  ValueFormat format = options_format(options_of<Loads>());
  ValueFormat vector = format.find("gravity")->format;
  ValueFormat downwards = *vector.item;
  std::string about = std::exchange(vector.about, {});
  downwards.about = "Downwards.";
  return FormatBuilder(std::move(format))
      .instead("gravity", any_of({std::move(downwards), std::move(vector)}).about(std::move(about)));
}

ValueFormat attachments() {
  const OptionTable& table = options_of<Tie>();
  ValueFormat::Field length = option_field(table, "length");
  std::string about = std::exchange(length.format.about, {});
  length.format = any_of({std::move(length.format), choice({"start"})}).about(std::move(about));
  return list(object(table.about)
                  .needs("from", object("The attached vertices.")
                                     .needs("body", text().about("Name of their body."))
                                     .needs("vertices", selection_format()))
                  .needs("to", object("The body to which they are attached.")
                                   .needs("body", text().about("Name of the other body."))
                                   .with("vertices", selection_format(), "nearest"))
                  .with(option_field(table, "stiffness"))
                  .with(option_field(table, "damping"))
                  .with(std::move(length)),
              0, 1'000'000);
}

}  // namespace
}  // namespace detail

const ValueFormat& scene_format() {
  using namespace format;  // NOLINT(google-build-using-namespace): the words of the table
  static const ValueFormat format =
      options_format(options_of<Scene>())
          .with("$schema", text().about("The schema that editors check the scene by; see `muslin schema`."))
          .before("about")
          .needs("version", integer().from(1).to(1).about("Version of this format."))
          .before("about")
          .instead("time", detail::time())
          .with("from", detail::start_format())
          .before("integrator")
          .instead("collision", detail::collision_format())
          .instead("forces", detail::forces())
          .needs("bodies", list(detail::body_format(), 1, 100'000).about("The bodies of the scene."))
          .before("output")
          .with("attachments", detail::attachments(), JsonValue::list())
          .before("output");
  return format;
}

}  // namespace muslin
