#include <algorithm>
#include <muslin/sim/contact_recorder.hpp>

namespace muslin {
namespace {

FrameContact record(const Contact& contact, bool is_collision, const CollisionStep& step, LowestRung rung) {
  return {.contact = contact,
          .is_collision = is_collision,
          .rung = rung,
          .gap = 0.0,
          .velocity_change =
              normal_velocity(contact, step.velocity()) - normal_velocity(contact, step.candidate_velocity())};
}

bool is_same_stencil(const FrameContact& a, const FrameContact& b) {
  return compare_stencils(a.contact, b.contact) == 0;
}

}  // namespace

LowestRung lowest_rung(const Rungs& rungs) {
  if (rungs.stops > 0) return LowestRung::stops;
  if (rungs.yields > 0) return LowestRung::yields;
  if (rungs.priorities > 0) return LowestRung::priorities;
  if (rungs.rigid_zones > 0) return LowestRung::rigid_zones;
  return rungs.halvings > 0 ? LowestRung::halvings : LowestRung::response;
}

void ContactRecorder::begin_frame() {
  collisions_.clear();
  proximities_.clear();
  stopped_.clear();
}

void ContactRecorder::add_step(std::span<const Contact> collisions, const CollisionStep& step,
                               const StoppedVertices& stopped, const Rungs& rungs) {
  const LowestRung rung = lowest_rung(rungs);
  for (const Contact& contact : collisions) collisions_.push_back(record(contact, true, step, rung));
  proximities_.clear();
  for (const Proximity& pair : step.proximities()) proximities_.push_back(record(pair.contact, false, step, rung));
  for (std::size_t i = 0; i < stopped.stopped.size(); ++i)
    if (stopped.stopped[i] != 0 && !step.mesh().is_scripted(VertexId(i))) stopped_.emplace_back(i);
}

void ContactRecorder::finish_frame(std::span<const Vec3> position) {
  // In the order in which they were found, so that a stable sort leaves the newest of equal stencils last.
  std::vector<FrameContact> found = collisions_;
  found.insert(found.end(), proximities_.begin(), proximities_.end());
  std::stable_sort(found.begin(), found.end(), [](const FrameContact& a, const FrameContact& b) {
    return compare_stencils(a.contact, b.contact) < 0;
  });
  contacts_.contacts.clear();
  for (const FrameContact& contact : found) {
    FrameContact merged = contact;
    if (!contacts_.contacts.empty() && is_same_stencil(contacts_.contacts.back(), contact)) {
      const FrameContact& before = contacts_.contacts.back();
      merged.is_collision = merged.is_collision || before.is_collision;
      merged.rung = std::max(merged.rung, before.rung);
      contacts_.contacts.pop_back();
    }
    merged.gap = normal_gap(merged.contact, position);
    contacts_.contacts.push_back(merged);
  }
  contacts_.stopped = stopped_;
  std::sort(contacts_.stopped.begin(), contacts_.stopped.end());
  contacts_.stopped.erase(std::unique(contacts_.stopped.begin(), contacts_.stopped.end()), contacts_.stopped.end());
}

}  // namespace muslin
