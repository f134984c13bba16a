#include <fmt/format.h>

#include <muslin/core/parallel.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_embedding.hpp>
#include <utility>

namespace muslin {
namespace {

/// Upper bound on copies; no sensible scene needs as many.
constexpr double kMaxCopies = 1e5;

}  // namespace

Status read_copies(const SceneContext& context, const SceneNode& node, Mesh& mesh) {
  std::vector<Vec3> shifts;
  if (node.is(JsonValue::Type::list)) {
    for (std::size_t i = 0; i < node.size(); ++i) shifts.push_back(node.item(i).vec3());
  } else {
    const SceneNode counts = node.at("counts"), steps = node.at("steps");
    const int columns = counts.item(0).integer(), rows = counts.item(1).integer();
    if (double(columns) * rows > kMaxCopies)
      return context.error(counts, fmt::format("this makes {} copies", double(columns) * rows),
                           "the maximum is 100,000");
    const Vec3 across = steps.item(0).vec3(), down = steps.item(1).vec3();
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        shifts.emplace_back((column - 0.5 * (columns - 1)) * across + (row - 0.5 * (rows - 1)) * down);
  }
  const Mesh one = std::exchange(mesh, {});
  for (const Vec3& shift : shifts) {
    Mesh copy = one;
    for (Vec3& x : copy.positions) x += shift;
    append(mesh, copy);
  }
  return Done{};
}

Status read_embedding(const SceneContext& context, const SceneNode& node, std::size_t index,
                      std::vector<ReadBody>& bodies) {
  Body& body = bodies[index].placed.body;
  const SceneNode on = node.at("on");
  const auto host = find_body(context, on.at("body"), bodies);
  if (!host) return host.error();
  const Body& sheet = bodies[*host].placed.body;
  if (sheet.kind != BodyKind::cloth && sheet.kind != BodyKind::shell)
    return context.error(on.at("body"), fmt::format("{} is neither a cloth nor a shell", quote(sheet.name)),
                         "only these can carry embedded objects");
  body.velocity = sheet.velocity;
  Embedding& embedding = body.embedding;
  embedding.host = static_cast<std::int32_t>(*host);
  read_options(node.value(), embedding);
  embedding.objects = split_into_objects(body.mesh);
  const double reach = on.number_or("reach", 0.0);
  parallel_for(embedding.objects.size(), 1, [&](std::size_t o) {
    embedding.objects[o].footprint = find_footprint(embedding.objects[o], body.mesh, sheet.mesh, reach);
  });
  return Done{};
}

}  // namespace muslin
