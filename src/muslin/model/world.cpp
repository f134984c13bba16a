#include <Eigen/Geometry>
#include <algorithm>
#include <muslin/model/mass_spring_cloth.hpp>
#include <muslin/model/material_space.hpp>
#include <muslin/model/world.hpp>

#include <fmt/format.h>

namespace muslin {
namespace {

Error invalid_body(const Body& body, std::string what, std::string remedy) {
  return {Error::Kind::invalid_scene, "body '" + body.name + "'", std::move(what), std::move(remedy)};
}

/// Converts vertex ids of a body to ids of the world, by adding `first`.
template <std::size_t N>
std::array<VertexId, N> offset_ids(const std::array<VertexId, N>& vertices, std::size_t first) {
  std::array<VertexId, N> moved = vertices;
  for (VertexId& v : moved)
    if (v.valid()) v = VertexId(first + v.index());
  return moved;
}

/// Returns the body without the triangles at vertices inside hybrid patches, on which no force acts [Liu11, §5.1.1].
Body without_patch_interiors(const Body& body) {
  std::vector<std::uint8_t> is_inner(body.mesh.positions.size(), 0);
  for (const Patch& patch : body.patches.list)
    for (const VertexId v : inner_vertices(patch)) is_inner[v.index()] = 1;
  Body result = body;
  result.mesh.triangles.clear();
  result.mesh.triangle_group.clear();
  result.mesh.group_names.clear();
  const bool has_material = !body.mesh.material_corners.empty();
  result.mesh.material_corners.clear();
  for (std::size_t t = 0; t < body.mesh.triangles.size(); ++t) {
    const Triangle& triangle = body.mesh.triangles[t];
    if (std::any_of(triangle.begin(), triangle.end(), [&](VertexId v) { return is_inner[v.index()] != 0; })) continue;
    result.mesh.triangles.push_back(triangle);
    if (has_material) result.mesh.material_corners.push_back(body.mesh.material_corners[t]);
  }
  return result;
}

/// Returns whether two sheets have the same bending: the same triangles in material space, and the same rigidity.
/// Positions do not matter where every triangle has material coordinates.
bool bend_alike(const Body& a, const Body& b) {
  const auto has_material = [](const std::array<std::int32_t, 3>& corners) { return corners[0] >= 0; };
  return a.fabric.bending_warp == b.fabric.bending_warp && a.fabric.bending_weft == b.fabric.bending_weft &&
         a.mesh.positions.size() == b.mesh.positions.size() && a.mesh.triangles == b.mesh.triangles &&
         !a.mesh.material_corners.empty() && a.mesh.material_corners == b.mesh.material_corners &&
         std::all_of(a.mesh.material_corners.begin(), a.mesh.material_corners.end(), has_material) &&
         a.mesh.material == b.mesh.material;
}

/// Adds bodies to a world one after the other.
class WorldBuilder {
 public:
  explicit WorldBuilder(const Loads& loads) { world_.loads = loads; }

  [[nodiscard]] Status add(const WorldBody& part) {
    const Body& body = *part.body;
    const BodyRange range{.first_vertex = world_.mass.size(), .vertex_count = body.mesh.positions.size()};
    world_.bodies.push_back(range);
    world_.mass.resize(range.first_vertex + range.vertex_count, 0.0);
    world_.scripted.resize(world_.mass.size(), 0);
    if (body.kind == BodyKind::cloth || body.kind == BodyKind::shell) {
      if (Status status = add_sheet(body, range.first_vertex); !status) return status;
    }
    if (body.kind == BodyKind::embedded) {
      if (Status status = add_objects(body, range.first_vertex); !status) return status;
    }
    if (body.kind != BodyKind::obstacle && !body.mesh.segments.empty()) {
      if (Status status = add_cable(body, range.first_vertex); !status) return status;
    }
    for (const VertexId v : part.scripted) world_.scripted[range.first_vertex + v.index()] = 1;
    // A vertex without mass cannot respond to a force.
    for (std::size_t i = range.first_vertex; i < world_.mass.size(); ++i)
      if (world_.mass[i] == 0.0) world_.scripted[i] = 1;
    return Done{};
  }

  void add(const Tie& tie) {
    const std::size_t from = world_.bodies[static_cast<std::size_t>(tie.from)].first_vertex;
    const std::size_t to = world_.bodies[static_cast<std::size_t>(tie.to)].first_vertex;
    Attachment attachment{
        .vertices = {}, .weights = {}, .rest_length = tie.length, .stiffness = tie.stiffness, .damping = tie.damping};
    const std::array<VertexId, 3> anchor = offset_ids(tie.anchor, to);
    for (std::size_t k = 0; k < 3; ++k) {
      if (!anchor[k].valid()) continue;
      attachment.vertices[k] = anchor[k];
      attachment.weights[k] = -tie.weight[k];
    }
    attachment.vertices[3] = VertexId(from + tie.vertex.index());
    attachment.weights[3] = 1.0;
    world_.attachments.add(attachment);
  }

