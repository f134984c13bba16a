#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <muslin/sim/untangle/fairing.hpp>

namespace muslin::fairing_test {
namespace {

/// Two flat panels, welded at x = 0. At y = 0 the left one has a vertex more: its two edges there and one edge of the
/// right panel leave a slit.
class WeldedPanels : public testing::Test {
 protected:
  WeldedPanels() {
    for (int y = -3; y <= 3; ++y)
      for (int x = -4; x <= 4; ++x) mesh_.positions.emplace_back(x, y, 0.0);
    const auto at = [](int x, int y) { return VertexId(9 * (y + 3) + x + 4); };
    for (int y = -3; y < 3; ++y)
      for (int x = -4; x < 4; ++x) {
        mesh_.triangles.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
        mesh_.triangles.push_back({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
      }
    const auto is_right_of_slit = [&](const Triangle& t) {
      return std::find(t.begin(), t.end(), at(0, 0)) != t.end() &&
             std::any_of(t.begin(), t.end(), [&](VertexId v) { return mesh_.positions[v.index()].x() > 0.0; });
    };
    std::erase_if(mesh_.triangles, is_right_of_slit);
    mesh_.triangles.push_back({at(0, -1), at(1, 0), at(0, 1)});
    mesh_.triangles.push_back({at(1, 0), at(1, 1), at(0, 1)});
    SceneBody panels;
    panels.body.name = "panels";
    panels.body.mesh = mesh_;
    scene_.bodies = {panels};
  }

  /// Smooths all vertices that satisfy a condition.
  [[nodiscard]] std::vector<Vec3> faired(const std::function<bool(const Vec3&)>& is_marked) const {
    std::vector<std::uint8_t> marks;
    for (const Vec3& x : mesh_.positions) marks.push_back(is_marked(x) ? 1 : 0);
    std::vector<Vec3> position = mesh_.positions;
    make_fair(make_tangle_world(scene_), marks, 35, position);
    return position;
  }

  Mesh mesh_;
  Scene scene_;
};

// The three vertices of the slit are not drawn together, and no triangle is turned over.
TEST_F(WeldedPanels, AreNotFoldedAtSlits) {
  const std::vector<Vec3> position =
      faired([](const Vec3& x) { return std::abs(x.x()) < 3.5 && std::abs(x.y()) < 2.5; });
  for (const auto& [a, b, c] : mesh_.triangles) {
    const Vec3 area = (position[b.index()] - position[a.index()]).cross(position[c.index()] - position[a.index()]);
    EXPECT_GT(area.z(), 0.3) << "the triangle at " << mesh_.positions[a.index()].transpose();
  }
}

TEST_F(WeldedPanels, KeepTheirBorder) {
  const std::vector<Vec3> position = faired([](const Vec3& x) { return x.x() > 0.5 && std::abs(x.y()) < 2.5; });
  for (std::size_t v = 0; v < position.size(); ++v) {
    if (mesh_.positions[v].x() == 4.0) {
      EXPECT_EQ(position[v].x(), 4.0) << mesh_.positions[v].transpose();
    }
  }
}

}  // namespace
}  // namespace muslin::fairing_test
