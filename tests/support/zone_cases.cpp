#include <algorithm>
#include <tests/support/random.hpp>
#include <tests/support/zone_cases.hpp>

namespace muslin::test {

VertexId ZoneCase::add_vertex(double w, const Vec3& v) {
  inverse_mass.push_back(w);
  velocity.push_back(v);
  return VertexId(velocity.size() - 1);
}

void ZoneCase::add_contact(const std::array<VertexId, 4>& vertex, const std::array<double, 4>& weight,
                           const Vec3& normal, double mu, double target_speed) {
  Contact contact;
  contact.vertex = vertex;
  contact.weight = weight;
  contact.normal = normal;
  contacts.push_back(contact);
  friction.push_back(mu);
  target_velocity.push_back(target_speed);
}

std::vector<VertexId> ZoneCase::movable() const {
  std::vector<VertexId> list;
  for (std::size_t v = 0; v < inverse_mass.size(); ++v)
    if (inverse_mass[v] > 0.0) list.emplace_back(v);
  return list;
}

ZoneProblem ZoneCase::problem() const {
  std::vector<std::uint32_t> which(contacts.size());
  for (std::size_t i = 0; i < which.size(); ++i) which[i] = static_cast<std::uint32_t>(i);
  ZoneProblem problem;
  problem.rows.assign(contacts, which, movable(), inverse_mass);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    problem.normal.push_back(contacts[i].normal);
    problem.relative.emplace_back(problem.rows.scale(i) * relative_velocity(contacts[i], velocity));
    problem.target_velocity.push_back(problem.rows.scale(i) * target_velocity[i]);
    problem.friction.push_back(friction[i]);
  }
  return problem;
}

std::vector<Vec3> ZoneCase::after(const ZoneProblem& problem, std::span<const Vec3> impulse) const {
  std::vector<Vec3> v = velocity;
  problem.apply(impulse, movable(), v);
  return v;
}

Eigen::MatrixXd ZoneCase::jacobian() const {
  Eigen::MatrixXd j =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(contacts.size()), 3 * static_cast<Eigen::Index>(velocity.size()));
  for (std::size_t i = 0; i < contacts.size(); ++i)
    for (std::size_t k = 0; k < 4; ++k)
      j.block<1, 3>(static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(contacts[i].vertex[k].index())) +=
          contacts[i].weight[k] * contacts[i].normal.transpose();
  return j;
}

double ZoneCase::kinetic_energy(std::span<const Vec3> v) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (inverse_mass[i] > 0.0) energy += 0.5 * v[i].squaredNorm() / inverse_mass[i];
  return energy;
}

Vec3 ZoneCase::momentum(std::span<const Vec3> v) const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < v.size(); ++i)
    if (inverse_mass[i] > 0.0) sum += v[i] / inverse_mass[i];
  return sum;
}

ZoneCase random_zone(const RandomZoneOptions& options) {
  Random random(options.seed);
  ZoneCase zone;
  for (int v = 0; v < options.vertices; ++v) {
    const bool held = random.chance(options.prescribed);
    zone.add_vertex(held ? 0.0 : random.uniform(0.5, 2.0), held ? Vec3::Zero() : random.in_box(1.0));
  }
  const auto other_than = [&](std::initializer_list<VertexId> taken) {
    for (;;) {
      const VertexId v(random.integer(0, options.vertices - 1));
      if (std::find(taken.begin(), taken.end(), v) == taken.end()) return v;
    }
  };
  for (int c = 0; c < options.contacts; ++c) {
    const double mu = options.friction * random.unit();
    if (c > 0 && random.chance(options.repeated)) {
      const Contact& same = zone.contacts[static_cast<std::size_t>(random.integer(0, c - 1))];
      const Contact copy = same;
      zone.add_contact(copy.vertex, copy.weight, copy.normal, mu);
      continue;
    }
    const VertexId a = other_than({}), b = other_than({a}), d = other_than({a, b}), e = other_than({a, b, d});
    const double s = random.uniform(0.1, 0.9), t = random.uniform(0.1, 0.9);
    if (random.chance(0.5))
      zone.add_contact({a, b, d, e}, {-s, s - 1.0, t, 1.0 - t}, random.direction(), mu);
    else
      zone.add_contact({a, b, d, e}, {-s, -t * (1.0 - s), -(1.0 - t) * (1.0 - s), 1.0}, random.direction(), mu);
  }
  return zone;
}

ZoneCase stack(int sheets, int side, double friction, std::uint64_t seed) {
  Random random(seed);
  ZoneCase zone;
  const int count = side * side;
  const VertexId floor = zone.add_vertex(0.0, Vec3::Zero());
  for (int s = 0; s < sheets; ++s)
    for (int v = 0; v < count; ++v) zone.add_vertex(1.0, Vec3(0.3, -1.0, 0.0) + random.in_box(0.3));
  const auto at = [&](int sheet, int i, int j) { return VertexId(1 + sheet * count + i * side + j); };
  for (int s = 0; s < sheets; ++s)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        if (s == 0) {
          zone.add_contact({floor, floor, floor, at(0, i, j)}, {-1.0, 0.0, 0.0, 1.0}, Vec3::UnitY(), friction);
          continue;
        }
        const int ii = std::min(i, side - 2), jj = std::min(j, side - 2);
        const double a = random.uniform(0.1, 0.5), b = random.uniform(0.1, 0.4);
        const Vec3 normal = (Vec3::UnitY() + random.in_box(0.1)).normalized();
        zone.add_contact({at(s - 1, ii, jj), at(s - 1, ii + 1, jj), at(s - 1, ii, jj + 1), at(s, i, j)},
                         {-a, -b, a + b - 1.0, 1.0}, normal, friction);
      }
  return zone;
}

}  // namespace muslin::test
