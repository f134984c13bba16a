#include <cmath>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/math/qp/complementarity_problem.hpp>
#include <muslin/math/qp/linear_programme.hpp>
#include <muslin/response/clusters/cluster_impact.hpp>
#include <optional>

namespace muslin {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

/// ΔT = λᵀ u⁻ + ½ λᵀ A λ.
double energy_gain(const MatrixXd& a, const VectorXd& u, const VectorXd& lambda) {
  return lambda.dot(u + 0.5 * (a * lambda));
}

/// Energy gain that rounding errors can cause [J].
double rounding_of(const VectorXd& u, const VectorXd& lambda) {
  return tolerance::kEnergyGainTolerance * lambda.cwiseProduct(u).lpNorm<1>();
}

VectorXd min_velocities(const ClusterImpact& impact) {
  VectorXd min_velocity(static_cast<Index>(impact.pairs.size()));
  for (std::size_t p = 0; p < impact.pairs.size(); ++p)
    min_velocity[static_cast<Index>(p)] = impact.pairs[p].min_velocity;
  return min_velocity;
}

/// Finds the impulses after which no pair approaches. This is a projection, which can only lose energy. Returns zero if
/// there is no solution.
VectorXd project(const MatrixXd& a, const VectorXd& u) {
  const auto lambda = solve_complementarity(a, u);
  return lambda ? *lambda : VectorXd(VectorXd::Zero(u.size()));
}

/// Solves the linear programme of a loop. In a roll, all impulses together have no effect, so costs that are pure
/// rounding errors are set to zero.
std::optional<VectorXd> solve_programme(const MatrixXd& a, const VectorXd& u, const VectorXd& min_velocity) {
  VectorXd cost = a.colwise().sum().transpose();
  const VectorXd size = a.cwiseAbs().colwise().sum().transpose();
  for (Index i = 0; i < cost.size(); ++i)
    if (std::abs(cost[i]) <= tolerance::kLinearProgrammeTolerance * size[i]) cost[i] = 0.0;
  return solve(LinearProgramme{.cost = std::move(cost), .rows = a, .lower_bound = min_velocity - u});
}

}  // namespace

VectorXd ClusterImpact::approach() const {
  VectorXd u(static_cast<Index>(pairs.size()));
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const Pair& pair = pairs[p];
    u[static_cast<Index>(p)] = pair.direction.dot(bodies[static_cast<std::size_t>(pair.second)].velocity -
                                                  bodies[static_cast<std::size_t>(pair.first)].velocity);
  }
  return u;
}

MatrixXd ClusterImpact::coupling() const {
  const auto n = static_cast<Index>(pairs.size());
  MatrixXd a = MatrixXd::Zero(n, n);
  for (Index p = 0; p < n; ++p)
    for (Index q = 0; q <= p; ++q) {
      const Pair& one = pairs[static_cast<std::size_t>(p)];
      const Pair& other = pairs[static_cast<std::size_t>(q)];
      // An impulse accelerates the second body along d and the first one against it.
      double common = 0.0;
      for (const auto& [body, sign] : {std::pair(one.first, -1.0), std::pair(one.second, 1.0)}) {
        const double w = bodies[static_cast<std::size_t>(body)].inverse_mass;
        if (body == other.first) common -= sign * w;
        if (body == other.second) common += sign * w;
      }
      a(p, q) = a(q, p) = common * one.direction.dot(other.direction);
    }
  return a;
}

bool ClusterImpact::is_cyclic() const {
  DisjointSets sets(bodies.size() + 1);  // the last node stands for all prescribed bodies
  const auto node = [&](std::int32_t body) {
    const auto i = static_cast<std::size_t>(body);
    return bodies[i].inverse_mass > 0.0 ? i : bodies.size();
  };
  for (const Pair& pair : pairs)
    if (!sets.join(node(pair.first), node(pair.second))) return true;
  return false;
}

ImpactSolution solve_tree(const ClusterImpact& impact, double max_energy_gain) {
  const MatrixXd a = impact.coupling();
  const VectorXd u = impact.approach(), min_velocity = min_velocities(impact);
  ImpactSolution solution;
  const auto found = solve_complementarity(a, u - min_velocity);
  solution.impulse = found ? *found : project(a, u);
  solution.energy_gained = energy_gain(a, u, solution.impulse);
  if (solution.energy_gained <= max_energy_gain + rounding_of(u, solution.impulse)) return solution;

  // The energy gain is a continuous function of the share of `least`, and is not positive for a share of 0.
  solution.is_restrained = true;
  double share = 0.0, too_much = 1.0;
  solution.impulse = project(a, u);
  for (int k = 0; k < tolerance::kMaxEnergyBisections; ++k) {
    const double middle = 0.5 * (share + too_much);
    const auto lambda = solve_complementarity(a, u - middle * min_velocity);
    if (lambda && energy_gain(a, u, *lambda) <= max_energy_gain + rounding_of(u, *lambda)) {
      share = middle;
      solution.impulse = *lambda;
    } else {
      too_much = middle;
    }
  }
  solution.energy_gained = energy_gain(a, u, solution.impulse);
  return solution;
}

ImpactSolution solve_cycle(const ClusterImpact& impact, double max_energy_gain) {
  const MatrixXd a = impact.coupling();
  const VectorXd u = impact.approach(), min_velocity = min_velocities(impact);
  ImpactSolution solution;
  auto lambda = solve_programme(a, u, min_velocity);
  if (!lambda) {
    solution.is_infeasible = true;
    lambda = solve_programme(a, u, VectorXd::Zero(u.size()));
  }
  if (lambda) {
    solution.impulse = *lambda;
    solution.energy_gained = energy_gain(a, u, *lambda);
    if (solution.energy_gained <= max_energy_gain + rounding_of(u, *lambda)) return solution;
  }
  solution.is_restrained = true;
  solution.impulse = project(a, u);
  solution.energy_gained = energy_gain(a, u, solution.impulse);
  return solution;
}

double relative_energy(const ClusterImpact& impact) {
  double mass = 0.0, energy = 0.0;
  Vec3 momentum = Vec3::Zero();
  for (const ClusterImpact::Body& body : impact.bodies) {
    if (!(body.inverse_mass > 0.0)) continue;
    mass += 1.0 / body.inverse_mass;
    momentum += body.velocity / body.inverse_mass;
  }
  if (!(mass > 0.0)) return 0.0;
  const Vec3 mean = momentum / mass;
  for (const ClusterImpact::Body& body : impact.bodies)
    if (body.inverse_mass > 0.0) energy += 0.5 * (body.velocity - mean).squaredNorm() / body.inverse_mass;
  return energy;
}

}  // namespace muslin
