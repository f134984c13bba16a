#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/render/ambient_occlusion.hpp>
#include <muslin/render/capsule_cover.hpp>
#include <muslin/render/picture.hpp>
#include <muslin/render/rasteriser.hpp>
#include <muslin/render/shading.hpp>
#include <muslin/render/shadow_map.hpp>
#include <muslin/render/triangle_cover.hpp>
#include <numbers>

namespace muslin {
namespace {

constexpr int kTilePixels = 32;
constexpr int kMaxSamples = 4;
constexpr double kCrease = 50.0 * std::numbers::pi / 180.0;
constexpr double kNearShare = 1e-4;          ///< fraction of the distance to the target; nearer points are not drawn
constexpr double kOcclusionShare = 0.07;     ///< fraction of the size of the focus
constexpr float kBackFaceBrightness = 0.8F;  ///< fraction of light, mild enough that the colours keep their meaning
constexpr float kWireDarkness = 0.55F;
constexpr float kWireWidth = 1.1F;  ///< [pixels]

/// Returns the focus, or the region around the camera's target if it is empty; never so small that its size is lost in
/// rounding.
Box make_focus(const Box& wanted, const Camera& camera) {
  const bool empty = !(wanted.lower.x() <= wanted.upper.x());
  Box focus = wanted;
  if (empty) focus.lower = focus.upper = camera.target;
  const double reach = 0.5 * (camera.target - camera.eye).norm() + 1e-6 * focus.centre().norm();
  if (!empty && (focus.upper - focus.lower).norm() > 1e-3 * reach) return focus;
  focus.lower.array() -= reach;
  focus.upper.array() += reach;
  return focus;
}

/// Draws one picture and stores the data that its passes share.
class Painter {
 public:
  Painter(const PictureScene& scene, const Camera& camera, const PictureOptions& options)
      : scene_(scene),
        options_(options),
        focus_(make_focus(options.focus, camera)),
        view_(camera, options.width * options.samples, options.height * options.samples),
        pixel_view_(camera, options.width, options.height),
        near_(kNearShare * (camera.target - camera.eye).norm()),
        elements_{scene.positions, scene.triangles, scene.segments,
                  0.5 * options.cable_width * pixel_view_.pixel_size() * (camera.target - camera.eye).norm()},
        studio_(view_.axes(), options.up),
        shadows_(elements_, focus_, studio_.to_key(),
                 std::clamp(2 * std::max(options.width, options.height), 256, 1024)),
        normals_(corner_normals(scene.positions, scene.triangles, kCrease)) {}

  [[nodiscard]] Image paint() const {
    SurfaceBuffer surface{options_.width, options_.height, {}};
    surface.pixels.resize(static_cast<std::size_t>(options_.width) * options_.height);
    const Rasteriser rasteriser(elements_, view_, kTilePixels * options_.samples, near_);
    parallel_for(rasteriser.tile_count(), 1, [&](std::size_t index) {
      const RasterRect rect = rasteriser.tile(index);
      std::vector<Hit> hits(rect.size());
      rasteriser.draw_tile(index, hits);
      for (int y = rect.top / options_.samples; y < rect.bottom / options_.samples; ++y)
        for (int x = rect.left / options_.samples; x < rect.right / options_.samples; ++x)
          surface.at(x, y) = resolve(x, y, rect, hits);
    });
    return compose(surface);
  }

 private:
  /// The samples of one element in one pixel. They are shaded once, at their mean position, which is inside the element
  /// because elements are convex.
  struct Fragment {
    std::int32_t element = -1;
    int count = 0;
    double sum_x = 0.0;
    double sum_y = 0.0;
    float depth = 0.0F;
  };

  struct Shaded {
    Colour colour = Colour::Zero();
    Vec3f normal = Vec3f::Zero();
  };

