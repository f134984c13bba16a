#pragma once
#include <cstdint>
#include <muslin/geometry/box.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/render/camera.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/render/image.hpp>
#include <span>

namespace muslin {

/// How a body is painted.
struct BodyAppearance {
  Colour front = Colour::Ones();
  Colour back = Colour::Ones();
  bool by_vertex = false;  ///< by the scene's vertex colours instead, the back a little darker
};

/// What there is to be painted at one moment. Nothing is copied.
struct PictureScene {
  std::span<const Vec3> positions;
  std::span<const Triangle> triangles;
  std::span<const Segment> segments;
  std::span<const std::int32_t> triangle_body;  ///< index into `bodies`
  std::span<const std::int32_t> segment_body;
  std::span<const BodyAppearance> bodies;
  std::span<const Colour> vertex_colours;  ///< may be empty if no body is painted by them
};

struct PictureOptions {
  int width = 960;
  int height = 720;
  int samples = 3;           ///< per side of a pixel
  Vec3 up = Vec3(0, 1, 0);   ///< where the light comes from
  Box focus = {};            ///< what the picture is about, and has shadows; empty: what the camera looks at
  double cable_width = 6.0;  ///< [pixels] at the camera's target
  bool wire = false;         ///< draw the edges of the triangles
};

/// Paints the scene: perspective, smooth shading, both sides of cloth, shadows, anti-aliased. Any input gives a
/// picture: what has no area is not seen, what is behind the camera is left out. Same input, same bits, on any number
/// of threads.
[[nodiscard]] Image draw_picture(const PictureScene& scene, const Camera& camera, const PictureOptions& options);

}  // namespace muslin
