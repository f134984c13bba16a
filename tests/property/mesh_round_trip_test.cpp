#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/obj.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>

namespace muslin::mesh_round_trip_test {
namespace {

/// Any finite double: all exponents, signs, subnormal numbers and zeros.
double any_double(test::Random& random) {
  if (random.chance(0.1)) return random.chance(0.5) ? -0.0 : 0.0;
  for (;;) {
    const double value = std::bit_cast<double>(random.bits());
    if (std::isfinite(value)) return value;
  }
}

enum class Material { none, per_vertex, seams };

Mesh random_mesh(test::Random& random, Material material) {
  Mesh mesh;
  const int vertices = random.integer(1, 200);
  const auto vertex = [&] { return VertexId(random.integer(0, vertices - 1)); };
  for (int i = 0; i < vertices; ++i) {
    const double x = any_double(random), y = any_double(random);
    mesh.positions.emplace_back(x, y, any_double(random));
  }
  for (int i = random.integer(1, 40); i > 0; --i) {
    const VertexId a = vertex(), b = vertex();
    mesh.triangles.push_back({a, b, vertex()});
  }
  for (int i = random.integer(0, 10); i > 0; --i) {
    const VertexId a = vertex();
    mesh.segments.push_back({a, vertex()});
  }
  if (material == Material::none) return mesh;
  const int coordinates = material == Material::seams ? random.integer(1, 80) : vertices;
  for (int i = 0; i < coordinates; ++i) {
    const double u = any_double(random);
    mesh.material.emplace_back(u, any_double(random));
  }
  for (const auto& [a, b, c] : mesh.triangles) {
    if (material == Material::per_vertex) {
      mesh.material_corners.push_back({a.value, b.value, c.value});
    } else if (mesh.material_corners.empty() || random.chance(0.8)) {
      const int p = random.integer(0, coordinates - 1), q = random.integer(0, coordinates - 1);
      mesh.material_corners.push_back({p, q, random.integer(0, coordinates - 1)});
    } else {
      mesh.material_corners.push_back({-1, -1, -1});
    }
  }
  return mesh;
}

/// Groups in the order of their first triangle, as a file gives them.
void add_groups(Mesh& mesh, test::Random& random) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const int group = random.integer(0, static_cast<int>(mesh.group_names.size()));
    if (group == static_cast<int>(mesh.group_names.size()))
      mesh.group_names.push_back("part #" + std::to_string(group));
    mesh.triangle_group.push_back(group);
  }
}

template <class Vector>
std::vector<std::uint64_t> bits(const std::vector<Vector>& list) {
  std::vector<std::uint64_t> all;
  for (const auto& item : list)
    for (const double x : item) all.push_back(std::bit_cast<std::uint64_t>(x));
  return all;
}

/// The material coordinates of each corner, whichever way they are shared.
std::vector<std::uint64_t> material_bits(const Mesh& mesh) {
  std::vector<std::uint64_t> all;
  for (const auto& corners : mesh.material_corners)
    for (const auto corner : corners) {
      if (corner < 0) {
        all.push_back(0xdead);
        continue;
      }
      for (const double u : mesh.material[static_cast<std::size_t>(corner)])
        all.push_back(std::bit_cast<std::uint64_t>(u));
    }
  return all;
}

void expect_same(const Mesh& a, const Result<Mesh>& b) {
  ASSERT_TRUE(b) << b.error().message();
  EXPECT_EQ(bits(a.positions), bits(b->positions));
  EXPECT_EQ(a.triangles, b->triangles);
  EXPECT_EQ(a.segments, b->segments);
  EXPECT_EQ(material_bits(a), material_bits(*b));
}

TEST(MeshRoundTrip, ObjGivesBackTheSameBits) {
  const test::TemporaryFolder folder;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    Mesh mesh = random_mesh(random, static_cast<Material>(seed % 3));
    if (random.chance(0.5)) add_groups(mesh, random);
    ASSERT_TRUE(write_obj(folder / "mesh.obj", mesh));
    const auto back = read_obj(folder / "mesh.obj");
    expect_same(mesh, back);
    EXPECT_EQ(bits(mesh.material), bits(back->material));
    EXPECT_EQ(mesh.material_corners, back->material_corners);
    EXPECT_EQ(mesh.group_names, back->group_names);
    EXPECT_EQ(mesh.triangle_group, back->triangle_group);

    auto narrow = TextScanner::open(folder / "mesh.obj", {.window = 1});  // raised to the smallest possible
    ASSERT_TRUE(narrow);
    expect_same(mesh, read_obj(*narrow));
  }
}

class PlyRoundTrip : public testing::TestWithParam<PlyFormat> {};

TEST_P(PlyRoundTrip, GivesBackTheSameBits) {
  const test::TemporaryFolder folder;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const auto material = static_cast<Material>(seed % 3);
    const Mesh mesh = random_mesh(random, material);
    ASSERT_TRUE(write_ply(folder / "mesh.ply", mesh, {.format = GetParam()}));
    const auto back = read_ply(folder / "mesh.ply");
    expect_same(mesh, back);
    auto narrow = TextScanner::open(folder / "mesh.ply", {.window = 1});
    ASSERT_TRUE(narrow);
    expect_same(mesh, read_ply(*narrow));
    if (material == Material::per_vertex) {
      EXPECT_EQ(mesh.material_corners, back->material_corners);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Formats, PlyRoundTrip,
                         testing::Values(PlyFormat::ascii, PlyFormat::binary_little_endian,
                                         PlyFormat::binary_big_endian));

}  // namespace
}  // namespace muslin::mesh_round_trip_test
