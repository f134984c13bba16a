#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// Position and direction of a camera.
struct Camera {
  Vec3 eye = Vec3(0, 0, 1);    ///< position of the camera [m]; not the target
  Vec3 target = Vec3::Zero();  ///< point in the middle of the picture [m]
  Vec3 up = Vec3(0, 1, 0);     ///< approximate up direction; need not be perpendicular to the view
  double fov_rad = 0.6;        ///< vertical angle of view [rad], in (0, π)
};

/// Orthonormal axes of a view.
struct ViewAxes {
  Vec3 right,   ///< to the right in the picture
      up,       ///< up in the picture
      forward;  ///< away from the eye
};
/// Returns the axes for any nonzero direction, including one parallel to `up`.
[[nodiscard]] ViewAxes view_axes(const Vec3& forward, const Vec3& up);

/// The view of a camera on a raster. Sample (x, y) is at the centre of its square, (x + 0.5, y + 0.5) from the upper
/// left corner.
class View {
 public:
  /// Makes the view on a raster of width × height samples.
  View(const Camera& camera, int width, int height);

  /// Returns the number of samples in a row.
  [[nodiscard]] int width() const { return width_; }
  /// Returns the number of rows.
  [[nodiscard]] int height() const { return height_; }
  /// Returns the position of the camera [m].
  [[nodiscard]] const Vec3& eye() const { return eye_; }
  /// Returns the axes of the camera.
  [[nodiscard]] const ViewAxes& axes() const { return axes_; }
  /// Returns the side of a raster square at depth 1 [m].
  [[nodiscard]] double pixel_size() const { return pixel_size_; }

  /// Returns the ray through a point of the raster. A point on it is eye + depth·ray, where depth is measured along
  /// `forward`:
  ///   ray(x, y) = corner + x·step_x + y·step_y
  [[nodiscard]] Vec3 ray(double x, double y) const { return corner_ + x * step_x_ + y * step_y_; }
  /// Returns the ray through the upper left corner of the raster, ray(0, 0).
  [[nodiscard]] const Vec3& corner() const { return corner_; }
  /// Returns the change of the ray from one column to the next.
  [[nodiscard]] const Vec3& step_x() const { return step_x_; }
  /// Returns the change of the ray from one row to the next, downwards.
  [[nodiscard]] const Vec3& step_y() const { return step_y_; }

  /// Returns the distance of a point from the eye along `forward` [m]; it is negative for points behind the eye.
  [[nodiscard]] double depth(const Vec3& point) const { return axes_.forward.dot(point - eye_); }
  /// Projects a point in front of the eye (depth > 0) onto the raster.
  [[nodiscard]] Vec2 project(const Vec3& point) const;

 private:
  int width_, height_;
  Vec3 eye_;
  ViewAxes axes_;
  double pixel_size_;
  Vec3 corner_, step_x_, step_y_;
};

/// Finds the nearest camera with a given direction that has all points in its picture.
///
/// Let a, b, c be the coordinates of a point to the right, up and forward, and (ex, ey, ez) the eye. The point is in
/// the picture if |a - ex| ≤ tx (c - ez) and |b - ey| ≤ ty (c - ez). Only the extremes of a ± tx c and b ± ty c matter,
/// so points can be included one by one in any order, and the answer is exact. The same extremes for narrower pictures
/// are used to centre the subject where there is room to spare.
class CameraFit {
 public:
  /// The direction and the picture of the camera to find.
  struct Options {
    Vec3 forward = Vec3(0, 0, -1);  ///< direction of the view; not zero
    Vec3 up = Vec3(0, 1, 0);        ///< approximate up direction, as in Camera
    double fov_rad = 0.6;           ///< vertical angle of view [rad]
    double aspect = 4.0 / 3.0;      ///< width / height
    double margin = 0.06;           ///< fraction of the picture left free on each side; less than 0.5
  };
  /// Makes a fit without points.
  explicit CameraFit(const Options& options);

  /// Includes a point [m], which must be finite.
  void include(const Vec3& point);
  /// Includes all points of another fit, which must have the same options.
  void include(const CameraFit& other);
  /// Returns whether no point has been included.
  [[nodiscard]] bool empty() const { return !(nearest_ <= farthest_); }
  /// Returns the camera; for a single point, its distance is 1 m. There must be at least one point.
  [[nodiscard]] Camera camera() const;

 private:
  Options options_;
  ViewAxes axes_;
  static constexpr std::size_t kWidths = 16;  ///< number of tested widths: 1/16, 2/16, … of the picture
  struct Extremes {
    double largest, smallest;  ///< of a - tx c and of a + tx c, respectively
  };
  [[nodiscard]] double slope(std::size_t axis, std::size_t width) const;
  /// Returns the largest forward coordinate that the eye may have.
  [[nodiscard]] double room(std::size_t axis, std::size_t width) const;
  [[nodiscard]] double centre(std::size_t axis, double ez) const;

  std::array<double, 2> slope_;  ///< tx, ty
  std::array<std::array<Extremes, kWidths>, 2> extremes_;
  double nearest_, farthest_;
};

}  // namespace muslin
