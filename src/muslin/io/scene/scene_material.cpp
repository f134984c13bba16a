#include <fmt/format.h>

#include <muslin/core/nearest_name.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_material.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {
namespace {

/// Reads the given numbers, those of the body itself last, and writes all of them for the resolved copy.
template <class Material>
void read_numbers(Material& material, const SceneNode& body, const SceneNode& given) {
  read_options(given.value(), material);
  material.thickness = body.number_or("thickness", material.thickness);
  material.friction = body.number_or("friction", material.friction);
  body.erase("thickness");
  body.erase("friction");
  given.replace(write_options(material));
}

/// Returns the known fabric or cable that a material names, or the default one.
template <class Named>
Result<Named> find_base(const SceneContext& context, const SceneNode& node, const char* kind,
                        std::span<const Named> known, const Named& fallback) {
  if (!node.has("base")) return fallback;
  const std::string& name = node.at("base").text();
  std::vector<std::string> names;
  for (const Named& candidate : known) {
    if (candidate.name == name) return candidate;
    names.emplace_back(candidate.name);
  }
  return context.error(node, fmt::format("unknown {} {}", kind, quote(name)), suggest(name, names));
}

}  // namespace

Result<Fabric> read_fabric(const SceneContext& context, const SceneNode& node) {
  const SceneNode given = node.at("fabric");
  const auto base = find_base(context, given, "fabric", named_fabrics(), NamedFabric{});
  if (!base) return base.error();
  Fabric fabric = base->fabric;
  read_numbers(fabric, node, given);
  return fabric;
}

Result<CableMaterial> read_cable_material(const SceneContext& context, const SceneNode& node) {
  const SceneNode given = node.at("material");
  const auto base = find_base(context, given, "cable", named_cables(), NamedCable{});
  if (!base) return base.error();
  CableMaterial material = base->material;
  read_numbers(material, node, given);
  return material;
}

}  // namespace muslin
