#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/report_json.hpp>
#include <muslin/io/run/run_audit.hpp>

namespace muslin {
namespace {

using detail::Json, detail::vector_of, detail::write_value;

constexpr int kAuditFormat = 1;

void write_element(JsonWriter& json, std::string_view key, const AuditedElement& element) {
  json.key(key);
  json.begin_object();
  json.member("body", element.body);
  json.member(name_of(element.kind), element.index);
  json.end_object();
}
AuditedElement element_of(const Json& json) {
  const bool is_triangle = json.contains("triangle");
  return {json.at("body"), is_triangle ? AuditElement::Kind::triangle : AuditElement::Kind::segment,
          json.at(is_triangle ? "triangle" : "segment")};
}

/// Formats a frame on one line: there may be thousands of frames, and most are clean.
std::string frame_line(const RunAuditFrame& frame) {
  const FrameAudit& audit = frame.audit;
  JsonWriter json({.many_lines = false, .marks_reals = true});
  json.begin_object();
  json.member("frame", audit.frame);
  json.member("intersections", audit.intersections);
  if (audit.tangled > 0) json.member("tangled", audit.tangled);
  if (audit.outranked > 0) json.member("outranked", audit.outranked);
  if (audit.obstacle_intersections > 0) json.member("obstacle_intersections", audit.obstacle_intersections);
  if (audit.undecidable > 0) json.member("undecidable", audit.undecidable);
  if (!audit.first.empty()) {
    json.key("first");
    json.begin_list();
    for (const AuditedPair& pair : audit.first) {
      json.begin_object();
      write_element(json, "a", pair.a);
      write_element(json, "b", pair.b);
      json.key("place");
      write_value(json, pair.place);
      json.end_object();
    }
    json.end_list();
  }
  if (!audit.as_given.empty()) {
    json.key("as_given");
    json.begin_list();
    for (const ObstacleAsGiven& obstacle : audit.as_given) {
      json.begin_object();
      json.member("body", obstacle.body);
      json.member("intersections", obstacle.intersections);
      json.member("depth", obstacle.depth);
      json.member("deviation", obstacle.deviation);
      json.key("place");
      write_value(json, obstacle.place);
      json.end_object();
    }
    json.end_list();
  }
  if (frame.lag.length > 0.0) {
    json.key("lag");
    json.begin_object();
    json.member("length", frame.lag.length);
    json.member("body", frame.lag.body);
    if (!frame.lag.against.empty()) json.member("against", frame.lag.against);
    json.key("place");
    write_value(json, frame.lag.place);
    json.end_object();
  }
  json.end_object();
  return json.take();
}

RunAuditFrame frame_of(const Json& json) {
  RunAuditFrame frame;
  frame.audit.frame = json.at("frame");
  frame.audit.intersections = json.at("intersections");
  frame.audit.obstacle_intersections = json.value("obstacle_intersections", std::size_t{0});
  frame.audit.undecidable = json.value("undecidable", std::size_t{0});
  if (json.contains("first"))
    for (const Json& pair : json["first"])
      frame.audit.first.push_back({element_of(pair.at("a")), element_of(pair.at("b")), vector_of(pair.at("place"))});
  frame.audit.tangled = json.value("tangled", std::size_t{0});
  frame.audit.outranked = json.value("outranked", std::size_t{0});
  if (json.contains("as_given"))
    for (const Json& obstacle : json["as_given"])
      frame.audit.as_given.push_back({obstacle.at("body"), obstacle.at("intersections"), obstacle.at("depth"),
                                      obstacle.at("deviation"), vector_of(obstacle.at("place"))});
  if (json.contains("lag")) {
    const Json& lag = json["lag"];
    frame.lag = {lag.at("length"), lag.at("body"), lag.value("against", ""), vector_of(lag.at("place"))};
  }
  return frame;
}

}  // namespace

void RunAudit::add(RunAuditFrame frame) {
  intersections_ += frame.audit.intersections;
  tangled_ += frame.audit.tangled;
  outranked_ += frame.audit.outranked;
  intersections_as_given_ += frame.audit.intersections_as_given();
  bad_frames_as_given_ += frame.audit.intersections_as_given() > 0 ? 1 : 0;
  depth_as_given_ = std::max(depth_as_given_, frame.audit.depth_as_given());
  obstacle_intersections_ += frame.audit.obstacle_intersections;
  undecidable_ += frame.audit.undecidable;
  bad_frames_ += frame.audit.clean() ? 0 : 1;
  max_lag_ = std::max(max_lag_, frame.lag.length);
  frames_.push_back(std::move(frame));
}

/// Puts each member of the object and each frame on its own line.
std::string to_json(const RunAudit& audit) {
  const auto real = [](double value) {
    JsonWriter writer({.many_lines = false, .marks_reals = true});
    writer.value(value);
    return writer.take();
  };
  std::string text = fmt::format(
      "{{\n\"format\": {},\n\"clean\": {},\n\"frames_audited\": {},\n\"bad_frames\": {},\n\"intersections\": {},\n"
      "\"tangled\": {},\n\"outranked\": {},\n\"obstacle_intersections\": {},\n\"undecidable\": {},\n"
      "\"intersections_as_given\": {},\n\"bad_frames_as_given\": {},\n\"depth_as_given\": {},\n"
      "\"max_lag\": {},\n\"frames\": [",
      kAuditFormat, audit.clean(), audit.frames().size(), audit.bad_frames(), audit.intersections(), audit.tangled(),
      audit.outranked(), audit.obstacle_intersections(), audit.undecidable(), audit.intersections_as_given(),
      audit.bad_frames_as_given(), real(audit.depth_as_given()), real(audit.max_lag()));
  const char* separator = "\n";
  for (const RunAuditFrame& frame : audit.frames()) {
    text += separator;
    text += frame_line(frame);
    separator = ",\n";
  }
  return text + "\n]\n}\n";
}

Status write_run_audit(const std::filesystem::path& path, const RunAudit& audit) {
  return write_whole_file(path, to_json(audit));
}

Result<RunAudit> read_run_audit(const std::filesystem::path& path) {
  const auto text = read_whole_file(path);
  if (!text) return text.error();
  const auto fault = [&](const std::string& what) {
    return Error{Error::Kind::unreadable_file, path.string(), what,
                 "remove it; muslin audit gives the same result for the frames, and a resumed run repeats the audit"};
  };
  try {
    const Json json = Json::parse(*text);
    if (const int format = json.at("format"); format != kAuditFormat)
      return fault(fmt::format("format {} of an audit; this program knows {}", format, kAuditFormat));
    RunAudit audit;
    for (const Json& frame : json.at("frames")) audit.add(frame_of(frame));
    return audit;
  } catch (const Json::exception& problem) {
    return fault(fmt::format("this is not the audit of a run: {}", problem.what()));
  }
}

}  // namespace muslin
