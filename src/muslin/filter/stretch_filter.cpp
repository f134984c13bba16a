#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/tolerances.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <utility>

namespace muslin {
namespace {

/// Times that the set of lengths that pull is mended before a step is taken: the first one, or one after a step that
/// made things worse; and any other.
constexpr int kManyRounds = 5;
constexpr int kFewRounds = 2;
/// How much worse than at their best a step may make things [1].
constexpr double kMaxDefectGrowth = 2.0;
/// Times that it is cut in half if it does.
constexpr int kMaxStepHalvings = 5;
/// Iterations of the hybrid in the metric of the tension that is expected: shape matching may undo them. And those
/// after which it leaves the metric of masses.
constexpr int kWarmStartSteps = 4, kMassMetricSteps = 12;
/// Iterations without a gain of a tenth before it gives up.
constexpr int kPatience = 8;
constexpr double kGain = 0.9;
/// How the shift of the system follows what steps bring: of what they promise, more than a good share, or no more than
/// a poor one [1].
constexpr double kGoodShare = 0.75, kPoorShare = 0.25;
/// Tension from which on the metric of masses is not tried [1]: see is_tension_large().
constexpr double kLargeTension = 0.1;
constexpr double kShiftFactor = 10.0, kMinRaisedShift = 1e-5;
/// Lengths that are kept, all of them, up to so many are faster to factorise: 3 against 5 ms for 3,000 of them, 20
/// against 10 for 13,000, 275 against 80 for 80,000. Not if some may be shorter: which of them pull takes many rounds.
constexpr std::size_t kFewRows = 6000;
/// What is expected is not there any more: a length that pulled would be shortened by more than this, or pulls change
/// by more than this share of them [1].
constexpr double kShortened = 0.02, kChanged = 0.5;
/// Products after which threads are given up.
constexpr int kMaxProducts = 500;

/// The nodes that a row takes hold of, each once; none that is prescribed.
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

}  // namespace

StretchFilter::StretchFilter(StretchRows rows, RigidPatches patches, std::vector<double> inverse_mass,
                             int max_iterations, HybridPatches hybrid)
    : rows_(std::move(rows)),
      patches_(std::move(patches)),
      hybrid_(std::move(hybrid)),
      inverse_mass_(std::move(inverse_mass)),
      max_iterations_(max_iterations),
      system_({}, 0, 0) {
  std::vector<RowSystem::NodeGradients> gradients;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (is_inside_a_patch(rows_.vertices(r), patches_)) continue;
    gradients.push_back(nodes_of_row(rows_.vertices(r), inverse_mass_, [&](VertexId v) { return node_of(v); }));
    if (gradients.back()[0].node < 0)
      gradients.pop_back();  // all prescribed
    else
      row_of_.push_back(static_cast<std::uint32_t>(r));
  }
  const std::size_t n = inverse_mass_.size();
  system_ = RowSystem(std::move(gradients), n, n + patches_.size());
  for (std::size_t v = 0; v < n; ++v) system_.mobility(v).inverse_mass = inverse_mass_[v];
  active_.resize(row_of_.size());
  multiplier_.resize(row_of_.size());
  value_.resize(row_of_.size());
  row_length_ = rows_.mean_length();
  for (std::size_t r = 0; r < rows_.size(); ++r) row_shift_ = std::min(row_shift_, rows_.limit(r));
  // What shape matching undoes must be asked for in full.
  if (hybrid_.size() > 0) row_shift_ = 0.0;
  row_shift_ = std::max(row_shift_, tolerance::kMinRowShift);
  raised_shift_ = std::max(row_shift_ / kShiftFactor, kMinRaisedShift);
  has_limits_ = std::any_of(row_of_.begin(), row_of_.end(), [&](std::uint32_t r) { return !rows_.is_equality(r); });
  uses_yarns_ = !rows_.has_triangles() && hybrid_.size() == 0 && (has_limits_ || row_of_.size() > kFewRows);
  yarn_tolerance_ = std::numeric_limits<double>::infinity();
  for (const std::uint32_t r : row_of_)
    yarn_tolerance_ = std::min(yarn_tolerance_, tolerance::kYarnSolverToleranceShare * rows_.limit(r));
  tension_shift_ = std::max(tolerance::kMinRowShift, tolerance::kKnownTensionShiftShare * row_shift_);
}

