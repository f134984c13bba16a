#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/run_audit.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <tests/soak/judge/run_facts.hpp>

namespace muslin::soak {
namespace {

namespace fs = std::filesystem;

void add_elements(RunFacts& facts, const Mesh& mesh, std::size_t first, std::int32_t body, bool is_obstacle) {
  const auto shifted = [&](VertexId v) { return VertexId(v.index() + first); };
  for (const auto& t : mesh.triangles)
    facts.elements.push_back({{shifted(t[0]), shifted(t[1]), shifted(t[2])}, body, is_obstacle});
  for (const auto& s : mesh.segments)
    facts.elements.push_back({{shifted(s[0]), shifted(s[1]), VertexId()}, body, is_obstacle});
}

/// Adds the elements of a scene that has no run.
void add_elements(RunFacts& facts, const Scene& scene) {
  std::size_t first = 0;
  for (const SceneBody& body : scene.bodies) {
    const auto index = static_cast<std::int32_t>(facts.body_names.size());
    add_elements(facts, body.body.mesh, first, index, body.body.kind == BodyKind::obstacle);
    facts.body_names.push_back(body.body.name);
    first += body.body.mesh.positions.size();
  }
}

Status read_caches(RunFacts& facts, const fs::path& folder) {
  std::vector<Pc2Reader> caches;
  std::size_t first = 0;
  std::int32_t samples = INT32_MAX;
  for (const RunBody& body : facts.record->bodies) {
    const auto mesh = read_mesh(folder / (body.name + ".obj"));
    if (!mesh) return mesh.error();
    auto cache = Pc2Reader::open(folder / (body.name + ".pc2"));
    if (!cache) return cache.error();
    add_elements(facts, *mesh, first, static_cast<std::int32_t>(facts.body_names.size()),
                 body.kind == BodyKind::obstacle);
    facts.body_names.push_back(body.name);
    first += mesh->positions.size();
    samples = std::min(samples, cache->header().samples);
    caches.push_back(std::move(*cache));
  }
  // A killed run may have more frames in its caches than it counts; only those that it counts are finished.
  samples = std::min(samples, static_cast<std::int32_t>(facts.record->frame_hashes.size()));
  for (std::int32_t k = 0; k < samples; ++k) {
    std::vector<Vec3>& frame = facts.frames.emplace_back();
    for (const Pc2Reader& cache : caches) {
      const auto positions = cache.read_frame(k);
      if (!positions) return positions.error();
      frame.insert(frame.end(), positions->begin(), positions->end());
    }
  }
  return Done{};
}

}  // namespace

std::string RunFacts::describe(const ExactPair& pair) const {
  const auto place = [&](std::int32_t index) {
    const ExactElement& element = elements[static_cast<std::size_t>(index)];
    const auto same_body = [&](const ExactElement& other) { return other.body == element.body; };
    const auto first = std::find_if(elements.begin(), elements.end(), same_body) - elements.begin();
    return fmt::format("{} element {}", body_names[static_cast<std::size_t>(element.body)], index - first);
  };
  return place(pair.first) + " and " + place(pair.second);
}

RunFacts read_facts(const fs::path& scene, const fs::path& folder, ChildOutcome child) {
  RunFacts facts;
  facts.child = std::move(child);
  if (auto loaded = read_scene(scene)) {
    for (const SceneBody& body : loaded->scene.bodies)
      facts.given_start.insert(facts.given_start.end(), body.body.mesh.positions.begin(),
                               body.body.mesh.positions.end());
    facts.scene = std::move(loaded->scene);
  }
  if (!fs::exists(folder / "run.json")) {
    if (facts.scene) add_elements(facts, *facts.scene);
    return facts;
  }
  auto record = read_run_record(folder / "run.json");
  if (!record) {
    facts.unreadable = record.error().message();
    return facts;
  }
  facts.record = std::move(*record);
  if (const auto status = read_caches(facts, folder); !status) facts.unreadable = status.error().message();
  const std::int64_t last_frame = facts.record->last_frame();
  const auto status = read_stats(folder / "stats.ndjson", [&](const StepReport& step) {
    if (step.frame <= last_frame) facts.steps.push_back(step);
  });
  if (!status) facts.unreadable = status.error().message();
  const auto audit = read_run_audit(folder / "audit.json");
  if (!audit)
    facts.unreadable = audit.error().message();
  else
    for (const RunAuditFrame& frame : audit->frames())
      facts.audited.push_back(frame.audit.intersections + frame.audit.tangled + frame.audit.outranked);
  return facts;
}

}  // namespace muslin::soak
