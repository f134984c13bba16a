#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <limits>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/projection_problem.hpp>
#include <utility>

namespace muslin {
namespace {

/// Up to this many rows that are all equalities, a factorisation is faster than conjugate gradients: 3 against 5 ms for
/// 3,000 rows, 20 against 10 for 13,000, 275 against 80 for 80,000. Inequalities always take conjugate gradients,
/// because an active set needs many factorisations.
constexpr std::size_t kMaxFactorisedEqualities = 6000;

/// The distinct movable nodes of a row.
template <class NodeOf>
RowSystem::NodeGradients nodes_of_row(const std::array<VertexId, 3>& vertices, std::span<const double> inverse_mass,
                                      const NodeOf& node_of) {
  RowSystem::NodeGradients gradients;
  std::size_t count = 0;
  for (const VertexId v : vertices) {
    if (!v.valid() || !(inverse_mass[v.index()] > 0.0)) continue;
    const auto node = static_cast<std::int32_t>(node_of(v));
    bool known = false;
    for (std::size_t k = 0; k < count; ++k) known = known || gradients[k].node == node;
    if (!known) gradients[count++].node = node;
  }
  return gradients;
}

bool is_inside_a_patch(const std::array<VertexId, 3>& vertices, const RigidPatches& patches) {
  const std::int32_t patch = patches.patch_of(vertices[0]);
  return patch >= 0 && std::all_of(vertices.begin(), vertices.end(),
                                   [&](VertexId v) { return !v.valid() || patches.patch_of(v) == patch; });
}

/// A straight yarn between two pins makes the system nearly singular. The shift may be as large as the share of the
/// target that the limit allows to miss.
ProjectionProblem::Shifts choose_shifts(const StretchRows& rows, bool has_hybrid_patches) {
  double shift = tolerance::kMaxRowShift;
  for (std::size_t r = 0; r < rows.size(); ++r) shift = std::min(shift, rows.limit(r));
  // Shape matching undoes part of each step, so the step itself must be exact.
  if (has_hybrid_patches) shift = 0.0;
  shift = std::max(shift, tolerance::kMinRowShift);
  return {.mass = shift,
          .tension = std::max(shift / tolerance::kTensionShiftDivisor, tolerance::kMinTensionShift),
          .warm_start = std::max(tolerance::kMinRowShift, tolerance::kKnownTensionShiftShare * shift)};
}

}  // namespace

ProjectionProblem::ProjectionProblem(StretchRows rows, RigidPatches patches, std::vector<double> inverse_mass,
                                     int max_iterations, HybridPatches hybrid)
    : rows_(std::move(rows)),
      patches_(std::move(patches)),
      hybrid_(std::move(hybrid)),
      inverse_mass_(std::move(inverse_mass)),
      max_iterations_(max_iterations),
      system_({}, 0, 0),
      row_length_(rows_.mean_length()),
      shifts_(choose_shifts(rows_, hybrid_.size() > 0)) {
  make_row_system();
  has_inequalities_ =
      std::any_of(row_of_.begin(), row_of_.end(), [&](std::uint32_t r) { return !rows_.is_equality(r); });
  prefers_yarns_ =
      !has_triangles() && !has_hybrid_patches() && (has_inequalities_ || size() > kMaxFactorisedEqualities);
}

void ProjectionProblem::make_row_system() {
  std::vector<RowSystem::NodeGradients> gradients;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (is_inside_a_patch(rows_.vertices(r), patches_)) continue;
    gradients.push_back(nodes_of_row(rows_.vertices(r), inverse_mass_, [&](VertexId v) { return node_of(v); }));
    if (gradients.back()[0].node < 0)
      gradients.pop_back();  // all of its vertices are prescribed
    else
      row_of_.push_back(static_cast<std::uint32_t>(r));
  }
  const std::size_t n = inverse_mass_.size();
  system_ = RowSystem(std::move(gradients), n, n + patches_.size());
  for (std::size_t v = 0; v < n; ++v) system_.mobility(v).inverse_mass = inverse_mass_[v];
  value_.resize(row_of_.size());
  step_.active.resize(row_of_.size());
  step_.multiplier.resize(row_of_.size());
}

