#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/model/shell_bending.hpp>

namespace muslin {
namespace {

constexpr std::size_t kHingesPerChunk = 256;
constexpr std::size_t kBentPerChunk = 512;

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

/// Returns the indices of the six corners of a triangle among the four vertices of the hinge at its side k.
std::array<std::int8_t, 6> slots_of(const Hinge& hinge, std::size_t triangle, std::size_t k) {
  std::array<std::int8_t, 6> slots = {-1, -1, -1, -1, -1, -1};
  const bool first = hinge.triangles[0] == TriangleId(triangle);
  const bool forward = first || !hinge.same_front;  // whether the triangle traverses the edge from a to b
  slots[k] = forward ? 0 : 1;
  slots[(k + 1) % 3] = forward ? 1 : 0;
  slots[(k + 2) % 3] = first ? 2 : 3;
  slots[3 + k] = first ? 3 : 2;
  return slots;
}

}  // namespace

void ShellBending::add(const Mesh& mesh, const Topology& topology, const Fabric& fabric, std::size_t first_vertex,
                       const ShellBendingOptions& options) {
  MUSLIN_ASSERT(options.plasticity.yield_curvature >= 0.0 && options.plasticity.hardening >= 0.0);
  const BendingForm form = make_bending_form(mesh, topology, fabric, options.form);
  const auto placed = [&](VertexId v) { return VertexId(first_vertex + v.index()); };
  const std::size_t first_hinge = hinges_.size();
  const bool flat = options.rest == ShellBendingOptions::Rest::flat;
  can_yield_ = can_yield_ || std::isfinite(options.plasticity.yield_curvature);
  for (const Hinge& hinge : form.hinges.hinges) {
    const auto floor_of = [&](std::size_t which) {
      return 2.0 * tolerance::kCollapsedAreaRatio * form.hinges.triangles[hinge.triangles[which].index()].area;
    };
    RestHinge rest{.vertices = hinge.vertices,
                   .min_double_areas = {floor_of(0), floor_of(1)},
                   .width = form.hinges.width(hinge),
                   .plasticity = options.plasticity};
    for (VertexId& v : rest.vertices) v = placed(v);
    hinges_.push_back(rest);
    state_.rest_angles.push_back(flat ? 0.0 : dihedral_angle(muslin::positions_of(hinge, mesh.positions)));
  }
  prepared_.resize(hinges_.size());
  state_.plastic_angles.resize(hinges_.size(), 0.0);

  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& sides = form.hinges.triangle_hinges[t];
    if (std::all_of(sides.begin(), sides.end(), [](std::int32_t h) { return h < 0; })) continue;
    Element element{};
    for (std::size_t a = 0; a < 3; ++a) element.vertices[a] = placed(mesh.triangles[t][a]);
    element.hinges = {-1, -1, -1};
    element.stiffness = form.stiffness[t];
    element.damping = fabric.bending_damping;
    element.moment = element.damping_moment = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      element.slots[k].fill(-1);
      if (sides[k] < 0) continue;
      const Hinge& hinge = form.hinges.hinges[index(sides[k])];
      const bool first = hinge.triangles[0] == TriangleId(t);
      const std::size_t h = first_hinge + index(sides[k]);
      element.hinges[k] = static_cast<std::int32_t>(h);
      element.slots[k] = slots_of(hinge, t, k);
      element.vertices[3 + k] = placed(hinge.vertices[first ? 3 : 2]);
      hinges_[h].elements[first ? 0 : 1] = static_cast<std::int32_t>(elements_.size());
    }
    elements_.push_back(element);
  }
}

HingePositions ShellBending::positions_of(const RestHinge& hinge, std::span<const Vec3> x) {
  const auto& v = hinge.vertices;
  return {x[v[0].index()], x[v[1].index()], x[v[2].index()], x[v[3].index()]};
}

void ShellBending::set_state(HingeState state) {
  MUSLIN_ASSERT(state.rest_angles.size() == prepared_.size() && state.plastic_angles.size() == prepared_.size());
  state_ = std::move(state);
}

Vec3 ShellBending::elastic_angles(const Element& element) const {
  Vec3 angles = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const std::int32_t h = element.hinges[index(k)];
    if (h >= 0) angles[k] = prepared_[index(h)].angle.angle - state_.rest_angles[index(h)];
  }
  return angles;
}

