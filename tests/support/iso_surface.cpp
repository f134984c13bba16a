#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tests/support/iso_surface.hpp>
#include <vector>

namespace muslin::test {
namespace {

using Cell = std::array<int, 3>;
using Distance = std::function<double(const Vec3&)>;

const Vec3 kHalfSize(0.9, 1.9, 0.5);  ///< the surface is within this box around the origin [m]
constexpr int kRelaxations = 30;      ///< rounds in which vertices are spread along the surface
constexpr int kProjectionSteps = 4;   ///< Newton steps that bring a vertex back to the surface

class SurfaceNet {
 public:
  SurfaceNet(const Distance& distance, const IsoSurfaceCut& cut, double edge_length)
      : distance_(distance), cut_(cut), size_(edge_length) {}

  Mesh make() {
    add_quads();
    find_borders();
    for (int i = 0; i < kRelaxations; ++i) relax();
    split_quads();
    return std::move(mesh_);
  }

 private:
  [[nodiscard]] Vec3 node(const Cell& c) const { return size_ * Vec3(c[0], c[1], c[2]); }
  [[nodiscard]] Vec3 centre(const Cell& c) const { return node(c) + Vec3::Constant(0.5 * size_); }

  double value(const Cell& c) {
    const auto [entry, is_new] = values_.try_emplace(c, 0.0);
    if (is_new) entry->second = distance_(node(c));
    return entry->second;
  }

  /// Visits all edges of the grid that the surface crosses. The distance at a node tells how far away nodes on the
  /// other side are at least, so that most of the grid is skipped.
  void add_quads() {
    const Vec3 lower = cut_.lower.cwiseMax(-kHalfSize), upper = cut_.upper.cwiseMin(kHalfSize);
    const int lower_x = index(lower.x()), lower_y = index(lower.y()), lower_z = index(lower.z());
    const int upper_x = index(upper.x()), upper_y = index(upper.y()), upper_z = index(upper.z());
    for (int x = lower_x - 1; x <= upper_x + 1; ++x)
      for (int y = lower_y - 1; y <= upper_y + 1; ++y)
        for (int z = lower_z; z <= upper_z;) {
          const Cell c = {x, y, z};
          const double here = value(c);
          for (int axis = 0; axis < 3; ++axis) {
            Cell next = c;
            ++next[static_cast<std::size_t>(axis)];
            if (std::abs(here) > 1.5 * size_) continue;
            const double there = value(next);
            if ((here < 0.0) != (there < 0.0)) add_quad(c, axis, here < 0.0);
          }
          z += std::max(1, static_cast<int>(std::abs(here) / size_) - 1);
        }
  }

  [[nodiscard]] int index(double x) const { return static_cast<int>(std::floor(x / size_)); }

  /// Adds the quadrilateral of the four cells around an edge, unless it is cut away.
  void add_quad(const Cell& c, int axis, bool points_along_axis) {
    const auto u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
    std::array<Cell, 4> cells = {c, c, c, c};
    --cells[0][u], --cells[0][v];
    --cells[1][v];
    --cells[3][u];
    if (!points_along_axis) std::swap(cells[1], cells[3]);
    bool has_left = false, has_right = false;
    for (const Cell& cell : cells) {
      const Vec3 x = centre(cell);
      if ((x.array() < cut_.lower.array()).any() || (x.array() > cut_.upper.array()).any()) return;
      (x.x() < 0.0 ? has_left : has_right) = true;
    }
    if (cut_.open_front && has_left && has_right && centre(c).z() > 0.0) return;
    std::array<std::int32_t, 4> quad{};
    std::transform(cells.begin(), cells.end(), quad.begin(), [&](const Cell& cell) { return vertex(cell); });
    quads_.push_back(quad);
  }

  std::int32_t vertex(const Cell& cell) {
    const auto [entry, is_new] = vertices_.try_emplace(cell, static_cast<std::int32_t>(mesh_.positions.size()));
    if (is_new) {
      mesh_.positions.push_back(centre(cell));
      cells_.push_back(cell);
    }
    return entry->second;
  }