std::size_t StretchFilter::node_of(VertexId v) const {
  const std::int32_t patch = patches_.patch_of(v);
  return patch < 0 ? v.index() : inverse_mass_.size() + static_cast<std::size_t>(patch);
}

/// A gradient by a vertex as one by its node: what turns a patch moves the vertex by turn × arm.
NodeGradient StretchFilter::node_gradient(VertexId v, const Vec3& gradient) const {
  NodeGradient node_gradient;
  if (!v.valid() || !(inverse_mass_[v.index()] > 0.0)) return node_gradient;
  node_gradient.node = static_cast<std::int32_t>(node_of(v));
  node_gradient.translation = gradient;
  if (patches_.patch_of(v) >= 0) node_gradient.rotation = patches_.arm(v).cross(gradient);
  return node_gradient;
}

void StretchFilter::linearise_rows() {
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
  if (!contact_system_.empty())
    contact_system_.linearise(system_, [&](VertexId v, const Vec3& gradient) { return node_gradient(v, gradient); });
}

FilterReport StretchFilter::make_report() const {
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

bool StretchFilter::patches_are_rigid(std::span<const Vec3> x) const {
  for (std::size_t p = 0; p < patches_.size(); ++p)
    if (patches_.shape_error(p, x) > tolerance::kRigidShapeTolerance * patches_.diameter(p)) return false;
  return true;
}

FilterReport StretchFilter::inspect(std::span<const Vec3> x) {
  rows_.evaluate(x);
  return make_report();
}

FilterReport StretchFilter::project(std::span<const Vec3> start, std::span<Vec3> x,
                                    std::span<const ContactRow> contacts) {
  systems_ = 0;
  contact_system_.begin(contacts);
  requested_.assign(x.begin(), x.end());
  double defect = begin(start, x);
  const bool has_another_way = hybrid_.size() == 0;
  if (rows_.has_triangles()) {
    const int iterations = newton(
        x, {.shift = tolerance::kTriangleRowShift, .max_halvings = kMaxStepHalvings, .patience = kPatience}, defect);
    if (iterations < max_iterations_ && !is_converged() && has_another_way) {
      // From the beginning, as if lengths were a little elastic.
      defect = begin(start, x);
      static_cast<void>(newton(
          x, {.shift = tolerance::kSoftRowShift, .max_halvings = kMaxStepHalvings, .patience = kPatience}, defect));
    }
  } else {
    int iterations = 0;
    if (has_another_way && is_tension_large() && !is_converged()) {
      // How hard kept lengths push is not known from before.
      if (uses_yarns_ && has_limits_) iterations = apply_warm_start(start, x, defect);
      iterations += damped_newton(x, defect, tension_shift_, max_iterations_ - iterations);
      // If tension is not what it was: from the beginning.
      if (iterations < max_iterations_ && !is_converged()) defect = begin(start, x);
    }
    if (iterations < max_iterations_)
      iterations += newton(x, {.shift = row_shift_, .shift_factor = 1.0 / kShiftFactor, .max_halvings = 0}, defect);
    if (iterations < max_iterations_ && !is_converged() && has_another_way)
      static_cast<void>(damped_newton(x, defect, raised_shift_, max_iterations_ - iterations));
  }
  FilterReport report = make_report();
  report.max_violation = contact_system_.max_violation();
  report.iterations = systems_;
  return report;
}

/// Puts everything where the projection was asked for. Returns what measure() does.
double StretchFilter::begin(std::span<const Vec3> start, std::span<Vec3> x) {
  std::copy(requested_.begin(), requested_.end(), x.begin());
  if (!uses_yarns_) activate_taut_rows(start);
  patches_.fit(x);
  hybrid_.fill(x);
  total_multiplier_.assign(row_of_.size(), 0.0);
  return measure(x);
}

void StretchFilter::set_warm_start(std::span<const double> tension, double step_size) {
  warm_start_tension_.assign(tension.begin(), tension.end());
  for (double& value : warm_start_tension_) value *= step_size * step_size;
}

void StretchFilter::find_tension(double step_size, std::span<double> tension) const {
  for (std::size_t r = 0; r < tension.size(); ++r)
    tension[r] = std::max(0.0, -total_multiplier_[r] / rows_.target_stretch(row_of_[r])) / (step_size * step_size);
}

/// Would ripples grow in the metric of masses? A pull τ moves a thread by τ W DᵀD x; where the largest eigenvalue of
/// that exceeds 2, what zigzags is thrown over to the other side, and farther.
bool StretchFilter::is_tension_large() const {
  for (std::size_t r = 0; r < warm_start_tension_.size(); ++r) {
    if (!(warm_start_tension_[r] > 0.0)) continue;
    const std::array<VertexId, 3>& vertices = rows_.vertices(row_of_[r]);
    double mobility = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!vertices[k].valid()) continue;
      const double coefficient = rows_.coefficient(row_of_[r], k);
      mobility += coefficient * coefficient * inverse_mass_[vertices[k].index()];
    }
    if (warm_start_tension_[r] * mobility > kLargeTension) return true;
  }
  return false;
}

