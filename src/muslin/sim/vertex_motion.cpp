#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/option.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/hermite.hpp>
#include <muslin/sim/motion.hpp>
#include <mutex>

namespace muslin {
namespace {

using FramePositions = std::shared_ptr<const std::vector<Vec3>>;

/// A cache of the latest frames. Time advances in small steps, and consecutive steps need the same four frames.
class FrameCache {
 public:
  explicit FrameCache(std::shared_ptr<const VertexFrames> frames) : frames_(std::move(frames)) {}

  [[nodiscard]] std::int64_t size() const { return frames_->size(); }

  /// Returns the positions of a frame, which must have `vertices` vertices.
  [[nodiscard]] Result<FramePositions> get(std::int64_t frame, std::size_t vertices) const {
    FramePositions positions = find(frame);
    if (!positions) {
      // The frame is loaded without the lock, because a source that reads in parallel might call this function again
      // while it waits.
      Result<std::vector<Vec3>> loaded = frames_->load(frame);
      if (!loaded) return loaded.error();
      positions = std::make_shared<const std::vector<Vec3>>(std::move(loaded).value());
      const std::lock_guard lock(mutex_);
      slot(frame) = {.frame = frame, .positions = positions};
    }
    if (positions->size() != vertices)
      return Error{.where = {},
                   .what = fmt::format("frame {} of the animation, counted from 0, has {} vertices; the body has {}",
                                       frame, positions->size(), vertices),
                   .remedy = "export the animation and the body from the same mesh"};
    return positions;
  }

 private:
  struct Slot {
    std::int64_t frame = -1;
    FramePositions positions;
  };

  [[nodiscard]] FramePositions find(std::int64_t frame) const {
    const std::lock_guard lock(mutex_);
    const Slot& candidate = slot(frame);
    return candidate.frame == frame ? candidate.positions : nullptr;
  }
  [[nodiscard]] Slot& slot(std::int64_t frame) const { return slots_[static_cast<std::size_t>(frame) % slots_.size()]; }

  std::shared_ptr<const VertexFrames> frames_;
  mutable std::mutex mutex_;
  mutable std::array<Slot, 4> slots_;  ///< four consecutive frames have four different slots
};

class VertexMotion final : public Motion {
 public:
  VertexMotion(std::shared_ptr<const VertexFrames> frames, const VertexMotionOptions& options)
      : frames_(std::move(frames)), options_(options) {
    MUSLIN_ASSERT(options_.frame_time > 0.0 && std::isfinite(options_.begin));
  }

  [[nodiscard]] bool is_rigid() const override { return false; }
  [[nodiscard]] Status evaluate(double time, std::span<const Vec3> start, std::span<Vec3> positions) const override {
    MUSLIN_ASSERT(std::isfinite(time) && start.size() == positions.size());
    const std::int64_t count = frames_.size();
    if (count <= 0)
      return Error{.where = {}, .what = "the animation has no frames", .remedy = "export at least one frame"};

    const double last = static_cast<double>(count - 1);
    const double moment = std::clamp((time - options_.begin) / options_.frame_time, 0.0, last);
    const double nearest = std::round(moment);
    if (std::abs(moment - nearest) <= tolerance::kFrameTimeTolerance) {
      const Result<FramePositions> frame = frames_.get(static_cast<std::int64_t>(nearest), start.size());
      if (!frame) return frame.error();
      std::copy((*frame)->begin(), (*frame)->end(), positions.begin());
      return Done{};
    }
    const auto k = static_cast<std::int64_t>(std::floor(moment));
    return interpolate(k, moment - std::floor(moment), positions);
  }

 private:
  /// Computes the positions at the share u of the time from frame k to the next.
  [[nodiscard]] Status interpolate(std::int64_t k, double u, std::span<Vec3> positions) const {
    const std::size_t vertices = positions.size();
    const Result<FramePositions> from = frames_.get(k, vertices), to = frames_.get(k + 1, vertices);
    if (!from) return from.error();
    if (!to) return to.error();
    const std::vector<Vec3>&x0 = **from, &x1 = **to;

    if (options_.interpolation == Interpolation::linear) {
      parallel_for(vertices, kVerticesPerChunk, [&](std::size_t v) { positions[v] = x0[v] + u * (x1[v] - x0[v]); });
      return Done{};
    }

    // Catmull-Rom interpolation: the slope at a frame, per frame, is half the displacement from the previous frame to
    // the next. Unlike those of keyframes, slopes are not limited. A limit per component would deform a rotating body,
    // whereas this is the same combination of frames for all vertices. At the first and last frame the slope is zero,
    // because the missing neighbour is replaced by the existing one: the motion is constant beyond, and thus comes
    // smoothly to rest.
    const bool first = k == 0, is_last = k + 2 == frames_.size();
    const Result<FramePositions> before = first ? to : frames_.get(k - 1, vertices);
    const Result<FramePositions> after = is_last ? from : frames_.get(k + 2, vertices);
    if (!before) return before.error();
    if (!after) return after.error();
    const std::vector<Vec3>&previous = **before, &following = **after;
    const HermiteWeights w = hermite_weights(u);
    parallel_for(vertices, kVerticesPerChunk, [&](std::size_t v) {
      const Vec3 start_slope = 0.5 * (x1[v] - previous[v]), end_slope = 0.5 * (following[v] - x0[v]);
      const Vec3 moved = w.end * (x1[v] - x0[v]) + w.start_slope * start_slope + w.end_slope * end_slope;
      positions[v] = x0[v] + moved;
    });
    return Done{};
  }

  FrameCache frames_;
  VertexMotionOptions options_;
};

}  // namespace

std::unique_ptr<Motion> make_vertex_motion(std::shared_ptr<const VertexFrames> frames,
                                           const VertexMotionOptions& options) {
  MUSLIN_ASSERT(frames != nullptr);
  return std::make_unique<VertexMotion>(std::move(frames), options);
}

void describe(Description<VertexMotionOptions>& options) {
  options.about("Positions of all vertices, frame by frame.");
  options
      .choice("interpolation", &VertexMotionOptions::interpolation,
              {{"smooth", Interpolation::smooth}, {"linear", Interpolation::linear}})
      .about("Between frames: cubic, from rest to rest; or at constant speed.");
}

}  // namespace muslin