  [[nodiscard]] SurfacePixel resolve(int x, int y, const RasterRect& rect, std::span<const Hit> hits) const {
    const int n = options_.samples;
    std::array<Fragment, std::size_t{kMaxSamples} * kMaxSamples> fragments;
    std::size_t count = 0;
    for (int row = y * n; row < (y + 1) * n; ++row)
      for (int column = x * n; column < (x + 1) * n; ++column) {
        const Hit& hit = hits[static_cast<std::size_t>(row - rect.top) * rect.width() + (column - rect.left)];
        if (hit.element < 0) continue;
        std::size_t k = 0;
        while (k < count && fragments[k].element != hit.element) ++k;
        if (k == count) fragments[count++] = {hit.element, 0, 0.0, 0.0, hit.depth};
        Fragment& fragment = fragments[k];
        ++fragment.count;
        fragment.sum_x += column + 0.5;
        fragment.sum_y += row + 0.5;
        fragment.depth = std::min(fragment.depth, hit.depth);
      }
    SurfacePixel pixel;
    const float share = 1.0F / static_cast<float>(n * n);
    for (std::size_t k = 0; k < count; ++k) {
      const Fragment& fragment = fragments[k];
      const Shaded shaded = shade(static_cast<std::size_t>(fragment.element), fragment.sum_x / fragment.count,
                                  fragment.sum_y / fragment.count);
      const float weight = share * static_cast<float>(fragment.count);
      pixel.colour += weight * shaded.colour;
      pixel.coverage += weight;
      if (fragment.depth < pixel.depth) {
        pixel.depth = fragment.depth;
        pixel.normal = shaded.normal;
      }
    }
    return pixel;
  }

  [[nodiscard]] Shaded shade(std::size_t element, double x, double y) const {
    return element < scene_.triangles.size() ? shade_triangle(element, x, y)
                                             : shade_segment(element - scene_.triangles.size(), x, y);
  }

  [[nodiscard]] Shaded shade_triangle(std::size_t t, double x, double y) const {
    const Triangle& triangle = scene_.triangles[t];
    const std::array<Vec3, 3> corners = {position(triangle[0]), position(triangle[1]), position(triangle[2])};
    const TriangleCover cover(view_, corners[0], corners[1], corners[2]);
    std::array<double, 3> weight;
    double sum = 0.0;
    for (std::size_t k = 0; k < 3; ++k) sum += weight[k] = std::max(0.0, cover.weight[k].at(x, y));
    Vec3f normal = Vec3f::Zero();
    Colour vertex_colour = Colour::Zero();
    const BodyAppearance& appearance = scene_.bodies[static_cast<std::size_t>(scene_.triangle_body[t])];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto share = static_cast<float>(weight[k] / sum);
      normal += share * normals_[t][k];
      if (appearance.by_vertex) vertex_colour += share * scene_.vertex_colours[triangle[k].index()];
    }
    Colour colour = cover.faces_eye ? appearance.front : appearance.back;
    if (appearance.by_vertex) colour = cover.faces_eye ? vertex_colour : Colour(kBackFaceBrightness * vertex_colour);
    if (options_.wire) colour *= 1.0F - kWireDarkness * wire_at(cover, weight, sum);
    const double side = cover.faces_eye ? 1.0 : -1.0;
    const Vec3 face = side * (corners[1] - corners[0]).cross(corners[2] - corners[0]).stableNormalized();
    normal *= static_cast<float>(side);
    return light(colour, normal, face, cover.volume / sum * view_.ray(x, y));
  }

  [[nodiscard]] Shaded shade_segment(std::size_t s, double x, double y) const {
    const auto& [a, b] = scene_.segments[s];
    const Vec3 ray = view_.ray(x, y);
    const Vec3 from = position(a) - view_.eye();
    const auto hit = hit_capsule(ray, from, position(b) - view_.eye(), elements_.segment_radius);
    const BodyAppearance& appearance = scene_.bodies[static_cast<std::size_t>(scene_.segment_body[s])];
    const Colour colour = appearance.by_vertex
                              ? Colour(0.5F * (scene_.vertex_colours[a.index()] + scene_.vertex_colours[b.index()]))
                              : appearance.front;
    // Because of rounding, the mean of grazing samples may miss the tube.
    const Vec3 normal = hit ? hit->normal : Vec3(-ray.normalized());
    return light(colour, normal.cast<float>(), normal, hit ? Vec3(hit->depth * ray) : from);
  }