/// What is taut where the step begins is likely to pull: found one by one, pulls would travel one edge per iteration.
void StretchFilter::activate_taut_rows(std::span<const Vec3> start) {
  rows_.evaluate(start);
  for (std::size_t r = 0; r < row_of_.size(); ++r) active_[r] = rows_.is_taut(row_of_[r]) ? 1 : 0;
}

/// Steps as long as they bring something. Now and then things must get worse before they get better: other lengths
/// pull. Ends where things were at their best. Returns the iterations that it took.
int StretchFilter::newton(std::span<Vec3> x, const NewtonOptions& rule, double& defect) {
  best_.assign(x.begin(), x.end());
  best_poses_ = patches_.poses();
  int iteration = 0;
  double shift = rule.shift;
  // What is mixed with shape matching has no damped_newton() behind it.
  const bool has_tension = hybrid_.size() > 0 && is_tension_large();
  for (int waited = 0; iteration < max_iterations_ && waited <= rule.patience; ++iteration) {
    if (iteration > 0) shift = std::max(tolerance::kMinRowShift, rule.shift_factor * shift);
    const bool knows_tension = has_tension && iteration < kWarmStartSteps;
    const bool is_slow = hybrid_.size() > 0 && iteration >= kMassMetricSteps;
    // Shape matching is due once in any case.
    const bool right = is_converged();
    if (right && (hybrid_.size() == 0 || iteration > 0)) return iteration;
    linearise_rows();
    const Metric metric = knows_tension || is_slow ? Metric::tension : Metric::mass;
    if (right) {
      motion_.assign_zero(inverse_mass_.size() + patches_.size());
      std::fill(multiplier_.begin(), multiplier_.end(), 0.0);
    } else if (!find_step(metric,
                          knows_tension ? tension_shift_
                          : is_slow     ? raised_shift_
                                        : shift,
                          iteration == 0 ? kManyRounds : kFewRounds)) {
      break;
    }
    if (right) has_factors_ = false;
    if (!add_contact_impulses()) break;
    if (hybrid_.size() > 0) hybrid_.mix(x, motion_.translation);
    take_step(x, 1.0);
    double reached = measure(x);
    for (int cut = 0; cut < rule.max_halvings && !(reached <= kMaxDefectGrowth * defect) && hybrid_.size() == 0;
         ++cut) {
      undo_step(x);
      take_step(x, std::ldexp(1.0, -cut - 1));
      reached = measure(x);
    }
    if (hybrid_.size() > 0)
      for (std::size_t r = 0; r < multiplier_.size(); ++r) total_multiplier_[r] += multiplier_[r];
    if (hybrid_.size() > 0) continue;  // what is mixed with shape matching need not become better by itself
    if (!(reached <= kMaxDefectGrowth * defect) && rule.max_halvings == 0) break;
    for (std::size_t r = 0; r < multiplier_.size(); ++r) total_multiplier_[r] += multiplier_[r];
    ++waited;
    if (!(reached < defect)) continue;
    waited = 0;
    defect = reached;
    best_.assign(x.begin(), x.end());
    best_poses_ = patches_.poses();
  }
  if (hybrid_.size() > 0 || is_converged()) return iteration;
  std::copy(best_.begin(), best_.end(), x.begin());
  patches_.set_poses(best_poses_);
  static_cast<void>(measure(x));
  return iteration;
}

