#include <algorithm>
#include <cmath>
#include <muslin/response/zone_friction.hpp>
#include <vector>

namespace muslin {
namespace {

/// Rounds of pushes and rubs [1]. On flat ground one is enough, in corners they converge like a geometric series.
constexpr int kMostRounds = 30;

double squared_norm(std::span<const Vec3> y) {
  double sum = 0.0;
  for (const Vec3& v : y) sum += v.squaredNorm();
  return sum;
}

/// ρ + G p.
void relative_after(const ZoneProblem& problem, std::span<const Vec3> impulse, std::vector<Vec3>& vertices,
                    std::span<Vec3> relative) {
  vertices.resize(problem.rows.vertex_count());
  problem.rows.multiply_transposed<Vec3>(impulse, vertices, Vec3::Zero());
  problem.rows.multiply<Vec3>(vertices, relative);
  for (std::size_t i = 0; i < relative.size(); ++i) relative[i] += problem.relative[i];
}

}  // namespace

void rub_zone(const ZoneProblem& problem, ZoneProjection& projection, std::span<Vec3> impulse) {
  const std::size_t n = problem.size();
  double friction = 0.0, weight = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    friction += problem.friction[i] * impulse[i].norm();
    weight += impulse[i].norm();
  }
  if (!(friction > 0.0)) return;
  friction /= weight;

  std::vector<Vec3> y(problem.rows.vertex_count());
  problem.rows.multiply_transposed<Vec3>(impulse, y, Vec3::Zero());
  const double change = std::sqrt(squared_norm(y));  // ‖v' - v‖_M

  // v_slide = W Hᵀ (H W Hᵀ)⁺ H v': what makes any contact move.
  std::vector<Vec3> relative(n), slide(n);
  relative_after(problem, impulse, y, relative);
  projection.solve_full(relative, slide);
  // Where obstacles slide differently that would bring normal velocity back: without what moves along the normals.
  problem.rows.multiply_transposed<Vec3>(slide, y, Vec3::Zero());
  problem.rows.multiply<Vec3>(y, relative);
  std::vector<double> normal_part(n), correction(n);
  for (std::size_t i = 0; i < n; ++i) normal_part[i] = problem.normal[i].dot(relative[i]);
  projection.solve_normal(normal_part, correction);
  for (std::size_t i = 0; i < n; ++i) slide[i] -= correction[i] * problem.normal[i];

  problem.rows.multiply_transposed<Vec3>(slide, y, Vec3::Zero());
  const double sliding = std::sqrt(squared_norm(y));
  if (!(sliding > 0.0)) return;
  const double share = std::min(friction * change, sliding) / sliding;
  for (std::size_t i = 0; i < n; ++i) impulse[i] -= share * slide[i];
}

ContactFrictionReport rub_contacts(const ZoneProblem& problem, const FindPushes& find_pushes, double tolerance,
                                   std::span<Vec3> push, std::span<Vec3> rub) {
  const std::size_t n = problem.size();
  ContactFrictionReport report;
  ImpulseMinimiser minimiser;
  std::vector<Vec3> relative(n), vertices;
  std::vector<double> bound(n, 0.0);
  const auto push_of = [&](std::size_t i) { return std::max(0.0, problem.normal[i].dot(push[i])); };
  for (; report.rounds < kMostRounds; ++report.rounds) {
    double change = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double next = problem.friction[i] * push_of(i);
      change = std::max(change, std::abs(next - bound[i]));
      largest = std::max(largest, next);
      bound[i] = next;
    }
    if (change <= tolerance * largest) {
      report.converged = true;
      break;
    }
    relative_after(problem, push, vertices, relative);
    report.iterations +=
        minimiser.rub(problem.rows, problem.normal, bound, relative, {.tolerance = tolerance}, rub).iterations;
    relative_after(problem, rub, vertices, relative);
    if (!find_pushes(relative, push)) break;
  }
  return report;
}

}  // namespace muslin
