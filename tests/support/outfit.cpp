#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/detect/audit.hpp>
#include <tests/support/outfit.hpp>

namespace muslin::test {
namespace {

std::vector<Vec3> vertex_normals(const Mesh& mesh) {
  std::vector<Vec3> normals(mesh.positions.size(), Vec3::Zero());
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3& x = mesh.positions[a.index()];
    const Vec3 normal = (mesh.positions[b.index()] - x).cross(mesh.positions[c.index()] - x);
    for (const VertexId v : {a, b, c}) normals[v.index()] += normal;
  }
  for (Vec3& normal : normals) normal.normalize();
  return normals;
}

/// Distance up to which a garment is pushed into what it covers [m]. It is farther away where it hangs loose.
constexpr double kMaxGap = 0.06;
constexpr int kMaxAttempts = 500;  ///< to find a place that is free

/// A garment whose start is being tangled, piece by piece.
class Tangler {
 public:
  Tangler(const Mesh& rest, double edge_length, Random& random)
      : rest_(rest),
        normals_(vertex_normals(rest)),
        start_(rest.positions),
        edge_length_(edge_length),
        random_(random) {}

  /// Pushes a random place below the garment at rest: by `gap(x)`, which must be at most kMaxGap, and by `depth(x)`
  /// [m]. The dent has a radius of twice its depth.
  template <class Gap, class Depth>
  void push_in(Gap gap, Depth depth) {
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      const std::size_t place = random_place();
      if (gap(rest_.positions[place]) > kMaxGap) continue;
      const Vec3 normal = normals_[place];
      const double d = gap(rest_.positions[place]) + depth(rest_.positions[place]);
      const double radius = std::max(2.5 * edge_length_, 2.0 * d);
      if (!has_room(place, radius)) continue;
      places_.push_back({place, radius});
      for_each_near(place, radius, [&](std::size_t v, double weight) { start_[v] -= weight * d * normal; });
      return;
    }
  }

  /// Shifts a random place along the garment over what is beside it, and tilts it, so that it passes through the
  /// latter.
  void fold_through() {
    const double radius = 3.5 * edge_length_;
    const std::vector<Vec3> before = start_;
    const std::size_t pairs = count_pairs();
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      const std::size_t place = random_place();
      if (!has_room(place, radius)) continue;
      const Vec3 normal = normals_[place];
      const Vec3 along = Eigen::AngleAxisd(random_.uniform(0.0, 6.0), normal) * normal.unitOrthogonal();
      const Vec3 across = normal.cross(along);
      for_each_near(place, radius, [&](std::size_t v, double weight) {
        const Vec3 from = rest_.positions[v] - rest_.positions[place];
        const double u = from.dot(along) / radius, w = from.dot(across) / radius;
        start_[v] += weight * edge_length_ * (3.0 * along + (0.3 + 6.0 * u * w) * normal);
      });
      if (count_pairs() >= pairs + 4) {  // not every fold meets itself
        places_.push_back({place, radius});
        return;
      }
      start_ = before;
    }
  }

  [[nodiscard]] std::vector<Vec3> take() { return std::move(start_); }

 private:
  std::size_t random_place() {
    return static_cast<std::size_t>(random_.integer(0, static_cast<int>(rest_.positions.size()) - 1));
  }

  /// Returns whether a place is apart from those that were tangled before. Otherwise dents would add up, or meet inside
  /// a limb.
  [[nodiscard]] bool has_room(std::size_t place, double radius) const {
    return std::none_of(places_.begin(), places_.end(), [&](const Place& other) {
      return (rest_.positions[other.vertex] - rest_.positions[place]).norm() < other.radius + radius;
    });
  }

  [[nodiscard]] std::size_t count_pairs() const {
    return audit({.positions = start_, .triangles = rest_.triangles}).intersections;
  }

  /// Visits the vertices on the same side of the garment, with a weight that falls smoothly from 1 to 0 at the radius.
  template <class Visit>
  void for_each_near(std::size_t place, double radius, Visit visit) const {
    for (std::size_t v = 0; v < start_.size(); ++v) {
      const double r = (rest_.positions[v] - rest_.positions[place]).norm() / radius;
      if (r < 1.0 && normals_[v].dot(normals_[place]) > 0.0) visit(v, std::pow(1.0 - r * r, 2));
    }
  }

  struct Place {
    std::size_t vertex;
    double radius;  ///< [m]
  };

  const Mesh& rest_;
  std::vector<Place> places_;
  std::vector<Vec3> normals_;
  std::vector<Vec3> start_;
  double edge_length_;
  Random& random_;
};

