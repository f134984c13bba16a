#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/contact/tetrahedron.hpp>
#include <muslin/contact/volume_rows.hpp>
#include <muslin/core/tolerances/contact.hpp>

namespace muslin {
namespace {

bool is_flat(const std::array<Vec3, 4>& x, double volume) {
  const double box = (x[1] - x[0]).norm() * (x[2] - x[0]).norm() * (x[3] - x[0]).norm();
  return !(std::abs(volume) > tolerance::kNegligibleVolumeRatio * box);
}

/// Returns ∂V/∂h [m²], where h is the height over the triangle or between the edges.
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
  reset(which.size(), vertices.size());
  volumes_.assign(which.size(), Volume{});
  for (std::size_t i = 0; i < which.size(); ++i) {
    Volume& volume = volumes_[i];
    volume.vertex = contacts[which[i]].vertex;
    volume.kind = contacts[which[i]].kind;
    std::array<Vec3, 4> x;
    for (std::size_t j = 0; j < 4; ++j) {
      x[j] = start[volume.vertex[j].index()];
      if (!(vertex_inverse_mass[volume.vertex[j].index()] > 0.0)) {
        is_free_ = false;
        continue;
      }
      const auto found = std::lower_bound(vertices.begin(), vertices.end(), volume.vertex[j]);
      row(i).vertex[j] = static_cast<std::uint32_t>(found - vertices.begin());
      volume.root_inverse_mass[j] = root_inverse_mass_[row(i).vertex[j]];
    }
    const double at_start = signed_volume(x);
    if (is_flat(x, at_start)) continue;
    volume.sign = at_start > 0.0 ? 1.0 : -1.0;
    volume.goal = std::abs(at_start);
  }
}

void VolumeRows::linearise(std::size_t i, const std::array<Vec3, 4>& x) {
  Volume& volume = volumes_[i];
  if (volume.sign == 0.0) return;
  volume.volume = volume.sign * signed_volume(x);
  if (volume.height > 0.0) volume.goal = volume.height * volume_per_height(volume.kind, x);
  const std::array<Vec3, 4> gradient = volume_gradient(x);
  std::array<Vec3, 4>& entry = row(i).entry;
  double a = 0.0;
  for (std::size_t j = 0; j < 4; ++j) {
    entry[j] = volume.sign * volume.time * volume.root_inverse_mass[j] * gradient[j];
    a += entry[j].squaredNorm();
  }
  volume.scale = 1.0;
  if (!is_scaled_) return;
  volume.scale = a > std::numeric_limits<double>::min() ? 1.0 / std::sqrt(a) : 0.0;
  for (Vec3& g : entry) g *= volume.scale;
}

}  // namespace muslin
