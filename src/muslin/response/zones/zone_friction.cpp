#include <algorithm>
#include <cmath>
#include <muslin/response/zones/zone_friction.hpp>
#include <vector>

namespace muslin {
namespace {

double squared_norm(std::span<const Vec3> y) {
  double sum = 0.0;
  for (const Vec3& v : y) sum += v.squaredNorm();
  return sum;
}

}  // namespace

void find_zone_friction(const ZoneProblem& problem, ZoneProjection& projection, std::span<const Vec3> normal_impulse,
                        std::span<Vec3> friction_impulse) {
  const std::size_t n = problem.size();
  double friction = 0.0, weight = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    friction += problem.friction[i] * normal_impulse[i].norm();
    weight += normal_impulse[i].norm();
  }
  std::fill(friction_impulse.begin(), friction_impulse.end(), Vec3::Zero());
  if (!(friction > 0.0)) return;
  friction /= weight;

  std::vector<Vec3> y(problem.rows.vertex_count());
  problem.rows.multiply_transposed<Vec3>(normal_impulse, y);
  const double change = std::sqrt(squared_norm(y));  // ‖v' - v‖_M

  // v_slide = W Hᵀ (H W Hᵀ)⁺ H v' is the part of the velocity that moves any contact.
  std::vector<Vec3> relative(n), slide(n);
  problem.relative_after(normal_impulse, relative);
  const double scale = std::sqrt(squared_norm(relative));
  projection.solve_full(relative, slide);
  // If obstacles slide differently, removing v_slide would restore normal velocities. Its part along the normals is
  // therefore subtracted.
  problem.rows.multiply_transposed<Vec3>(slide, y);
  problem.rows.multiply<Vec3>(y, relative);
  std::vector<double> normal_part(n), correction(n);
  for (std::size_t i = 0; i < n; ++i) normal_part[i] = problem.normal[i].dot(relative[i]);
  // Mostly there is none: what is left then is the error of the solver, which no impulses can produce, and solving for
  // it exactly would take huge ones.
  projection.solve_normal(normal_part, correction, scale);
  for (std::size_t i = 0; i < n; ++i) slide[i] -= correction[i] * problem.normal[i];

  problem.rows.multiply_transposed<Vec3>(slide, y);
  const double sliding = std::sqrt(squared_norm(y));
  if (!(sliding > 0.0)) return;
  const double share = std::min(friction * change, sliding) / sliding;
  for (std::size_t i = 0; i < n; ++i) friction_impulse[i] = -share * slide[i];
}

ContactFrictionReport find_contact_friction(const ZoneProblem& problem, const FindNormalImpulses& find_normal_impulses,
                                            const ContactFrictionOptions& options, std::span<Vec3> normal_impulse,
                                            std::span<Vec3> friction_impulse) {
  const std::size_t n = problem.size();
  ContactFrictionReport report;
  ImpulseMinimiser minimiser;
  std::vector<Vec3> relative(n);
  std::vector<double> bound(n, -1.0);
  for (;;) {
    problem.relative_after(friction_impulse, relative);
    if (!find_normal_impulses(relative, normal_impulse)) return report;
    double change = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double next = problem.friction[i] * std::max(0.0, problem.normal[i].dot(normal_impulse[i]));
      change = std::max(change, std::abs(next - bound[i]));
      largest = std::max(largest, next);
      bound[i] = next;
    }
    report.converged = change <= options.tolerance * largest || !(largest > 0.0);
    if (!(largest > 0.0)) std::fill(friction_impulse.begin(), friction_impulse.end(), Vec3::Zero());
    if (report.converged || ++report.rounds > options.rounds) return report;
    problem.relative_after(normal_impulse, relative);
    minimiser.minimise_friction(problem.rows, problem.normal, bound, relative, {.tolerance = options.tolerance},
                                friction_impulse);
  }
}

}  // namespace muslin