void ShellBending::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  parallel_for(prepared_.size(), kHingesPerChunk, [&](std::size_t h) {
    const RestHinge& hinge = hinges_[h];
    PreparedHinge& prepared = prepared_[h];
    prepared.angle = dihedral_gradient(positions_of(hinge, x), hinge.min_double_areas);
    prepared.rate = 0.0;
    for (std::size_t i = 0; i < 4; ++i) prepared.rate += prepared.angle.gradient[i].dot(v[hinge.vertices[i].index()]);
  });
  parallel_for(elements_.size(), kBentPerChunk, [&](std::size_t e) {
    Element& element = elements_[e];
    const Vec3 angles = elastic_angles(element);
    Vec3 rates = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
      if (element.hinges[index(k)] >= 0) rates[k] = prepared_[index(element.hinges[index(k)])].rate;
    element.moment = element.stiffness * angles;
    element.damping_moment = element.damping * (element.stiffness * rates);
    element.energy = 0.5 * angles.dot(element.moment);
  });
}

/// Returns -Σ_k ∂θ_k/∂x_a · moment_k.
Vec3 ShellBending::corner_force(const Element& element, int a, const Vec3& moment) const {
  Vec3 force = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const std::int8_t slot = element.slots[index(k)][index(a)];
    if (slot < 0) continue;
    force -= moment[k] * prepared_[index(element.hinges[index(k)])].angle.gradient[index(slot)];
  }
  return force;
}

Vec3 ShellBending::force(std::size_t e, int a) const {
  const Element& element = elements_[e];
  return corner_force(element, a, element.moment + element.damping_moment);
}

Vec3 ShellBending::implicit_force(std::size_t e, int a) const {
  return corner_force(elements_[e], a, elements_[e].moment);
}

Mat3 ShellBending::block(std::size_t e, int a, int b, MatrixWeights weights) const {
  if (a > b) return block(e, b, a, weights).transpose();
  const Element& element = elements_[e];
  const auto gradient = [&](int k, int corner) -> const Vec3* {
    const std::int8_t slot = element.slots[index(k)][index(corner)];
    if (slot < 0) return nullptr;
    return &prepared_[index(element.hinges[index(k)])].angle.gradient[index(slot)];
  };
  const double scale = weights.stiffness + element.damping * weights.velocity;
  Mat3 sum = Mat3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Vec3* left = gradient(k, a);
    if (left == nullptr) continue;
    Vec3 right = Vec3::Zero();
    for (int l = 0; l < 3; ++l)
      if (const Vec3* g = gradient(l, b)) right += element.stiffness(k, l) * *g;
    sum += *left * right.transpose();
  }
  if (a == b) return (0.5 * scale) * (sum + sum.transpose());  // symmetric to the last bit
  return scale * sum;
}

double ShellBending::flow(std::span<const Vec3> x) {
  if (!can_yield_) return 0.0;
  parallel_for(prepared_.size(), kHingesPerChunk,
               [&](std::size_t h) { prepared_[h].angle.angle = dihedral_angle(positions_of(hinges_[h], x)); });
  // Hinges yield one after the other, because each changes the moments at its neighbours. Few yield at a time.
  double dissipated = 0.0;
  for (std::size_t h = 0; h < prepared_.size(); ++h) yield(h, dissipated);
  return dissipated;
}

void ShellBending::yield(std::size_t h, double& dissipated) {
  const RestHinge& hinge = hinges_[h];
  const Plasticity& plasticity = hinge.plasticity;
  const double elastic = prepared_[h].angle.angle - state_.rest_angles[h];
  const double limit = plasticity.yield_curvature * hinge.width + plasticity.hardening * state_.plastic_angles[h];
  if (!(std::abs(elastic) > limit)) return;

  // Sum the moment and the stiffness of this hinge alone over both triangles.
  double moment = 0.0, stiffness = 0.0;
  for (const std::int32_t e : hinge.elements) {
    const Element& element = elements_[index(e)];
    const auto found = std::find(element.hinges.begin(), element.hinges.end(), static_cast<std::int32_t>(h));
    const auto k = static_cast<int>(found - element.hinges.begin());
    moment += element.stiffness.row(k).dot(elastic_angles(element));
    stiffness += element.stiffness(k, k);
  }
  // Return to the yield limit, which hardening raises, but never beyond the angle of minimal energy.
  const double direction = elastic > 0.0 ? 1.0 : -1.0;
  const double useful = direction * moment / stiffness;
  if (!(useful > 0.0)) return;
  const double change = std::min((std::abs(elastic) - limit) / (1.0 + plasticity.hardening), useful);
  state_.rest_angles[h] += direction * change;
  state_.plastic_angles[h] += change;
  dissipated += change * (direction * moment - 0.5 * stiffness * change);
}

}  // namespace muslin