  /// Finds the neighbours of each vertex; those of a vertex on the border are on the border too. Such a vertex keeps
  /// the coordinate across the plane that cuts the surface there.
  void find_borders() {
    std::map<std::array<std::int32_t, 2>, int> edges;
    for (const auto& quad : quads_)
      for (std::size_t k = 0; k < 4; ++k) {
        const std::int32_t a = quad[k], b = quad[(k + 1) % 4];
        ++edges[{std::min(a, b), std::max(a, b)}];
      }
    neighbours_.resize(mesh_.positions.size());
    fixed_axis_.resize(mesh_.positions.size());
    std::vector<std::vector<std::int32_t>> border(mesh_.positions.size());
    for (const auto& [edge, count] : edges)
      for (std::size_t k = 0; k < 2; ++k) {
        neighbours_[static_cast<std::size_t>(edge[k])].push_back(edge[1 - k]);
        if (count == 1) border[static_cast<std::size_t>(edge[k])].push_back(edge[1 - k]);
      }
    for (std::size_t v = 0; v < border.size(); ++v) {
      if (border[v].empty()) continue;
      neighbours_[v] = border[v];
      std::array<bool, 3> is_constant = {true, true, true};
      for (const std::int32_t w : border[v])
        for (std::size_t axis = 0; axis < 3; ++axis)
          if (cells_[static_cast<std::size_t>(w)][axis] != cells_[v][axis]) is_constant[axis] = false;
      fixed_axis_[v] = border_axis(v, is_constant);
    }
  }

  /// Returns the axis across which the surface is cut at a border vertex; no value at a corner of the border.
  [[nodiscard]] std::optional<int> border_axis(std::size_t v, const std::array<bool, 3>& is_constant) const {
    const Vec3 x = centre(cells_[v]);
    std::optional<int> result;
    int count = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (!is_constant[static_cast<std::size_t>(axis)]) continue;
      const bool is_at_box = x[axis] - cut_.lower[axis] < size_ || cut_.upper[axis] - x[axis] < size_;
      const bool is_at_slit = cut_.open_front && axis == 0 && std::abs(x.x()) < size_;
      if (!is_at_box && !is_at_slit) continue;
      result = axis;
      ++count;
    }
    return count == 1 ? result : std::nullopt;
  }

  [[nodiscard]] Vec3 gradient(const Vec3& x) const {
    const double h = 1e-4 * size_;
    Vec3 result;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 step = Vec3::Zero();
      step[axis] = h;
      result[axis] = (distance_(x + step) - distance_(x - step)) / (2.0 * h);
    }
    return result;
  }

  /// Moves each vertex to the mean of its neighbours, and back to the surface.
  void relax() {
    std::vector<Vec3> next = mesh_.positions;
    for (std::size_t v = 0; v < next.size(); ++v) {
      Vec3 mean = Vec3::Zero();
      for (const std::int32_t w : neighbours_[v]) mean += mesh_.positions[static_cast<std::size_t>(w)];
      mean /= static_cast<double>(neighbours_[v].size());
      const bool is_corner = neighbours_[v].size() == 2 && !fixed_axis_[v];
      if (!is_corner) next[v] += 0.5 * (mean - next[v]);
      const auto restore = [&] {
        if (fixed_axis_[v]) next[v][*fixed_axis_[v]] = mesh_.positions[v][*fixed_axis_[v]];
      };
      restore();
      for (int i = 0; i < kProjectionSteps; ++i) {
        Vec3 direction = gradient(next[v]);
        if (fixed_axis_[v]) direction[*fixed_axis_[v]] = 0.0;
        const double square = direction.squaredNorm();
        if (square > 0.01) next[v] -= distance_(next[v]) / square * direction;
      }
    }
    mesh_.positions = std::move(next);
  }

  /// Cuts each quadrilateral along its shorter diagonal.
  void split_quads() {
    for (const auto& [a, b, c, d] : quads_) {
      const auto x = [&](std::int32_t v) -> const Vec3& { return mesh_.positions[static_cast<std::size_t>(v)]; };
      if ((x(a) - x(c)).squaredNorm() <= (x(b) - x(d)).squaredNorm()) {
        mesh_.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)});
        mesh_.triangles.push_back({VertexId(a), VertexId(c), VertexId(d)});
      } else {
        mesh_.triangles.push_back({VertexId(a), VertexId(b), VertexId(d)});
        mesh_.triangles.push_back({VertexId(b), VertexId(c), VertexId(d)});
      }
    }
  }

  const Distance& distance_;
  IsoSurfaceCut cut_;
  double size_;
  Mesh mesh_;
  std::map<Cell, double> values_;
  std::map<Cell, std::int32_t> vertices_;
  std::vector<Cell> cells_;  ///< of each vertex
  std::vector<std::array<std::int32_t, 4>> quads_;
  std::vector<std::vector<std::int32_t>> neighbours_;
  std::vector<std::optional<int>> fixed_axis_;  ///< set for vertices on a border
};

}  // namespace

Mesh make_iso_surface(const Distance& distance, const IsoSurfaceCut& cut, double edge_length) {
  return SurfaceNet(distance, cut, edge_length).make();
}

}  // namespace muslin::test
