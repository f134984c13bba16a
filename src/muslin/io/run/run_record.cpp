#include <fmt/format.h>

#include <array>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/report_json.hpp>
#include <muslin/io/run/run_record.hpp>
#include <utility>

namespace muslin {
namespace {

using detail::Json, detail::vector_of, detail::write_value;

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

/// Looks up a name in a table. An unknown name is reported like every other error in the JSON.
template <class Table>
auto value_in(const Table& table, const Json& json) {
  const auto text = json.get<std::string>();
  for (const auto& [value, name] : table)
    if (text == name) return value;
  throw Json::other_error::create(501, quote(text) + " is not known", &json);
}

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key);
  json.begin_list();
  for (const std::string& text : texts) json.value(text);
  json.end_list();
}

/// Writes a list of objects; `write` writes the members of each.
template <class Items, class Write>
void write_objects(JsonWriter& json, std::string_view key, const Items& items, Write&& write) {
  json.key(key);
  json.begin_list();
  for (const auto& item : items) {
    json.begin_object();
    write(item);
    json.end_object();
  }
  json.end_list();
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
  if (json.contains("warnings")) record.warnings = json["warnings"].get<std::vector<std::string>>();
  if (json.contains("untangled")) {
    const Json& start = json["untangled"];
    UntangleReport& report = record.untangled.emplace();
    report.pairs_before = start.at("pairs_before");
    report.pairs_after = start.at("pairs_after");
    report.tangles_after = start.at("places_after");
    report.moved_vertices = start.at("moved_vertices");
    report.max_displacement = start.at("max_displacement");
    report.retraction = start.at("retraction");
    report.steps = start.at("steps");
    report.seconds = start.at("seconds");
  }
  record.command = json.at("command").get<std::vector<std::string>>();
  const Json& machine = json.at("machine");
  record.machine = {machine.at("cpu"), machine.at("cores"), machine.at("os")};
  record.threads = json.at("threads");
  record.started = json.at("started");
  record.finished = json.value("finished", "");
  record.seconds = json.at("seconds");
  record.peak_memory = json.value("peak_memory", std::uint64_t{0});
  record.about = json.at("about");
  record.scene_file = json.at("scene_file");
  record.scene_hash = json.at("scene_hash");
  for (const Json& input : json.at("inputs"))
    record.inputs.push_back({input.at("path"), input.at("hash"), input.at("size")});
  record.up = value_in(kAxes, json.at("up"));
  record.frame_rate = json.at("frame_rate");
  record.start_frame = json.at("start_frame");
  record.frames = json.at("frames");
  record.has_contacts = json.value("contacts", false);
  for (const Json& body : json.at("bodies"))
    record.bodies.push_back({body.at("name"), value_in(kKinds, body.at("kind")), body.at("vertices"),
                             body.at("triangles"), body.at("segments"), body.value("thickness", 0.0)});
  if (json.contains("statistics")) {
    detail::read_members(json["statistics"], record.statistics, detail::Scope::run);
    record.statistics.earlier_lag = record.statistics.max_lag;
  }
  if (json.contains("slow_frames"))
    for (const Json& frame : json["slow_frames"])
      detail::read_members(frame, record.slow_frames.emplace_back(), detail::Scope::step);
  if (json.contains("audit")) {
    const Json& audit = json["audit"];
    RunAuditSummary& summary = record.audit;
    summary.frames = audit.at("frames");
    summary.bad_frames = audit.at("bad_frames");
    summary.intersections = audit.at("intersections");
    summary.tangled = audit.value("tangled", std::int64_t{0});
    summary.outranked = audit.value("outranked", std::int64_t{0});
    summary.intersections_as_given = audit.value("intersections_as_given", std::int64_t{0});
    summary.bad_frames_as_given = audit.value("bad_frames_as_given", std::int64_t{0});
    summary.depth_as_given = audit.value("depth_as_given", 0.0);
    summary.seconds = audit.at("seconds");
  }
  if (json.contains("expectations"))
    for (const Json& outcome : json["expectations"])
      record.expectations.push_back({outcome.at("name"), outcome.at("limit"), outcome.at("value"),
                                     side_of_expectation(outcome.at("name").get<std::string>())});
  record.frame_hashes = json.at("frame_hashes").get<std::vector<std::string>>();
  return record;
}

}  // namespace

