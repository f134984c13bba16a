#include <muslin/response/collision_step.hpp>
#include <muslin/response/zone_problem.hpp>

namespace muslin {

void ZoneProblem::assign(const CollisionStep& step, std::span<const Contact> contacts,
                         std::span<const std::uint32_t> which, std::span<const VertexId> vertices,
                         std::span<const double> speed_aimed_at) {
  rows.assign(contacts, which, vertices, step.inverse_mass());
  normal.resize(which.size());
  relative.resize(which.size());
  aim.resize(which.size());
  friction.resize(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Contact& contact = contacts[which[i]];
    normal[i] = contact.normal;
    relative[i] = rows.scale(i) * relative_velocity(contact, step.velocity());
    aim[i] = rows.scale(i) * speed_aimed_at[which[i]];
    friction[i] = step.friction(contact);
  }
}

void ZoneProblem::relative_after(std::span<const Vec3> impulse, std::span<Vec3> after) const {
  std::vector<Vec3> vertices(rows.vertex_count());
  rows.multiply_transposed<Vec3>(impulse, vertices, Vec3::Zero());
  rows.multiply<Vec3>(vertices, after);
  for (std::size_t i = 0; i < after.size(); ++i) after[i] += relative[i];
}

void ZoneProblem::apply(std::span<const Vec3> impulse, std::span<const VertexId> vertices,
                        std::span<Vec3> velocity) const {
  std::vector<Vec3> change(vertices.size());
  rows.multiply_transposed<Vec3>(impulse, change, Vec3::Zero());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    velocity[vertices[v].index()] += rows.root_inverse_mass(v) * change[v];
}

}  // namespace muslin