/// Distance of the nearest vertex [m].
double distance_to(const Mesh& mesh, const Vec3& x) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Vec3& other : mesh.positions) nearest = std::min(nearest, (other - x).norm());
  return nearest;
}

}  // namespace

Scene make_outfit(const OutfitOptions& options) {
  Random random(options.seed);
  const Figure figure(options.figure_edge_length);
  Scene scene;
  scene.bodies.push_back(make_figure_body(figure, options.motion, options.seconds));
  Mesh inner;
  for (const Garment garment : options.garments) {
    const Mesh rest = make_garment(garment, figure, options.edge_length);
    Tangler tangler(rest, options.edge_length, random);
    for (int i = 0; i < options.dents; ++i)
      tangler.push_in([&](const Vec3& x) { return figure.nearest_limb(x).distance(x); },
                      [&](const Vec3& x) {
                        const Limb& limb = figure.nearest_limb(x);
                        const double limit = 0.6 * std::min(limb.begin_radius, limb.end_radius);
                        return std::min(random.uniform(options.min_dent, options.max_dent), limit);
                      });
    for (int i = 0; i < options.layer_dents && !inner.positions.empty(); ++i)
      tangler.push_in([&](const Vec3& x) { return distance_to(inner, x); },
                      [&](const Vec3&) { return random.uniform(0.001, options.max_layer_dent); });
    for (int i = 0; i < options.folds; ++i) tangler.fold_through();
    scene.bodies.push_back(make_garment_body(garment, rest, tangler.take()));
    inner = rest;
  }
  return scene;
}

TangleCounts count_tangles(const Scene& scene, std::span<const Vec3> positions) {
  std::vector<Triangle> triangles;
  std::vector<std::int32_t> body;
  std::vector<std::uint8_t> is_obstacle;
  std::size_t first = 0;
  for (const SceneBody& item : scene.bodies) {
    for (const auto& [a, b, c] : item.body.mesh.triangles)
      triangles.push_back({VertexId(first + a.index()), VertexId(first + b.index()), VertexId(first + c.index())});
    body.resize(triangles.size(), static_cast<std::int32_t>(is_obstacle.size()));
    is_obstacle.push_back(item.body.kind == BodyKind::obstacle ? 1 : 0);
    first += item.body.mesh.positions.size();
  }
  const AuditReport report =
      audit({.positions = positions, .triangles = triangles, .triangle_body = body, .body_is_obstacle = is_obstacle},
            {.max_listed = std::numeric_limits<std::size_t>::max()});
  TangleCounts counts;
  for (const IntersectingPair& pair : report.first) {
    const std::int32_t a = body[static_cast<std::size_t>(pair.a.index)],
                       b = body[static_cast<std::size_t>(pair.b.index)];
    const bool has_obstacle =
        is_obstacle[static_cast<std::size_t>(a)] != 0 || is_obstacle[static_cast<std::size_t>(b)] != 0;
    ++(has_obstacle ? counts.with_figure : a == b ? counts.of_themselves : counts.of_layers);
  }
  return counts;
}

std::vector<Vec3> start_of(const Scene& scene) {
  std::vector<Vec3> positions;
  for (const SceneBody& item : scene.bodies)
    positions.insert(positions.end(), item.body.mesh.positions.begin(), item.body.mesh.positions.end());
  return positions;
}

}  // namespace muslin::test
