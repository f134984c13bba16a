#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/model/springs.hpp>

namespace muslin {
namespace {

constexpr std::size_t kSpringsPerChunk = 2048;

}  // namespace

Springs::Springs(const std::vector<Spring>& springs) {
  springs_.reserve(springs.size());
  for (const Spring& spring : springs) add(spring);
}

void Springs::add(const Spring& spring) {
  MUSLIN_ASSERT(spring.rest_length >= 0.0 && spring.stiffness >= 0.0 && spring.damping >= 0.0);
  springs_.push_back(spring);
}

void Springs::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  now_.resize(springs_.size());
  parallel_for(springs_.size(), kSpringsPerChunk, [&](std::size_t e) {
    const Spring& spring = springs_[e];
    const std::size_t from = spring.vertices[0].index(), to = spring.vertices[1].index();
    now_[e] = detail::axial_spring(
        {.stiffness = spring.stiffness, .rest_length = spring.rest_length, .damping = spring.damping}, x[to] - x[from],
        v[to] - v[from]);
  });
}

}  // namespace muslin
