#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/dynamics/wind.hpp>
#include <numeric>
#include <type_traits>

namespace muslin {
namespace {

constexpr std::size_t kGatheredPerChunk = 512;
constexpr std::size_t kSlotChunk = 1024;
constexpr std::size_t kElementChunk = 1024;

/// Returns the largest value(i) over all i in [0, size), but at least 0.
template <class Value>
double largest(std::size_t size, Value&& value) {
  std::vector<double> parts(chunk_count(size, kElementChunk), 0.0);
  parallel_chunks(size, kElementChunk, [&](Chunk chunk) {
    double part = 0.0;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) part = std::max(part, value(i));
    parts[chunk.index] = part;
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0, [](double x, double y) { return std::max(x, y); });
}

/// Returns the world vertices of an entry of a sheet's matrix.
VertexPair placed(const SheetBending& sheet, const QuadraticBending::Entry& entry) {
  return {VertexId(sheet.first_vertex + entry.row.index()), VertexId(sheet.first_vertex + entry.column.index())};
}

}  // namespace

System::System(World& world, std::vector<std::unique_ptr<ElementGroup>> extra)
    : world_(world), groups_(element_kinds(world)), extra_(std::move(extra)) {
  std::vector<VertexPair> pairs;
  for_each_group(*this, [&](auto& group) { group.connect(vertex_count(), pairs); });
  std::vector<VertexPair> bending_pairs;
  for (const SheetBending& sheet : world.sheet_bending)
    for (const QuadraticBending::Entry& entry : sheet.bending.entries()) bending_pairs.push_back(placed(sheet, entry));
  matrix_ = BlockMatrix(BlockPattern(vertex_count(), pairs), BlockPattern(vertex_count(), bending_pairs));
  for_each_group(*this, [&](auto& group) { group.bind(matrix_.block_pattern()); });
  for (const SheetBending& sheet : world.sheet_bending) {
    std::vector<std::size_t>& slots = bending_slots_.emplace_back();
    for (const QuadraticBending::Entry& entry : sheet.bending.entries()) {
      const VertexPair pair = placed(sheet, entry);
      slots.push_back(matrix_.scalar_pattern().slot(pair[0], pair[1]));
    }
  }
  pairs.insert(pairs.end(), bending_pairs.begin(), bending_pairs.end());
  for (const std::vector<VertexId>& group : world.rigid_groups)
    for (const VertexId v : group) pairs.push_back({group.front(), v});
  free_parts_ = find_free_parts(pairs, held_vertices());
  set_contact_springs({});
  double total_mass = 0.0;
  for (std::size_t i = 0; i < vertex_count(); ++i)
    if (!scripted(i)) total_mass += world.mass[i];
  root_total_mass_ = std::sqrt(total_mass);
}

/// Marks the vertices whose parts balance_momentum() skips: scripted ones, and those with unknown external forces.
std::vector<std::uint8_t> System::held_vertices() const {
  std::vector<std::uint8_t> held = world_.scripted;
  std::apply(
      [&](const auto&... group) { ((group.net_force() == NetForce::other ? group.mark_vertices(held) : void()), ...); },
      groups_);
  for (const auto& group : extra_)
    if (group->net_force() != NetForce::zero) group->mark_vertices(held);
  return held;
}

void System::evaluate(std::span<const Vec3> x, std::span<const Vec3> v, double time) {
  const Vec3 wind = wind_at(world_.loads, time);
  for_each_element_kind(world_, [&](auto& elements) {
    if constexpr (requires { elements.set_wind(wind); }) elements.set_wind(wind);
  });
  for_each_group(*this, [&](auto& group) { group.prepare(x, v); });
  position_.assign(x.begin(), x.end());
  velocity_.assign(v.begin(), v.end());
  assembled_.reset();
}

void System::force(std::span<Vec3> f) const {
  parallel_for(vertex_count(), kGatheredPerChunk, [&](std::size_t i) {
    Vec3 sum = world_.mass[i] * world_.loads.gravity;
    for_each_group(*this, [&](const auto& group) { group.add_force(i, sum); });
    f[i] = sum;
    f[i] -= world_.loads.damping * world_.mass[i] * velocity_[i];
  });
  for (const SheetBending& sheet : world_.sheet_bending) {
    sheet.bending.add_product(-1.0, sheet.part_of(std::span<const Vec3>(position_)), sheet.part_of(f));
    sheet.bending.add_product(-sheet.damping, sheet.part_of(std::span<const Vec3>(velocity_)), sheet.part_of(f));
  }
  add_contact_forces(f, true);
}

Vec3 System::force_on(std::size_t vertex) const {
  Vec3 sum = world_.mass[vertex] * world_.loads.gravity;
  for_each_group(*this, [&](const auto& group) { group.add_force(vertex, sum); });
  sum -= world_.loads.damping * world_.mass[vertex] * velocity_[vertex];
  for (const SheetBending& sheet : world_.sheet_bending) {
    if (!sheet.contains(vertex)) continue;
    for (const QuadraticBending::Neighbour& other : sheet.bending.row(VertexId(vertex - sheet.first_vertex))) {
      const std::size_t j = sheet.first_vertex + other.column.index();
      sum -= other.value * (position_[j] - position_[vertex] + sheet.damping * (velocity_[j] - velocity_[vertex]));
    }
  }
  return sum;
}

void System::implicit_force(std::span<Vec3> f) const {
  parallel_for(vertex_count(), kGatheredPerChunk, [&](std::size_t i) {
    Vec3 sum = world_.mass[i] * world_.loads.gravity;
    for_each_group(*this, [&](const auto& group) { group.add_implicit_force(i, sum); });
    f[i] = sum;
  });
  for (const SheetBending& sheet : world_.sheet_bending)
    sheet.bending.add_product(-1.0, sheet.part_of(std::span<const Vec3>(position_)), sheet.part_of(f));
  add_contact_forces(f, false);
}

void System::assemble_elements(MatrixWeights weights) {
  const BlockPattern& pattern = matrix_.block_pattern();
  const double mass_weight = 1.0 + weights.velocity * world_.loads.damping;
  parallel_for(pattern.slot_count(), kSlotChunk, [&](std::size_t slot) {
    Mat3 block = Mat3::Zero();
    if (pattern.row(slot) == pattern.column(slot))
      block.diagonal().setConstant(mass_weight * world_.mass[pattern.row(slot).index()]);
    for_each_group(*this, [&](const auto& group) { group.add_block(slot, weights, block); });
    matrix_.block(slot) = block;
  });
  for (std::size_t k = 0; k < world_.sheet_bending.size(); ++k) {
    const SheetBending& sheet = world_.sheet_bending[k];
    const double weight = weights.stiffness + weights.velocity * sheet.damping;
    const std::span<const QuadraticBending::Entry> entries = sheet.bending.entries();
    parallel_for(entries.size(), kSlotChunk,
                 [&](std::size_t e) { matrix_.scalar(bending_slots_[k][e]) = weight * entries[e].value; });
  }
  assembled_ = weights;
  ++assemblies_;
}

const BlockMatrix& System::assemble(MatrixWeights weights) {
  if (assembled_ != weights) assemble_elements(weights);
  std::vector<Coupling> couplings(contact_springs_.size());
  parallel_for(couplings.size(), kSlotChunk, [&](std::size_t c) {
    const ContactSpring& spring = contact_springs_[c];
    const Mat3 normal = spring.normal * spring.normal.transpose();
    couplings[c] = {spring.vertex, spring.weight,
                    SymmetricBlock(weights.stiffness * spring.stiffness * normal +
                                   weights.velocity * spring.damping * (Mat3::Identity() - normal))};
  });
  std::vector<Vec3> places = couplings.empty() ? std::vector<Vec3>() : position_;
  matrix_.set_couplings(Couplings(vertex_count(), std::move(couplings)), std::move(places));
  return matrix_;
}

void System::set_contact_springs(std::vector<ContactSpring> springs) {
  contact_springs_ = std::move(springs);
  part_group_.resize(free_parts_.count);
  std::iota(part_group_.begin(), part_group_.end(), 0);
  if (contact_springs_.empty() || free_parts_.count == 0) return;
  const auto part_of = [&](const ContactSpring& spring, std::size_t corner) {
    return free_parts_.part[spring.vertex[corner].index()];
  };
  // Contact springs connect parts. One additional number, the last, stands for all parts connected to a scripted
  // vertex.
  DisjointSets groups(free_parts_.count + 1);
  const std::size_t scripted = free_parts_.count;
  for (const ContactSpring& spring : contact_springs_) {
    std::size_t first = groups.size();
    for (std::size_t a = 0; a < 4; ++a) {
      if (spring.weight[a] == 0.0) continue;
      const std::size_t own = part_of(spring, a) < 0 ? scripted : static_cast<std::size_t>(part_of(spring, a));
      if (first < groups.size()) groups.join(first, own);
      first = own;
    }
  }
  for (std::size_t part = 0; part < part_group_.size(); ++part)
    part_group_[part] = groups.find(part) == groups.find(scripted) ? -1 : static_cast<std::int32_t>(groups.find(part));
}

void System::add_contact_forces(std::span<Vec3> f, bool with_friction) const {
  for (const ContactSpring& spring : contact_springs_) {
    Vec3 gap = Vec3::Zero(), velocity = Vec3::Zero();
    for (std::size_t a = 0; a < 4; ++a) {
      gap += spring.weight[a] * (position_[spring.vertex[a].index()] - position_[spring.vertex[3].index()]);
      velocity += spring.weight[a] * velocity_[spring.vertex[a].index()];
    }
    const Vec3& n = spring.normal;
    Vec3 force = spring.stiffness * (spring.rest_gap - n.dot(gap)) * n;
    if (with_friction) force -= spring.damping * (velocity - n.dot(velocity) * n);
    for (std::size_t a = 0; a < 4; ++a) f[spring.vertex[a].index()] += spring.weight[a] * force;
  }
}

double System::row_norm(std::size_t vertex, MatrixWeights weights) const {
  double norm = 0.0;
  for (const SheetBending& sheet : world_.sheet_bending) {
    if (!sheet.contains(vertex)) continue;  // the diagonal is minus the sum of the other entries
    const double weight = weights.stiffness + weights.velocity * sheet.damping;
    for (const QuadraticBending::Neighbour& other : sheet.bending.row(VertexId(vertex - sheet.first_vertex)))
      norm += 2.0 * weight * std::abs(other.value);
  }
  for_each_group(*this, [&](const auto& group) { group.add_block_norms(vertex, weights, norm); });
  return norm;
}

System::Rates System::max_rates() const {
  // The sum of the block norms in a row bounds the eigenvalues of a symmetric matrix, and the sum over the blocks of
  // the individual elements is no smaller.
  const auto rate = [&](MatrixWeights weights) {
    return largest(vertex_count(),
                   [&](std::size_t i) { return scripted(i) ? 0.0 : row_norm(i, weights) / world_.mass[i]; });
  };
  return {.stiffness = rate({.stiffness = 1.0}), .damping = rate({.velocity = 1.0}) + world_.loads.damping};
}

double System::elastic_energy() const {
  double total = 0.0;
  for (const SheetBending& sheet : world_.sheet_bending)
    total += sheet.bending.energy(sheet.part_of(std::span<const Vec3>(position_)));
  for_each_group(*this, [&](const auto& group) { total += group.energy(); });
  return total;
}

double System::max_strain(std::span<const std::uint8_t> left_out) const {
  const Membrane& membrane = world_.membrane;
  const Springs& springs = world_.springs;
  const auto counts = [&](VertexId v) { return left_out.empty() || left_out[v.index()] == 0; };
  return std::max(
      largest(membrane.size(),
              [&](std::size_t e) { return counts(membrane.vertices(e)[0]) ? membrane.strain(e).largest : 0.0; }),
      largest(springs.size(), [&](std::size_t e) { return counts(springs.vertices(e)[0]) ? springs.strain(e) : 0.0; }));
}

void System::flow() {
  if (!(world_.shell_bending.flow(position_) > 0.0)) return;
  world_.shell_bending.prepare(position_, velocity_);
  assembled_.reset();
}

void System::set_hinges(const HingeState& hinges) {
  world_.shell_bending.set_state(hinges);
  assembled_.reset();
}

void System::balance_momentum(MatrixWeights weights, std::span<const Vec3> start, std::span<Vec3> delta) const {
  const double h = weights.velocity;
  const double damping = world_.loads.damping;
  const auto group_of = [&](std::size_t i) {
    const std::int32_t part = free_parts_.part[i];
    return part < 0 ? part : part_group_[static_cast<std::size_t>(part)];
  };
  std::vector<Mat3> inertia(free_parts_.count, Mat3::Zero());
  std::vector<Vec3> missing(free_parts_.count, Vec3::Zero());
  for (std::size_t i = 0; i < vertex_count(); ++i) {
    if (group_of(i) < 0) continue;
    const auto part = static_cast<std::size_t>(group_of(i));
    const Vec3& v = velocity_[i];
    missing[part] += world_.mass[i] * (start[i] - v - delta[i] + h * (world_.loads.gravity - damping * (v + delta[i])));
    inertia[part].diagonal().array() += (1.0 + h * damping) * world_.mass[i];
  }
  const auto add_drag = [&](const DragKind auto& drag) {
    for (std::size_t e = 0; e < drag.size(); ++e) {
      const auto vertices = drag.vertices(e);
      if (group_of(vertices[0].index()) < 0) continue;
      const auto part = static_cast<std::size_t>(group_of(vertices[0].index()));
      const double corners = static_cast<double>(vertices.size());
      Vec3 mean_change = Vec3::Zero();
      for (const VertexId v : vertices) mean_change += delta[v.index()] / corners;
      missing[part] += h * (corners * drag.force(e, 0) - drag.resistance(e) * mean_change);
      inertia[part] += h * drag.resistance(e);
    }
  };
  for_each_element_kind(world_, [&](const auto& elements) {
    if constexpr (DragKind<std::remove_cvref_t<decltype(elements)>>) add_drag(elements);
  });
  for (std::size_t part = 0; part < free_parts_.count; ++part)
    if (part_group_[part] == static_cast<std::int32_t>(part)) missing[part] = inertia[part].inverse() * missing[part];
  for (std::size_t i = 0; i < vertex_count(); ++i)
    if (group_of(i) >= 0) delta[i] += missing[static_cast<std::size_t>(group_of(i))];
}

}  // namespace muslin