const char* name_of(RunState state) { return name_in(kStates, state); }
const char* name_of(BodyKind kind) { return name_in(kKinds, kind); }

std::size_t RunRecord::simulated_vertices() const {
  std::size_t count = 0;
  for (const RunBody& body : bodies) count += body.kind == BodyKind::obstacle ? 0 : body.vertices;
  return count;
}

std::string to_json(const RunRecord& record) {
  JsonWriter json({.many_lines = true, .marks_reals = true});
  json.begin_object();
  json.member("format", kRecordFormat);
  json.member("muslin", record.version);
  json.member("state", name_of(record.state));
  if (!record.reason.empty()) json.member("reason", record.reason);
  if (record.where) {
    json.key("where");
    json.begin_object();
    json.member("body", record.where->body);
    json.member("vertex", record.where->vertex);
    json.key("position");
    write_value(json, record.where->position);
    json.member("time", record.where->time);
    json.member("frame", record.where->frame);
    json.end_object();
  }
  if (!record.warnings.empty()) write_texts(json, "warnings", record.warnings);
  if (record.untangled) {
    const UntangleReport& report = *record.untangled;
    json.key("untangled");
    json.begin_object();
    json.member("pairs_before", report.pairs_before);
    json.member("pairs_after", report.pairs_after);
    json.member("places_after", report.tangles_after);
    json.member("moved_vertices", report.moved_vertices);
    json.member("max_displacement", report.max_displacement);
    json.member("retraction", report.retraction);
    json.member("steps", report.steps);
    json.member("seconds", report.seconds);
    json.end_object();
  }
  write_texts(json, "command", record.command);
  json.key("machine");
  json.begin_object();
  json.member("cpu", record.machine.cpu);
  json.member("cores", record.machine.cores);
  json.member("os", record.machine.os);
  json.end_object();
  json.member("threads", record.threads);
  json.member("started", record.started);
  if (!record.finished.empty()) json.member("finished", record.finished);
  json.member("seconds", record.seconds);
  json.member("peak_memory", record.peak_memory);
  json.member("about", record.about);
  json.member("scene_file", record.scene_file);
  json.member("scene_hash", record.scene_hash);
  write_objects(json, "inputs", record.inputs, [&](const RunInput& input) {
    json.member("path", input.path);
    json.member("hash", input.hash);
    json.member("size", input.size);
  });
  json.member("up", name_in(kAxes, record.up));
  json.member("frame_rate", record.frame_rate);
  json.member("start_frame", record.start_frame);
  json.member("frames", record.frames);
  json.member("frames_done", record.frames_done());
  if (record.has_contacts) json.member("contacts", true);
  write_objects(json, "bodies", record.bodies, [&](const RunBody& body) {
    json.member("name", body.name);
    json.member("kind", name_of(body.kind));
    json.member("vertices", body.vertices);
    json.member("triangles", body.triangles);
    json.member("segments", body.segments);
    json.member("thickness", body.thickness);
  });
  if (record.statistics.steps > 0) {
    json.key("statistics");
    json.begin_object();
    detail::write_members(json, record.statistics, detail::Scope::run);
    json.end_object();
  }
  if (!record.slow_frames.empty())
    write_objects(json, "slow_frames", record.slow_frames,
                  [&](const SlowFrame& frame) { detail::write_members(json, frame, detail::Scope::step); });
  json.key("audit");
  json.begin_object();
  json.member("frames", record.audit.frames);
  json.member("bad_frames", record.audit.bad_frames);
  json.member("intersections", record.audit.intersections);
  json.member("tangled", record.audit.tangled);
  json.member("outranked", record.audit.outranked);
  json.member("intersections_as_given", record.audit.intersections_as_given);
  json.member("bad_frames_as_given", record.audit.bad_frames_as_given);
  json.member("depth_as_given", record.audit.depth_as_given);
  json.member("seconds", record.audit.seconds);
  json.end_object();
  if (record.state == RunState::complete)
    write_objects(json, "expectations", record.expectations, [&](const ExpectationOutcome& outcome) {
      json.member("name", outcome.name);
      json.member("limit", outcome.limit);
      json.member("value", outcome.value);
      json.member("met", outcome.met());
    });
  write_texts(json, "frame_hashes", record.frame_hashes);
  json.end_object();
  return json.take() + "\n";
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
