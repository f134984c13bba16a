#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/io/run/contacts_sink.hpp>
#include <muslin/model/body_thickness.hpp>

namespace muslin {
namespace {

/// Gaps are stored to a thousandth of the smallest thickness.
constexpr double kUnitsPerThickness = 1000.0;

/// Returns the unit of lengths in the file: a power of two, so that its multiples are exact in doubles.
double length_unit_of(const Scene& scene) {
  double thickness = std::numeric_limits<double>::infinity();
  for (const SceneBody& each : scene.bodies)
    if (const double own = thickness_of(each.body); own > 0.0) thickness = std::min(thickness, own);
  if (!std::isfinite(thickness)) return ContactsHeader{}.length_unit;
  return std::min(1.0, std::exp2(std::floor(std::log2(thickness / kUnitsPerThickness))));
}

ContactsHeader header_of(const RunStart& start) {
  ContactsHeader header;
  header.frames = static_cast<std::int32_t>(start.scene.time.frames + 1);
  header.length_unit = length_unit_of(start.scene);
  for (std::size_t b = 0; b < start.ranges.size(); ++b) {
    const BodyRange& range = start.ranges[b];
    header.vertices += static_cast<std::int32_t>(range.vertex_count);
    const Patches& patches = start.scene.bodies[b].body.patches;
    for (const Patch& patch : patches.list) {
      auto& stored = header.patches.emplace_back();
      stored.is_hybrid = patches.method == PatchMethod::hybrid;
      for (const VertexId v : patch.vertices) stored.members.emplace_back(range.first_vertex + v.index());
    }
  }
  return header;
}

}  // namespace

Status ContactsSink::begin(const RunStart& start) {
  scripts_.emplace(start.scene, start.ranges);
  const ContactsHeader header = header_of(start);
  file_.reset();
  auto file = start.kept_frames > 0 ? ContactsWriter::resume(path_, header, start.kept_frames)
                                    : ContactsWriter::create(path_, header);
  if (!file) return file.error();
  file_.emplace(std::move(*file));
  return Done{};
}

Status ContactsSink::append(const RunFrame& frame) {
  ContactsFrame stored;
  if (frame.contacts != nullptr) stored.contacts = *frame.contacts;
  auto as_given = find_as_given(frame);
  if (!as_given) return as_given.error();
  stored.as_given = std::move(*as_given);
  return file_->append(stored);
}

/// Compares as floats, because a place that only differs in the bits that no file has is no lag.
Result<std::vector<VertexPlace>> ContactsSink::find_as_given(const RunFrame& frame) {
  std::vector<VertexPlace> places;
  if (frame.steps.empty() || !(frame.steps.back().collision.lag.length > 0.0)) return places;
  std::vector<Vec3> given = frame.state.position;
  if (const Status status = scripts_->evaluate(frame.time, {}, given); !status) return status.error();
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i].cast<float>() != frame.state.position[i].cast<float>()) places.push_back({VertexId(i), given[i]});
  return places;
}

}  // namespace muslin