/// Lets everything pull as it is expected to, and takes the first step from there: how lengths grow as they turn, which
/// is of second order, is then that of the change since the step before, and one step will do. From the beginning if
/// tension is not what it was: what pulled in vain could not be taken back to the last digit. Returns the iterations
/// that it took.
int StretchFilter::apply_warm_start(std::span<const Vec3> start, std::span<Vec3> x, double& defect) {
  linearise_rows();
  update_tension(Metric::tension);
  double pulls = 0.0, changes = 0.0;
  for (std::size_t r = 0; r < multiplier_.size(); ++r)
    pulls += multiplier_[r] = warm_start_tension_[r] * rows_.target_stretch(row_of_[r]);
  if (!yarn_system_.compute_response(system_, tension_, multiplier_, motion_)) return 0;
  for (std::size_t r = 0; r < multiplier_.size(); ++r) total_multiplier_[r] = -multiplier_[r];
  take_step(x, 1.0);
  bool is_good = measure(x) < defect;
  for (std::size_t r = 0; r < multiplier_.size(); ++r)
    is_good = is_good && (multiplier_[r] == 0.0 || rows_.strain(row_of_[r]) > -kShortened);
  const int iterations = is_good ? 1 : 0;
  if (is_good) {
    linearise_rows();
    is_good = find_step(Metric::tension, tension_shift_, kFewRounds) && add_contact_impulses();
    for (std::size_t r = 0; r < multiplier_.size(); ++r) {
      changes += std::abs(multiplier_[r]);
      total_multiplier_[r] += multiplier_[r];
    }
    take_step(x, 1.0);
    const double reached = measure(x);
    if (is_good && changes < kChanged * pulls && reached < defect) {
      defect = reached;
      return iterations;
    }
  }
  defect = begin(start, x);
  return iterations;
}

/// Where whole steps fail: in the metric of tension, and after Levenberg and Marquardt, so that a step counts as far as
/// it brings what it promises. For threads that are all but straight between pins, and lengths that cannot be kept.
/// Returns the iterations that it took.
int StretchFilter::damped_newton(std::span<Vec3> x, double defect, double first_shift, int iterations) {
  double shift = first_shift;
  int iteration = 0;
  for (int waited = 0; iteration < iterations && waited < kPatience && !is_converged(); ++iteration) {
    linearise_rows();
    if (!find_step(Metric::tension, shift, waited > 0 ? kManyRounds : kFewRounds)) return iteration;
    if (!add_contact_impulses()) return iteration;
    const double promised = defect - predicted_defect();
    take_step(x, 1.0);
    const double reached = measure(x);
    if (!(reached < defect)) {
      undo_step(x);
      static_cast<void>(measure(x));
      shift = std::max(kShiftFactor * shift, first_shift);
      ++waited;
      continue;
    }
    for (std::size_t r = 0; r < multiplier_.size(); ++r) total_multiplier_[r] += multiplier_[r];
    waited = reached < kGain * defect ? 0 : waited + 1;
    const double kept = (defect - reached) / promised;
    if (kept > kGoodShare) shift = std::max(tolerance::kMinRowShift, shift / kShiftFactor);
    if (!(kept > kPoorShare)) shift = std::max(kShiftFactor * shift, first_shift);
    defect = reached;
  }
  return iteration;
}

bool StretchFilter::is_converged() const { return make_report().is_within() && !contact_system_.is_violated(); }

/// What measure() would return if lengths changed in proportion to the way that is planned.
double StretchFilter::predicted_defect() const {
  double defect = 0.0;
  for (std::size_t r = 0; r < row_of_.size(); ++r) {
    const double value = value_[r] + system_.change(r, motion_);
    if (value > 0.0 || rows_.is_equality(row_of_[r])) defect += value * value;
  }
  return defect + contact_system_.predicted_defect(motion_, row_length_);
}

/// Takes over how things are at x. Returns how far they are from what they should be: Σ of squares, of strains, and of
/// what contacts violate in lengths of the rows.
double StretchFilter::measure(std::span<const Vec3> x) {
  rows_.evaluate(x);
  double defect = 0.0;
  for (std::size_t r = 0; r < row_of_.size(); ++r) {
    value_[r] = rows_.value(row_of_[r]);
    if (value_[r] > 0.0 || rows_.is_equality(row_of_[r])) defect += value_[r] * value_[r];
  }
  contact_system_.measure(x);
  return defect + contact_system_.defect(row_length_);
}

/// Which lengths pull, and how hard. False: the numbers are not finite.
bool StretchFilter::find_step(Metric metric, double shift, int rounds) {
  update_tension(metric);
  return (uses_yarns_ && find_step_by_yarns(shift)) || find_step_directly(metric, shift, rounds);
}

