#pragma once
#include <cstdint>
#include <muslin/geometry/box.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/render/camera.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/render/image.hpp>
#include <span>

namespace muslin {

/// The colours of a body.
struct BodyAppearance {
  Colour front = Colour::Ones();  ///< colour of the side from which triangles are counter-clockwise, and of segments
  Colour back = Colour::Ones();   ///< colour of the other side of triangles
  bool by_vertex = false;         ///< use the vertex colours of the scene instead, a little darker on the back
};

/// The geometry to draw at one moment. Nothing is copied.
struct PictureScene {
  std::span<const Vec3> positions;              ///< positions of the vertices of all bodies [m]
  std::span<const Triangle> triangles;          ///< corners, as indices into `positions`
  std::span<const Segment> segments;            ///< ends, as indices into `positions`
  std::span<const std::int32_t> triangle_body;  ///< index into `bodies`, for each triangle
  std::span<const std::int32_t> segment_body;   ///< index into `bodies`, for each segment
  std::span<const BodyAppearance> bodies;       ///< colours of each body
  std::span<const Colour> vertex_colours;       ///< one per vertex; may be empty if no body uses them
};

/// Options of draw_picture().
struct PictureOptions {
  int width = 960;           ///< [pixels]; at least 1
  int height = 720;          ///< [pixels]; at least 1
  int samples = 3;           ///< samples per side of a pixel, from 1 to 4
  Vec3 up = Vec3(0, 1, 0);   ///< up direction; determines the direction of the light
  Box focus = {};            ///< region that has shadows [m]; if empty, the region around the camera's target
  double cable_width = 6.0;  ///< width of cables at the camera's target [pixels]
  bool wire = false;         ///< draw the edges of the triangles
};

/// Draws the scene with perspective, smooth shading, both sides of cloth, shadows and anti-aliasing. Any input gives a
/// picture: elements without area are invisible, and elements behind the camera are omitted. Equal inputs give equal
/// bits on any number of threads.
[[nodiscard]] Image draw_picture(const PictureScene& scene, const Camera& camera, const PictureOptions& options);

}  // namespace muslin
