#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/contact/tetrahedron.hpp>
#include <muslin/contact/volume_rows.hpp>

namespace muslin {
namespace {

/// Relative to the product of three edges: below that a volume is rounding [1].
constexpr double kFlat = 16.0 * std::numeric_limits<double>::epsilon();

bool is_flat(const std::array<Vec3, 4>& x, double volume) {
  const double box = (x[1] - x[0]).norm() * (x[2] - x[0]).norm() * (x[3] - x[0]).norm();
  return !(std::abs(volume) > kFlat * box);
}

/// ∂V/∂h [m²], h the height over the triangle or between the edges.
double volume_per_height(StencilKind kind, const std::array<Vec3, 4>& x) {
  const Vec3 other = kind == StencilKind::edge_edge ? x[3] - x[2] : x[2] - x[0];
  return (x[1] - x[0]).cross(other).norm() / 6.0;
}

}  // namespace

void VolumeRows::assign(std::span<const Contact> contacts, std::span<const std::uint32_t> which,
                        std::span<const VertexId> vertices, std::span<const double> vertex_inverse_mass,
                        std::span<const Vec3> start) {
  root_inverse_mass_.resize(vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    root_inverse_mass_[v] = std::sqrt(vertex_inverse_mass[vertices[v].index()]);
  is_free_ = true;
  rows_.assign(which.size(), Row{});
  for (std::size_t i = 0; i < which.size(); ++i) {
    Row& row = rows_[i];
    row.vertex = contacts[which[i]].vertex;
    row.kind = contacts[which[i]].kind;
    std::array<Vec3, 4> x;
    for (std::size_t j = 0; j < 4; ++j) {
      x[j] = start[row.vertex[j].index()];
      row.gradient[j].setZero();
      if (!(vertex_inverse_mass[row.vertex[j].index()] > 0.0)) {
        is_free_ = false;
        continue;
      }
      const auto found = std::lower_bound(vertices.begin(), vertices.end(), row.vertex[j]);
      row.local[j] = static_cast<std::uint32_t>(found - vertices.begin());
      row.root_inverse_mass[j] = root_inverse_mass_[row.local[j]];
    }
    const double volume = signed_volume(x);
    if (is_flat(x, volume)) continue;
    row.sign = volume > 0.0 ? 1.0 : -1.0;
    row.goal = std::abs(volume);
  }
}

double VolumeRows::largest_eigenvalue_bound() const {
  std::vector<double> columns(vertex_count(), 0.0);
  for (const Row& row : rows_)
    for (std::size_t j = 0; j < 4; ++j) columns[row.local[j]] += row.gradient[j].norm();
  double largest = 0.0;
  for (const Row& row : rows_) {
    double sum = 0.0;
    for (std::size_t j = 0; j < 4; ++j) sum += row.gradient[j].norm() * columns[row.local[j]];
    largest = std::max(largest, sum);
  }
  return largest;
}

void VolumeRows::linearise(Row& row, const std::array<Vec3, 4>& x) {
  if (row.sign == 0.0) return;
  row.volume = row.sign * signed_volume(x);
  if (row.height > 0.0) row.goal = row.height * volume_per_height(row.kind, x);
  const std::array<Vec3, 4> gradient = volume_gradient(x);
  double a = 0.0;
  for (std::size_t j = 0; j < 4; ++j) {
    row.gradient[j] = row.sign * row.time * row.root_inverse_mass[j] * gradient[j];
    a += row.gradient[j].squaredNorm();
  }
  row.scale = a > std::numeric_limits<double>::min() ? 1.0 / std::sqrt(a) : 0.0;
  for (Vec3& g : row.gradient) g *= row.scale;
}

}  // namespace muslin
