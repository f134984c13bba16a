#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <tests/support/garments.hpp>
#include <tests/support/mesh_measures.hpp>
#include <tests/support/outfit.hpp>

namespace muslin::garments_test {
namespace {

using test::FigureMotion;
using test::Garment;

constexpr std::array kGarments = {Garment::trousers, Garment::shirt, Garment::coat};

/// Returns 1 for an equilateral triangle and 0 for one without area.
double worst_quality(const Mesh& mesh) {
  double worst = 1.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 &x = mesh.positions[a.index()], &y = mesh.positions[b.index()], &z = mesh.positions[c.index()];
    const double sides = (y - x).squaredNorm() + (z - y).squaredNorm() + (x - z).squaredNorm();
    worst = std::min(worst, 2.0 * std::sqrt(3.0) * (y - x).cross(z - x).norm() / sides);
  }
  return worst;
}

TEST(Garments, AreConnectedSheetsOfGoodTriangles) {
  const test::Figure figure(0.03);
  for (const Garment garment : kGarments) {
    SCOPED_TRACE(name_of(garment));
    const Mesh mesh = make_garment(garment, figure, 0.03);
    EXPECT_EQ(test::mesh_defect(mesh), "");
    EXPECT_GT(worst_quality(mesh), 0.4);
    EXPECT_GT(mesh.positions.size(), 800U);
    // A sphere has 2, and each opening takes 1: neck, hem and two cuffs; waist and two legs; cuffs and a border.
    EXPECT_EQ(test::euler_characteristic(mesh), garment == Garment::shirt ? -2 : -1);
    EXPECT_GT(test::boundary_edges(mesh), 40);
  }
}

TEST(Garments, FitTheFigureAndEachOther) {
  for (const double edge_length : {0.03, 0.045}) {
    const Scene scene = test::make_outfit({.garments = {kGarments.begin(), kGarments.end()},
                                           .edge_length = edge_length,
                                           .figure_edge_length = edge_length});
    EXPECT_EQ(test::count_tangles(scene, test::start_of(scene)).total(), 0U) << edge_length;
  }
}

TEST(Garments, AreTangledAsAskedFor) {
  const auto counts = [](const test::OutfitOptions& options) {
    const Scene scene = test::make_outfit(options);
    return test::count_tangles(scene, test::start_of(scene));
  };
  const std::vector<Garment> both = {Garment::shirt, Garment::coat};
  const test::TangleCounts dents = counts({.garments = {Garment::shirt}, .dents = 5});
  EXPECT_GT(dents.with_figure, 20U);
  EXPECT_EQ(dents.of_layers, 0U);
  const test::TangleCounts layers = counts({.garments = both, .layer_dents = 5});
  EXPECT_GT(layers.of_layers, 20U);
  EXPECT_EQ(layers.of_themselves, 0U);
  const test::TangleCounts folds = counts({.garments = {Garment::coat}, .folds = 5});
  EXPECT_GT(folds.of_themselves, 20U);
}

TEST(Figure, MovesWithoutDeformingItsLimbs) {
  const test::Figure figure(0.05);
  EXPECT_EQ(test::boundary_edges(figure.mesh()), 0);
  EXPECT_GT(test::signed_volume(figure.mesh()), 0.05);
  for (const FigureMotion motion : {FigureMotion::raise_arms, FigureMotion::walk, FigureMotion::kick}) {
    const std::vector<Vec3> start = figure.pose(motion, 0.0), end = figure.pose(motion, 0.65);
    double largest = 0.0;
    for (std::size_t v = 0; v < start.size(); ++v) {
      EXPECT_LT((start[v] - figure.mesh().positions[v]).norm(), 1e-12);
      largest = std::max(largest, (end[v] - start[v]).norm());
    }
    EXPECT_GT(largest, 0.3);
    EXPECT_LT(largest, 1.5);
    for (const Triangle& t : figure.mesh().triangles)
      EXPECT_NEAR((end[t[0].index()] - end[t[1].index()]).norm(), (start[t[0].index()] - start[t[1].index()]).norm(),
                  1e-12);
  }
}

}  // namespace
}  // namespace muslin::garments_test
