#include <Eigen/Geometry>
#include <cmath>
#include <tests/support/random.hpp>
#include <tests/support/soup.hpp>

namespace muslin::test {

Mesh random_soup(std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  const int width = random.integer(1, 4), height = random.integer(0, width);  // height 0: all in one plane
  const int points = random.integer(4, 9);
  for (int i = 0; i < points; ++i) {
    const double x = random.integer(0, width), y = random.integer(0, width), z = random.integer(0, height);
    mesh.positions.emplace_back(x, y, z);
  }

  const auto vertex = [&] { return VertexId(random.integer(0, points - 1)); };
  const int triangles = random.integer(1, 5), segments = random.integer(0, 3);
  for (int i = 0; i < triangles; ++i) mesh.triangles.push_back({vertex(), vertex(), vertex()});
  for (int i = 0; i < segments; ++i) mesh.segments.push_back({vertex(), vertex()});

  switch (random.integer(0, 5)) {
    case 0: {
      const Vec3 axis = random.direction();
      const Eigen::AngleAxisd turn(random.uniform(0.0, 6.0), axis);
      for (Vec3& p : mesh.positions) p = turn * p;
      break;
    }
    case 1: {
      const Vec3 offset = random.in_box(1e6), scale = random.in_box(3.0);
      for (Vec3& p : mesh.positions) p = offset + scale.cwiseProduct(p);
      break;
    }
    case 2: {
      const double scale = std::ldexp(1.0, random.integer(-1070, 1000));
      for (Vec3& p : mesh.positions) p *= scale;
      break;
    }
    default:
      break;
  }
  return mesh;
}

}  // namespace muslin::test
