#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <tests/support/proof_checker.hpp>
#include <vector>

namespace muslin::test {
namespace {

using Rational = mpq_class;
using ExactVector = std::array<Rational, 3>;

/// Exact for a long double of any length: peeled off a double at a time, away from the limits of the exponent.
Rational exact(long double x) {
  int exponent = 0;
  long double rest = std::frexp(x, &exponent);
  Rational sum = 0;
  while (rest != 0) {
    const auto part = static_cast<double>(rest);
    sum += Rational(part);
    rest -= static_cast<long double>(part);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 2, static_cast<unsigned long>(std::abs(exponent)));
  return exponent < 0 ? Rational(sum / power) : Rational(sum * power);
}

ExactVector difference(const Vec3& a, const Vec3& b) {
  ExactVector d;
  for (int k = 0; k < 3; ++k) d[static_cast<std::size_t>(k)] = Rational(a[k]) - Rational(b[k]);
  return d;
}

std::vector<ExactVector> corners(StencilKind kind, const std::array<Vec3, 4>& x) {
  switch (kind) {
    case StencilKind::vertex_triangle:
      return {difference(x[3], x[0]), difference(x[3], x[1]), difference(x[3], x[2])};
    case StencilKind::edge_edge:
      return {difference(x[0], x[2]), difference(x[0], x[3]), difference(x[1], x[2]), difference(x[1], x[3])};
    case StencilKind::vertex_edge:
      return {difference(x[3], x[0]), difference(x[3], x[1])};
  }
  return {};
}

Rational dot(const ExactVector& a, const ExactVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct ExactMotion {
  std::vector<ExactVector> start, end;
};

ExactVector at(const ExactMotion& motion, std::size_t j, const Rational& t) {
  ExactVector d;
  for (std::size_t k = 0; k < 3; ++k) d[k] = motion.start[j][k] + t * (motion.end[j][k] - motion.start[j][k]);
  return d;
}

/// Is every corner difference further than s along a direction that turns from n to m between the two times, all on the
/// same side? Along it they are quadratic in time, and no less than the least of their three Bernstein coefficients.
bool separates(const ExactMotion& motion, const ExactVector& n, const ExactVector& m, const Rational& from,
               const Rational& until, double separation) {
  const Rational limit = Rational(separation) * Rational(separation) * std::max(dot(n, n), dot(m, m));
  int side = 0;
  for (std::size_t j = 0; j < motion.start.size(); ++j) {
    const ExactVector before = at(motion, j, from), after = at(motion, j, until);
    const Rational between = (dot(n, after) + dot(m, before)) / 2;
    for (const Rational& along : {dot(n, before), between, dot(m, after)}) {
      if (along == 0 || (side != 0 && sgn(along) != side) || along * along <= limit) return false;
      side = sgn(along);
    }
  }
  return true;
}

}  // namespace

std::string find_proof_error(StencilKind kind, const StencilMotion& motion, double separation,
                             const ProvedTime& proved) {
  const ExactMotion exact_motion{corners(kind, motion.start), corners(kind, motion.end)};
  if (proved.time && !(*proved.time >= 0 && *proved.time <= 1)) return fmt::format("time {}", *proved.time);
  if (proved.proof.empty()) {
    if (proved.time) return *proved.time == 0 ? "" : "a time after 0 without a proof";
    for (std::size_t axis = 0; axis < 3; ++axis) {
      ExactVector n{0, 0, 0};
      n[axis] = 1;
      if (separates(exact_motion, n, n, 0, 1, separation)) return "";
    }
    return "no contact, but no axis separates the pair";
  }
  long double reached = 0;
  for (std::size_t i = 0; i < proved.proof.size(); ++i) {
    const ProvedInterval& link = proved.proof[i];
    if (link.from != reached || !(link.until > link.from)) return fmt::format("interval {} does not join", i);
    reached = link.until;
    const ExactVector n{exact(link.n[0]), exact(link.n[1]), exact(link.n[2])};
    const ExactVector m{exact(link.m[0]), exact(link.m[1]), exact(link.m[2])};
    if (!separates(exact_motion, n, m, exact(link.from), exact(link.until), separation))
      return fmt::format("direction {} does not separate", i);
  }
  if (!proved.time && reached != 1) return fmt::format("no contact, but proved only until {}", double(reached));
  if (proved.time && static_cast<long double>(*proved.time) > reached) return "a time later than what is proved";
  return "";
}

}  // namespace muslin::test
