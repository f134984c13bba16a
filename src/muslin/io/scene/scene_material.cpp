#include <fmt/format.h>

#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/nearest_name.hpp>
#include <muslin/io/scene/scene_material.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {
namespace {

/// Every number of a fabric, by its key.
template <class Visit>
void for_each_number(Fabric& fabric, const Visit& visit) {
  visit("areal_density", fabric.areal_density);
  visit("stretch_warp", fabric.stretch_warp);
  visit("stretch_weft", fabric.stretch_weft);
  visit("poisson", fabric.poisson);
  visit("shear", fabric.shear);
  visit("bending_warp", fabric.bending_warp);
  visit("bending_weft", fabric.bending_weft);
  visit("thickness", fabric.thickness);
  visit("friction", fabric.friction);
  visit("stretch_damping", fabric.stretch_damping);
  visit("bending_damping", fabric.bending_damping);
}

template <class Visit>
void for_each_number(CableMaterial& cable, const Visit& visit) {
  visit("linear_density", cable.linear_density);
  visit("stretch", cable.stretch);
  visit("bending", cable.bending);
  visit("thickness", cable.thickness);
  visit("friction", cable.friction);
  visit("stretch_damping", cable.stretch_damping);
  visit("bending_damping", cable.bending_damping);
}

/// Reads the numbers that are given, those of the body itself last.
template <class Material>
void read_numbers(Material& material, const SceneNode& body, const SceneNode& node) {
  for_each_number(material, [&](const char* key, double& value) { value = node.number_or(key, value); });
  material.thickness = body.number_or("thickness", material.thickness);
  material.friction = body.number_or("friction", material.friction);
  body.erase("thickness");
  body.erase("friction");
}

template <class Material>
JsonValue all_numbers(Material material) {
  JsonValue object = JsonValue::object();
  for_each_number(material, [&](const char* key, double& value) { object.set(key, JsonValue::of(value)); });
  return object;
}

/// The known fabric or cable that a material names, or the default one.
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
  if (given.has("stretch")) fabric.stretch_warp = fabric.stretch_weft = given.at("stretch").number();
  if (given.has("bending")) fabric.bending_warp = fabric.bending_weft = given.at("bending").number();
  read_numbers(fabric, node, given);
  given.replace(all_numbers(fabric));
  return fabric;
}

Result<CableMaterial> read_cable_material(const SceneContext& context, const SceneNode& node) {
  const SceneNode given = node.at("material");
  const auto base = find_base(context, given, "cable", named_cables(), NamedCable{});
  if (!base) return base.error();
  CableMaterial material = base->material;
  read_numbers(material, node, given);
  given.replace(all_numbers(material));
  return material;
}

}  // namespace muslin