std::size_t ProjectionProblem::node_of(VertexId v) const {
  const std::int32_t patch = patches_.patch_of(v);
  return patch < 0 ? v.index() : inverse_mass_.size() + static_cast<std::size_t>(patch);
}

/// Converts a gradient by a vertex into one by its node. A rotation ω of a patch moves its vertex by ω × arm.
NodeGradient ProjectionProblem::node_gradient(VertexId v, const Vec3& gradient) const {
  NodeGradient result;
  if (!v.valid() || !(inverse_mass_[v.index()] > 0.0)) return result;
  result.node = static_cast<std::int32_t>(node_of(v));
  result.translation = gradient;
  if (patches_.patch_of(v) >= 0) result.rotation = patches_.arm(v).cross(gradient);
  return result;
}

void ProjectionProblem::set_warm_start(std::span<const double> tension, double step_size) {
  warm_start_tension_.assign(tension.begin(), tension.end());
  for (double& value : warm_start_tension_) value *= step_size * step_size;
}

void ProjectionProblem::find_tension(double step_size, std::span<double> tension) const {
  for (std::size_t r = 0; r < tension.size(); ++r)
    tension[r] = std::max(0.0, -total_multiplier_[r] / target_stretch(r)) / (step_size * step_size);
}

bool ProjectionProblem::has_large_tension() const {
  for (std::size_t r = 0; r < warm_start_tension_.size(); ++r) {
    if (!(warm_start_tension_[r] > 0.0)) continue;
    const std::array<VertexId, 3>& vertices = rows_.vertices(row_of_[r]);
    double mobility = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!vertices[k].valid()) continue;
      const double coefficient = rows_.coefficient(row_of_[r], k);
      mobility += coefficient * coefficient * inverse_mass_[vertices[k].index()];
    }
    if (warm_start_tension_[r] * mobility > tolerance::kMassMetricMaxTension) return true;
  }
  return false;
}

void ProjectionProblem::begin(std::span<const Vec3> start, std::span<Vec3> x, std::span<const ContactRow> contacts) {
  systems_ = 0;
  start_ = start;
  x_ = x;
  contacts_.begin(contacts);
  requested_.assign(x.begin(), x.end());
  is_at_request_ = false;
  restart();
}

void ProjectionProblem::restart() {
  if (is_at_request_) return;
  std::copy(requested_.begin(), requested_.end(), x_.begin());
  if (!prefers_yarns_) activate_taut_rows();
  patches_.fit(x_);
  hybrid_.fill(x_);
  total_multiplier_.assign(row_of_.size(), 0.0);
  measure();
  is_at_request_ = true;
}

/// Rows that are taut at the start of the step are likely to be active. If each had to be found, the active set would
/// grow by one edge along a yarn per iteration.
void ProjectionProblem::activate_taut_rows() {
  rows_.evaluate(start_);
  for (std::size_t r = 0; r < row_of_.size(); ++r) step_.active[r] = rows_.is_taut(row_of_[r]) ? 1 : 0;
}

double ProjectionProblem::measure() {
  rows_.evaluate(x_);
  double defect = 0.0;
  for (std::size_t r = 0; r < row_of_.size(); ++r) {
    value_[r] = rows_.value(row_of_[r]);
    if (value_[r] > 0.0 || is_equality(r)) defect += value_[r] * value_[r];
  }
  contacts_.measure(x_);
  defect_ = defect + contacts_.defect(row_length_);
  return defect_;
}

double ProjectionProblem::predicted_defect() const {
  double defect = 0.0;
  for (std::size_t r = 0; r < row_of_.size(); ++r) {
    const double value = value_[r] + system_.change(r, step_.motion);
    if (value > 0.0 || is_equality(r)) defect += value * value;
  }
  return defect + contacts_.predicted_defect(step_.motion, row_length_);
}