  /// `place` is relative to the eye; `face` is the normal of the surface itself.
  [[nodiscard]] Shaded light(const Colour& colour, const Vec3f& smoothed, const Vec3& face, const Vec3& place) const {
    LitPoint point;
    point.colour = colour;
    point.normal = smoothed.stableNormalized();
    point.to_eye = (-place).normalized().cast<float>();
    // At a silhouette a smoothed normal may point away from the eye; the visible surface does not.
    const float away = std::min(0.0F, point.normal.dot(point.to_eye));
    point.normal = (point.normal - away * point.to_eye).stableNormalized();
    if (point.normal.cast<double>().dot(studio_.to_key()) > 0.0)
      point.key_light = shadows_.light_at(place + view_.eye(), face);
    return {studio_.shade(point), point.normal};
  }

  /// Returns how much a line along the nearest side covers this point, from 0 to 1.
  [[nodiscard]] float wire_at(const TriangleCover& cover, const std::array<double, 3>& weight, double sum) const {
    double sum_dx = 0.0, sum_dy = 0.0;
    for (const RasterFunction& e : cover.weight) {
      sum_dx += e.dx;
      sum_dy += e.dy;
    }
    double nearest = std::numeric_limits<double>::infinity();  // [samples]
    for (std::size_t k = 0; k < 3; ++k) {
      const double share = weight[k] / sum;
      const double slope = std::hypot(cover.weight[k].dx - share * sum_dx, cover.weight[k].dy - share * sum_dy) / sum;
      nearest = std::min(nearest, share / slope);
    }
    const auto pixels = static_cast<float>(nearest / options_.samples);
    return std::clamp(0.5F + 0.5F * kWireWidth - pixels, 0.0F, 1.0F);
  }

  [[nodiscard]] Image compose(const SurfaceBuffer& surface) const {
    const double size = (focus_.upper - focus_.lower).norm();
    const std::vector<float> openness = ambient_openness(surface, pixel_view_, kOcclusionShare * size);
    Image image(options_.width, options_.height);
    parallel_for(static_cast<std::size_t>(options_.height), 8, [&](std::size_t row) {
      const int y = static_cast<int>(row);
      const Colour wall = background((static_cast<float>(y) + 0.5F) / static_cast<float>(options_.height));
      for (int x = 0; x < options_.width; ++x) {
        const SurfacePixel& pixel = surface.at(x, y);
        image.at(x, y) = to_rgb(openness[row * options_.width + x] * pixel.colour + (1.0F - pixel.coverage) * wall);
      }
    });
    return image;
  }

  [[nodiscard]] const Vec3& position(VertexId v) const { return scene_.positions[v.index()]; }

  const PictureScene& scene_;
  const PictureOptions& options_;
  Box focus_;
  View view_;        ///< view of the samples
  View pixel_view_;  ///< view of the pixels
  double near_;
  DrawnElements elements_;
  Studio studio_;
  ShadowMap shadows_;
  std::vector<std::array<Vec3f, 3>> normals_;
};

}  // namespace

Image draw_picture(const PictureScene& scene, const Camera& camera, const PictureOptions& options) {
  MUSLIN_ASSERT(options.width > 0 && options.height > 0);
  MUSLIN_ASSERT(1 <= options.samples && options.samples <= kMaxSamples);
  MUSLIN_ASSERT(scene.triangle_body.size() == scene.triangles.size());
  MUSLIN_ASSERT(scene.segment_body.size() == scene.segments.size());
  return Painter(scene, camera, options).paint();
}

}  // namespace muslin