  /// Adds the rigid groups, after all bodies have been added, because an object may be fixed to a body that comes after
  /// it. Vertices without mass stay where they are.
  void add_rigid_groups(const Body& body, std::size_t index) {
    const std::size_t first = world_.bodies[index].first_vertex;
    const auto add = [&](std::span<const VertexId> vertices, std::size_t shift, std::vector<VertexId>& group) {
      for (const VertexId v : vertices)
        if (world_.mass[shift + v.index()] > 0.0) group.emplace_back(shift + v.index());
    };
    for (const EmbeddedObject& object : body.embedding.objects) {
      std::vector<VertexId>& group = world_.rigid_groups.emplace_back();
      add(object.vertices, first, group);
      add(object.footprint, world_.bodies[static_cast<std::size_t>(body.embedding.host)].first_vertex, group);
    }
    if (body.patches.method != PatchMethod::rigid) return;
    for (const Patch& patch : body.patches.list) add(patch.vertices, first, world_.rigid_groups.emplace_back());
  }

  [[nodiscard]] World take() { return std::move(world_); }

 private:
  [[nodiscard]] Status add_sheet(const Body& body, std::size_t first) {
    for (std::size_t t = 0; t < body.mesh.triangles.size(); ++t) {
      const MaterialCorners corners = material_corners(body.mesh, TriangleId(t));
      if (!spans_area(corners)) {
        const auto& [a, b, c] = body.mesh.triangles[t];
        const Vec3& place = body.mesh.positions[a.index()];
        return invalid_body(
            body,
            fmt::format("triangle {} has no area at rest, or next to none (vertices {}, {} and {}, near "
                        "({:.6g}, {:.6g}, {:.6g}))",
                        t, a.value, b.value, c.value, place.x(), place.y(), place.z()),
            "dissolve it, or merge its vertices by distance");
      }
      const double corner_mass = body.fabric.areal_density * std::abs(doubled_area(corners)) / 6.0;
      for (const VertexId v : body.mesh.triangles[t]) world_.mass[first + v.index()] += corner_mass;
    }
    if (body.patches.method == PatchMethod::hybrid && !body.patches.list.empty())
      add_elements(without_patch_interiors(body), first);
    else
      add_elements(body, first);
    if (world_.loads.air_density > 0.0) {
      const std::int32_t sheet = world_.air_drag.add_sheet({.air_density = world_.loads.air_density,
                                                            .normal = world_.loads.normal_drag,
                                                            .tangential = world_.loads.tangential_drag});
      for (const Triangle& triangle : body.mesh.triangles) world_.air_drag.add(offset_ids(triangle, first), sheet);
    }
    return Done{};
  }

  /// Adds the mass of each object, spread over its surface. There are no forces within an object, because it is rigid.
  [[nodiscard]] Status add_objects(const Body& body, std::size_t first) {
    std::vector<double> area(body.mesh.positions.size(), 0.0);
    for (const Triangle& triangle : body.mesh.triangles) {
      const Vec3& a = body.mesh.positions[triangle[0].index()];
      const Vec3 normal =
          (body.mesh.positions[triangle[1].index()] - a).cross(body.mesh.positions[triangle[2].index()] - a);
      for (const VertexId v : triangle) area[v.index()] += normal.norm() / 6.0;
    }
    for (std::size_t o = 0; o < body.embedding.objects.size(); ++o) {
      const std::vector<VertexId>& vertices = body.embedding.objects[o].vertices;
      double total = 0.0;
      for (const VertexId v : vertices) total += area[v.index()];
      for (const VertexId v : vertices) {
        if (!(area[v.index()] > 0.0))
          return invalid_body(body,
                              fmt::format("vertex {} of object {} belongs to no triangle with an area", v.value, o),
                              "`muslin check` lists such vertices; remove them");
        world_.mass[first + v.index()] = body.embedding.mass * area[v.index()] / total;
      }
    }
    return Done{};
  }

  void add_elements(const Body& body, std::size_t first) {
    if (body.stretch_model == StretchModel::springs) return add_springs(body, first);
    add_membrane(body, first);
    add_bending(body, first);
  }