bool ProjectionProblem::is_converged() const { return report_lengths().is_within() && !contacts_.is_violated(); }

FilterReport ProjectionProblem::inspect(std::span<const Vec3> x) {
  rows_.evaluate(x);
  return report_lengths();
}

FilterReport ProjectionProblem::report() const {
  FilterReport report = report_lengths();
  report.max_violation = contacts_.max_violation();
  report.iterations = systems_;
  return report;
}

FilterReport ProjectionProblem::report_lengths() const {
  FilterReport report;
  double worst = 0.0;
  for (const std::uint32_t r : row_of_) {
    report.strain = std::max(report.strain, rows_.strain(r));
    if (!rows_.exceeds_limit(r) && !rows_.is_short(r)) continue;
    ++report.over_limit;
    if (rows_.strain(r) - rows_.limit(r) <= worst) continue;
    worst = rows_.strain(r) - rows_.limit(r);
    report.worst = rows_.vertices(r)[0];
  }
  return report;
}

void ProjectionProblem::linearise() {
  is_at_request_ = false;
  for (std::size_t p = 0; p < patches_.size(); ++p) system_.mobility(inverse_mass_.size() + p) = patches_.mobility(p);
  for (std::size_t r = 0; r < row_of_.size(); ++r) {
    RowSystem::NodeGradients& gradients = system_.row(r);
    for (NodeGradient& h : gradients) h = {.node = h.node};
    const std::array<VertexId, 3>& vertices = rows_.vertices(row_of_[r]);
    for (std::size_t k = 0; k < 3; ++k) {
      const NodeGradient part = node_gradient(vertices[k], rows_.gradient(row_of_[r], k));
      if (part.node < 0) continue;
      for (NodeGradient& h : gradients)
        if (h.node == part.node) {
          h.translation += part.translation;
          h.rotation += part.rotation;
          const double coefficient = rows_.coefficient(row_of_[r], k);
          h.coefficient += coefficient;
          if (patches_.patch_of(vertices[k]) >= 0) h.weighted_arm += coefficient * patches_.arm(vertices[k]);
        }
    }
  }
  if (!contacts_.empty())
    contacts_.linearise(system_, [&](VertexId v, const Vec3& gradient) { return node_gradient(v, gradient); });
}

void ProjectionProblem::set_zero_step() {
  step_.motion.assign_zero(inverse_mass_.size() + patches_.size());
  std::fill(step_.multiplier.begin(), step_.multiplier.end(), 0.0);
  step_.has_mass_factors = false;
}

bool ProjectionProblem::add_contact_impulses() {
  if (contacts_.empty()) return true;
  if (!step_.has_mass_factors && !system_.factorise(step_.active, tolerance::kTriangleRowShift)) return false;
  contacts_.add_to(system_, step_.active, step_.multiplier, step_.motion);
  return true;
}

void ProjectionProblem::take_step(double share) {
  const std::size_t n = inverse_mass_.size();
  save(before_step_);
  for (std::size_t v = 0; v < n; ++v)
    if (patches_.patch_of(VertexId(v)) < 0) x_[v] += share * step_.motion.translation[v];
  for (std::size_t p = 0; p < patches_.size(); ++p)
    patches_.move(p, share * step_.motion.translation[n + p], share * step_.motion.rotation[n + p]);
  patches_.place(x_);
  hybrid_.fill(x_);
}

void ProjectionProblem::undo_step() { restore(before_step_); }

void ProjectionProblem::accumulate_multipliers() {
  for (std::size_t r = 0; r < total_multiplier_.size(); ++r) total_multiplier_[r] += step_.multiplier[r];
}

void ProjectionProblem::save(Snapshot& snapshot) const {
  snapshot.x.assign(x_.begin(), x_.end());
  snapshot.poses = patches_.poses();
}

void ProjectionProblem::restore(const Snapshot& snapshot) {
  std::copy(snapshot.x.begin(), snapshot.x.end(), x_.begin());
  patches_.set_poses(snapshot.poses);
}

}  // namespace muslin
