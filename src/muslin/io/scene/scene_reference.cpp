#include <muslin/io/scene/scene_format.hpp>
#include <muslin/io/scene/scene_reference.hpp>

namespace muslin {

const std::vector<ReferenceSection>& scene_reference() {
  static const std::vector<ReferenceSection> sections = make_reference(scene_format());
  return sections;
}

std::string scene_reference_page() {
  return "# Reference of scene files\n\n"
         "Every key with its type, unit, range and default. The program writes this page itself, with\n"
         "`muslin explain --markdown`; do not edit it. [Scene files](scene-format.md) explains how keys work together, "
         "and\n"
         "[Adding a scene key](adding-a-scene-key.md) where they come from.\n\n"
         "Paths are those of `--set`: a `*` stands for the name or the number of an item, as in\n"
         "`--set bodies.curtain.fabric.shear=20`. A plain number is in the unit in brackets; a text may have another "
         "unit with it.\n" +
         to_markdown(scene_reference());
}

}  // namespace muslin