  void add_springs(const Body& body, std::size_t first) {
    const MassSpringCloth cloth = make_mass_spring_cloth(body.mesh, body.fabric).value();  // make_mass_spring_cloth()
                                                                                           // cannot fail, because the
                                                                                           // areas were checked
    for (Spring spring : cloth.edges) {
      spring.vertices = offset_ids(spring.vertices, first);
      world_.springs.add(spring);
    }
    for (BendSpring spring : cloth.bends) {
      spring.vertices = offset_ids(spring.vertices, first);
      world_.bend_springs.add(spring);
    }
  }

  void add_membrane(const Body& body, std::size_t first) {
    const std::int32_t fabric = world_.membrane.add_fabric(body.fabric);
    for (std::size_t t = 0; t < body.mesh.triangles.size(); ++t)
      world_.membrane.add(offset_ids(body.mesh.triangles[t], first), material_corners(body.mesh, TriangleId(t)),
                          fabric);
  }

  void add_bending(const Body& body, std::size_t first) {
    if (body.bending_model == BendingModel::quadratic) {
      world_.sheet_bending.push_back(
          {.bending = quadratic_bending(body), .first_vertex = first, .damping = body.fabric.bending_damping});
      return;
    }
    const Topology topology = make_topology(body.mesh);
    const auto rest =
        body.kind == BodyKind::shell ? ShellBendingOptions::Rest::as_modelled : ShellBendingOptions::Rest::flat;
    world_.shell_bending.add(body.mesh, topology, body.fabric, first, {.rest = rest, .plasticity = body.plasticity});
  }

  /// Returns the bending of an earlier sheet if that is the same: the layers of a pile are often copies of each other,
  /// and calibrating their bending is most of the time of a start.
  [[nodiscard]] QuadraticBending quadratic_bending(const Body& body) {
    for (const auto& [earlier, bending] : bendings_)
      if (bend_alike(*earlier, body)) return bending;
    QuadraticBending bending(body.mesh, make_topology(body.mesh), body.fabric);
    if (body.patches.list.empty()) bendings_.emplace_back(&body, bending);  // with patches, it may be a temporary body
    return bending;
  }

  [[nodiscard]] Status add_cable(const Body& body, std::size_t first) {
    const CableMaterial& material = body.cable;
    const Mesh& mesh = body.mesh;
    std::vector<double> length(mesh.segments.size());
    std::vector<std::vector<std::size_t>> at_vertex(mesh.positions.size());
    for (std::size_t s = 0; s < mesh.segments.size(); ++s) {
      const Segment& segment = mesh.segments[s];
      length[s] = (mesh.positions[segment[1].index()] - mesh.positions[segment[0].index()]).norm();
      if (!(length[s] > 0.0))
        return invalid_body(body, fmt::format("segment {} has no length", s), "remove it, or move one of its ends");
      for (const VertexId v : segment) {
        world_.mass[first + v.index()] += 0.5 * material.linear_density * length[s];
        at_vertex[v.index()].push_back(s);
      }
      world_.springs.add({.vertices = offset_ids(segment, first),
                          .rest_length = length[s],
                          .stiffness = material.stretch / length[s],
                          .damping = material.stretch_damping});
      if (world_.loads.air_density > 0.0)
        world_.cable_drag.add(offset_ids(segment, first), {.diameter = material.thickness,
                                                           .air_density = world_.loads.air_density,
                                                           .normal = world_.loads.normal_drag,
                                                           .tangential = world_.loads.tangential_drag});
    }
    // Add a joint wherever exactly two segments meet; where more meet, the bending is undefined.
    for (std::size_t v = 0; v < at_vertex.size(); ++v) {
      if (at_vertex[v].size() != 2) continue;
      const auto other_end = [&](std::size_t s) {
        const Segment& segment = mesh.segments[s];
        return segment[0].index() == v ? segment[1] : segment[0];
      };
      const std::size_t before = at_vertex[v][0], after = at_vertex[v][1];
      world_.cable_bending.add(
          {.vertices = offset_ids(std::array{other_end(before), VertexId(v), other_end(after)}, first),
           .rest_lengths = {length[before], length[after]},
           .rigidity = material.bending,
           .rest_curvature = 0.0,
           .damping = material.bending_damping});
    }
    return Done{};
  }

  World world_;
  std::vector<std::pair<const Body*, QuadraticBending>> bendings_;  ///< of sheets that later ones may equal
};

}  // namespace

Result<World> make_world(std::span<const WorldBody> bodies, std::span<const Tie> ties, const Loads& loads) {
  WorldBuilder builder(loads);
  for (const WorldBody& body : bodies)
    if (Status status = builder.add(body); !status) return status.error();
  for (std::size_t b = 0; b < bodies.size(); ++b) builder.add_rigid_groups(*bodies[b].body, b);
  for (const Tie& tie : ties) builder.add(tie);
  return builder.take();
}

}  // namespace muslin
