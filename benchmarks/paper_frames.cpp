#include <Eigen/Geometry>
#include <benchmarks/paper_frames.hpp>
#include <cmath>
#include <limits>
#include <muslin/io/mesh/pc2.hpp>

namespace muslin::bench {

PaperFrames::PaperFrames(const PaperRun& run) : frame_rate_(run.record.frame_rate) {
  for (const RunBody& body : run.record.bodies) {
    if (body.kind == BodyKind::obstacle) continue;
    const auto cache = Pc2Reader::open(run.folder / (body.name + ".pc2"));
    if (!cache) {
      frames_.clear();
      return;
    }
    const auto samples = static_cast<std::size_t>(cache->header().samples);
    frames_.resize(frames_.empty() ? samples : std::min(samples, frames_.size()));
    for (std::size_t k = 0; k < frames_.size(); ++k) {
      auto positions = cache->read_frame(static_cast<std::int32_t>(k));
      frames_[k].push_back(positions ? std::move(*positions) : std::vector<Vec3>());
    }
  }
}

double PaperFrames::turn(std::size_t frame) const {
  const auto diagonal = [&](std::size_t k) -> Vec3 { return frames_[k].front().back() - frames_[k].front().front(); };
  const Vec3 before = diagonal(0), after = diagonal(frame);
  return std::atan2(before.cross(after).norm(), before.dot(after));
}

Vec3 PaperFrames::mean_displacement(std::size_t frame) const {
  Vec3 sum = Vec3::Zero();
  std::size_t count = 0;
  for (std::size_t b = 0; b < frames_[frame].size(); ++b) {
    for (std::size_t v = 0; v < frames_[frame][b].size(); ++v) sum += frames_[frame][b][v] - frames_[0][b][v];
    count += frames_[frame][b].size();
  }
  return sum / static_cast<double>(count);
}

double PaperFrames::lowest(std::size_t frame) const {
  double height = std::numeric_limits<double>::infinity();
  for (const std::vector<Vec3>& body : frames_[frame])
    for (const Vec3& x : body) height = std::min(height, x.y());
  return height;
}

double PaperFrames::share_below(std::size_t frame, double height) const {
  std::size_t below = 0, count = 0;
  for (const std::vector<Vec3>& body : frames_[frame]) {
    for (const Vec3& x : body) below += x.y() < height ? 1 : 0;
    count += body.size();
  }
  return static_cast<double>(below) / static_cast<double>(count);
}

double PaperFrames::speed_of_bodies(std::size_t frame) const {
  if (frame == 0) return 0.0;
  std::vector<Vec3> velocities;
  Vec3 mean = Vec3::Zero();
  for (std::size_t b = 0; b < frames_[frame].size(); ++b) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t v = 0; v < frames_[frame][b].size(); ++v) sum += frames_[frame][b][v] - frames_[frame - 1][b][v];
    velocities.push_back(sum * (frame_rate_ / static_cast<double>(frames_[frame][b].size())));
    mean += velocities.back();
  }
  const auto count = static_cast<double>(velocities.size());
  mean /= count;
  double square = 0.0;
  for (const Vec3& velocity : velocities) square += (velocity - mean).squaredNorm();
  return std::sqrt(square / count);
}

}  // namespace muslin::bench