/// Of all lengths, as the metric sees it.
void StretchFilter::update_tension(Metric metric) {
  tension_.assign(row_of_.size(), 0.0);
  if (metric == Metric::mass) return;
  for (std::size_t r = 0; r < row_of_.size(); ++r)
    tension_[r] = std::max(warm_start_tension_.empty() ? 0.0 : warm_start_tension_[r],
                           -total_multiplier_[r] / rows_.target_stretch(row_of_[r]));
}

/// What pulls, pulls as much as it takes; no length is compressed, all steps taken together, that need not be kept.
bool StretchFilter::find_step_by_yarns(double shift) {
  ++systems_;
  has_factors_ = false;
  lower_bound_.resize(row_of_.size());
  const bool is_first =
      std::all_of(total_multiplier_.begin(), total_multiplier_.end(), [](double pull) { return pull == 0.0; });
  for (std::size_t r = 0; r < row_of_.size(); ++r) {
    const std::uint32_t row = row_of_[r];
    lower_bound_[r] =
        rows_.is_equality(row) ? -std::numeric_limits<double>::infinity() : std::min(0.0, total_multiplier_[r]);
    multiplier_[r] =
        is_first && !warm_start_tension_.empty() ? warm_start_tension_[r] * rows_.target_stretch(row) : 0.0;  // a guess
  }
  const bool is_near = yarn_system_.solve(system_,
                                          {.value = value_,
                                           .lower_bound = lower_bound_,
                                           .tension = tension_,
                                           .shift = shift,
                                           .tolerance = yarn_tolerance_,
                                           .max_iterations = kMaxProducts},
                                          multiplier_, motion_);
  for (std::size_t r = 0; r < row_of_.size(); ++r) {
    multiplier_[r] = -multiplier_[r];
    active_[r] = rows_.is_equality(row_of_[r]) || total_multiplier_[r] + multiplier_[r] < 0.0 ? 1 : 0;
  }
  return is_near;
}

/// Those pull that are too long, less those that would have to push.
bool StretchFilter::find_step_directly(Metric metric, double shift, int rounds) {
  for (std::size_t r = 0; r < row_of_.size(); ++r)
    active_[r] = rows_.is_equality(row_of_[r]) || value_[r] > 0.0 || active_[r] != 0 ? 1 : 0;
  has_factors_ = metric == Metric::mass;
  for (int round = 0; round < rounds; ++round) {
    ++systems_;
    if (metric == Metric::tension) {
      if (!tension_system_.solve(system_, active_, tension_, value_, shift, multiplier_, motion_)) return false;
    } else {
      if (!system_.factorise(active_, shift)) return false;
      system_.solve(value_, multiplier_);
      motion_.assign_zero(inverse_mass_.size() + patches_.size());
    }
    for (double& pull : multiplier_) pull = -pull;
    if (metric == Metric::mass) system_.add_response(multiplier_, motion_);
    bool changed = false;
    for (std::size_t r = 0; r < row_of_.size(); ++r) {
      if (rows_.is_equality(row_of_[r])) continue;
      const bool pulls =
          active_[r] != 0 ? value_[r] > 0.0 || multiplier_[r] < 0.0 : value_[r] + system_.change(r, motion_) > 0.0;
      if (pulls == (active_[r] != 0)) continue;
      active_[r] = pulls ? 1 : 0;
      changed = true;
    }
    if (!changed) break;
  }
  return true;
}

/// To the step that was found. False: the rows have no finite factors.
bool StretchFilter::add_contact_impulses() {
  if (contact_system_.empty()) return true;
  if (!has_factors_ && !system_.factorise(active_, tolerance::kTriangleRowShift)) return false;
  contact_system_.add_to(system_, active_, multiplier_, motion_);
  return true;
}

void StretchFilter::take_step(std::span<Vec3> x, double share) {
  const std::size_t n = inverse_mass_.size();
  before_.assign(x.begin(), x.end());
  poses_before_ = patches_.poses();
  for (std::size_t v = 0; v < n; ++v)
    if (patches_.patch_of(VertexId(v)) < 0) x[v] += share * motion_.translation[v];
  for (std::size_t p = 0; p < patches_.size(); ++p)
    patches_.move(p, share * motion_.translation[n + p], share * motion_.rotation[n + p]);
  patches_.place(x);
  hybrid_.fill(x);
}

void StretchFilter::undo_step(std::span<Vec3> x) {
  std::copy(before_.begin(), before_.end(), x.begin());
  patches_.set_poses(poses_before_);
}

}  // namespace muslin
