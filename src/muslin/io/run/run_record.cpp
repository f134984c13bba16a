#include <fmt/format.h>

#include <array>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/run/statistics_json.hpp>
#include <nlohmann/json.hpp>
#include <utility>

namespace muslin {
namespace {

using detail::Json, detail::json_of, detail::number_of, detail::vector_of;

constexpr int kRecordFormat = 1;
constexpr std::array<std::pair<RunState, const char*>, 4> kStates = {{{RunState::partial, "partial"},
                                                                      {RunState::complete, "complete"},
                                                                      {RunState::stopped, "stopped"},
                                                                      {RunState::failed, "failed"}}};
constexpr std::array<std::pair<BodyKind, const char*>, 5> kKinds = {{{BodyKind::cloth, "cloth"},
                                                                     {BodyKind::shell, "shell"},
                                                                     {BodyKind::cable, "cable"},
                                                                     {BodyKind::obstacle, "obstacle"},
                                                                     {BodyKind::embedded, "embedded"}}};
constexpr std::array<std::pair<Axis, const char*>, 3> kAxes = {{{Axis::x, "x"}, {Axis::y, "y"}, {Axis::z, "z"}}};

template <class Table, class T>
const char* name_in(const Table& table, T value) {
  for (const auto& [known, name] : table)
    if (known == value) return name;
  return "";
}

/// An unknown name is reported like everything else that is wrong with the JSON.
template <class Table>
auto value_in(const Table& table, const Json& json) {
  const auto text = json.get<std::string>();
  for (const auto& [value, name] : table)
    if (text == name) return value;
  throw Json::other_error::create(501, quote(text) + " is not known", &json);
}

template <class Items, class Convert>
Json list(const Items& items, Convert&& convert) {
  Json result = Json::array();
  for (const auto& item : items) result.push_back(convert(item));
  return result;
}

Json to_json(const CollisionStatistics& c) {
  return {{"candidates", c.broad_phase_pairs},
          {"proximities", c.proximities},
          {"contacts", c.contacts},
          {"zones", c.zones},
          {"largest_zone", c.largest_zone},
          {"passes", c.passes},
          {"iterations", c.iterations},
          {"rough_zones", c.rough_zones},
          {"certificates", c.certificates},
          {"rungs",
           {{"response", c.rungs.response},
            {"rigid_zones", c.rungs.rigid_zones},
            {"halvings", c.rungs.halvings},
            {"yields", c.rungs.yields},
            {"stops", c.rungs.stops}}},
          {"clusters",
           {{"count", c.clusters.clusters},
            {"cyclic", c.clusters.cyclic},
            {"infeasible", c.clusters.infeasible},
            {"restrained", c.clusters.restrained},
            {"energy_gained", c.clusters.energy_gained}}},
          {"qp", detail::json_of(c.qp)},
          {"stopped_vertices", c.stopped_vertices},
          {"largest_lag",
           {{"length", c.largest_lag.length},
            {"body", c.largest_lag.body},
            {"against", c.largest_lag.against},
            {"vertex", c.largest_lag.vertex.value},
            {"place", json_of(c.largest_lag.place)}}},
          {"energy_lost", c.energy_lost},
          {"sliding_speed", c.sliding_speed}};
}

Json to_json(const RunStatistics& run) {
  return {{"steps", run.steps},
          {"substeps", run.substeps},
          {"seconds",
           {{"assembly", run.seconds.assembly},
            {"solve", run.seconds.solve},
            {"filter", run.seconds.filter},
            {"detection", run.seconds.detection},
            {"response", run.seconds.response},
            {"rest", run.seconds.rest}}},
          {"newton_steps", run.newton_steps},
          {"solver_iterations", run.solver_iterations},
          {"unconverged_steps", run.unconverged_steps},
          {"max_strain", run.max_strain},
          {"max_speed", run.max_speed},
          {"max_lag", run.max_frame_lag()},
          {"collision", to_json(run.collision)},
          {"limits",
           {{"iterations", run.limits.iterations},
            {"strain", run.limits.strain},
            {"over_limit", run.limits.over_limit},
            {"worst", {{"vertex", run.limits.worst.value}, {"place", json_of(run.limits.worst_place)}}},
            {"over_limit_steps", run.over_limit_steps},
            {"shape_error", run.limits.shape_error},
            {"mean_squared_shape_error", run.limits.mean_squared_shape_error}}},
          {"kinetic_energy", run.last.kinetic_energy},
          {"elastic_energy", run.last.elastic_energy},
          {"gravity_energy", run.last.gravity_energy}};
}

RunStatistics statistics_of(const Json& json) {
  RunStatistics run;
  run.steps = json.at("steps");
  run.substeps = json.at("substeps");
  run.seconds = detail::phase_times_of(json.at("seconds"));
  run.newton_steps = json.at("newton_steps");
  run.solver_iterations = json.at("solver_iterations");
  run.unconverged_steps = json.at("unconverged_steps");
  run.max_strain = number_of(json.at("max_strain"));
  run.max_speed = number_of(json.at("max_speed"));
  run.earlier_frame_lag = number_of(json.at("max_lag"));
  run.collision = detail::collision_statistics_of(json.at("collision"));
  const Json limits = json.value("limits", Json());
  run.limits = detail::limit_report_of(limits);
  if (!limits.is_null()) run.over_limit_steps = limits.at("over_limit_steps");
  run.last.kinetic_energy = number_of(json.at("kinetic_energy"));
  run.last.elastic_energy = number_of(json.at("elastic_energy"));
  run.last.gravity_energy = number_of(json.at("gravity_energy"));
  return run;
}

RunRecord record_of(const Json& json) {
  RunRecord record;
  record.version = json.at("muslin");
  record.state = value_in(kStates, json.at("state"));
  record.reason = json.value("reason", "");
  if (json.contains("where")) {
    const Json& where = json["where"];
    record.where = RunPlace{where.at("body"), where.at("vertex"), vector_of(where.at("position")), where.at("time"),
                            where.at("frame")};
  }
  record.command = json.at("command").get<std::vector<std::string>>();
  const Json& machine = json.at("machine");
  record.machine = {machine.at("cpu"), machine.at("cores"), machine.at("os")};
  record.threads = json.at("threads");
  record.started = json.at("started");
  record.finished = json.value("finished", "");
  record.seconds = json.at("seconds");
  record.about = json.at("about");
  record.scene_file = json.at("scene_file");
  record.scene_hash = json.at("scene_hash");
  for (const Json& input : json.at("inputs"))
    record.inputs.push_back({input.at("path"), input.at("hash"), input.at("size")});
  record.up = value_in(kAxes, json.at("up"));
  record.frame_rate = json.at("frame_rate");
  record.start_frame = json.at("start_frame");
  record.frames = json.at("frames");
  for (const Json& body : json.at("bodies"))
    record.bodies.push_back({body.at("name"), value_in(kKinds, body.at("kind")), body.at("vertices"),
                             body.at("triangles"), body.at("segments")});
  if (json.contains("statistics")) record.statistics = statistics_of(json["statistics"]);
  if (json.contains("audit")) {
    const Json& audit = json["audit"];
    record.audit = {audit.at("frames"), audit.at("bad_frames"), audit.at("intersections"), audit.at("seconds")};
  }
  if (json.contains("expectations"))
    for (const Json& outcome : json["expectations"])
      record.expectations.push_back({outcome.at("name"), outcome.at("limit"), outcome.at("value")});
  record.frame_hashes = json.at("frame_hashes").get<std::vector<std::string>>();
  return record;
}

}  // namespace

const char* name_of(RunState state) { return name_in(kStates, state); }
const char* name_of(BodyKind kind) { return name_in(kKinds, kind); }

std::string to_json(const RunRecord& record) {
  Json json;
  json["format"] = kRecordFormat;
  json["muslin"] = record.version;
  json["state"] = name_of(record.state);
  if (!record.reason.empty()) json["reason"] = record.reason;
  if (record.where)
    json["where"] = {{"body", record.where->body},
                     {"vertex", record.where->vertex},
                     {"position", json_of(record.where->position)},
                     {"time", record.where->time},
                     {"frame", record.where->frame}};
  json["command"] = record.command;
  json["machine"] = {{"cpu", record.machine.cpu}, {"cores", record.machine.cores}, {"os", record.machine.os}};
  json["threads"] = record.threads;
  json["started"] = record.started;
  if (!record.finished.empty()) json["finished"] = record.finished;
  json["seconds"] = record.seconds;
  json["about"] = record.about;
  json["scene_file"] = record.scene_file;
  json["scene_hash"] = record.scene_hash;
  json["inputs"] = list(record.inputs, [](const RunInput& input) {
    return Json{{"path", input.path}, {"hash", input.hash}, {"size", input.size}};
  });
  json["up"] = name_in(kAxes, record.up);
  json["frame_rate"] = record.frame_rate;
  json["start_frame"] = record.start_frame;
  json["frames"] = record.frames;
  json["frames_done"] = record.frames_done();
  json["bodies"] = list(record.bodies, [](const RunBody& body) {
    return Json{{"name", body.name},
                {"kind", name_of(body.kind)},
                {"vertices", body.vertices},
                {"triangles", body.triangles},
                {"segments", body.segments}};
  });
  if (record.statistics.steps > 0) json["statistics"] = to_json(record.statistics);
  json["audit"] = {{"frames", record.audit.frames},
                   {"bad_frames", record.audit.bad_frames},
                   {"intersections", record.audit.intersections},
                   {"seconds", record.audit.seconds}};
  if (record.state == RunState::complete)
    json["expectations"] = list(record.expectations, [](const ExpectationOutcome& outcome) {
      return Json{{"name", outcome.name}, {"limit", outcome.limit}, {"value", outcome.value}, {"met", outcome.met()}};
    });
  json["frame_hashes"] = record.frame_hashes;
  // What is no UTF-8 (a path may be anything) is replaced: a record that can be read matters more.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Status write_run_record(const std::filesystem::path& path, const RunRecord& record) {
  return write_whole_file(path, to_json(record));
}

Result<RunRecord> read_run_record(const std::filesystem::path& path) {
  const auto text = read_whole_file(path);
  if (!text) return text.error();
  const auto fault = [&](const std::string& what) {
    return Error{Error::Kind::unreadable_file, path.string(), what,
                 "check that this is the run.json of a run folder; if it is, it is damaged"};
  };
  try {
    const Json json = Json::parse(*text);
    if (const int format = json.at("format"); format != kRecordFormat)
      return fault(fmt::format("format {} of a run record is not supported; this program reads format {}", format,
                               kRecordFormat));
    return record_of(json);
  } catch (const Json::exception& problem) {
    return fault(fmt::format("this is not a run record: {}", problem.what()));
  }
}

}  // namespace muslin
