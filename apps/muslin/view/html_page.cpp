#include "html_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <muslin/geometry/box.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/position_code.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "page.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t triple = 0;
    for (std::size_t k = 0; k < 3; ++k)
      triple = triple * 256 + (k < count ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? digits[(triple >> (18 - 6 * k)) & 63U] : '=';
  }
  return text;
}

std::string replace_all(std::string text, std::string_view old, std::string_view with) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
    text.replace(at, old.size(), with);
  return text;
}

/// Replaces what could end the element of a script.
std::string in_script(std::string_view script) { return replace_all(std::string(script), "</script", "<\\/script"); }
std::string in_json_script(std::string json) { return replace_all(std::move(json), "<", "\\u003c"); }

std::string_view page_file(std::string_view name) {
  const auto files = page_files();
  const auto file = std::find_if(files.begin(), files.end(), [&](const PageFile& each) { return each.name == name; });
  return file == files.end() ? std::string_view() : file->content;
}

std::string in_markup(const std::string& text) { return replace_all(replace_all(text, "&", "&amp;"), "<", "&lt;"); }

/// Returns the length of the diagonal of the box around these bodies in the first, the middle and the last frame [m].
Result<double> size_of(const std::vector<Pc2Reader>& caches, const std::vector<bool>& counts, std::int32_t frames) {
  Box box;
  for (std::size_t b = 0; b < caches.size(); ++b)
    for (const std::int32_t frame : {0, frames / 2, frames - 1}) {
      if (!counts[b]) continue;
      const auto positions = caches[b].read_frame(frame);
      if (!positions) return positions.error();
      for (const Vec3& x : *positions) box.include(x);
    }
  return box.lower.x() <= box.upper.x() ? (box.upper - box.lower).norm() : 0.0;
}

Status write_cache(JsonWriter& json, const Pc2Reader& cache, std::int32_t frames, double quantum) {
  PositionEncoder encoder(quantum);
  for (std::int32_t k = 0; k < frames; ++k) {
    const auto positions = cache.read_frame(k);
    if (!positions) return positions.error();
    encoder.append(*positions);
  }
  encoder.finish();
  json.begin_object();
  json.member("vertices", cache.header().points);
  json.member("frames", frames);
  json.member("quantum", quantum);
  json.member("group_frames", PositionEncoder::kGroupFrames);
  json.key("groups");
  json.begin_list();
  for (const std::size_t group : encoder.groups()) json.value(static_cast<std::uint64_t>(group));
  json.end_list();
  json.member("data", base64(encoder.bytes()));
  json.end_object();
  return Done{};
}

}  // namespace

Result<HtmlPage> make_html_page(const fs::path& folder, const std::string& name, double quantum) {
  const auto record = read_run_record(folder / kRecordName);
  if (!record) return record.error();
  std::vector<Pc2Reader> caches;
  std::vector<bool> is_simulated;
  auto frames = static_cast<std::int32_t>(record->frames_done() + 1);
  for (const RunBody& body : record->bodies) {
    auto cache = Pc2Reader::open(folder / (body.name + ".pc2"));
    if (!cache) return cache.error();
    if (cache->header().points != static_cast<std::int32_t>(body.vertices) || cache->header().samples < frames)
      return Error{Error::Kind::unreadable_file, (folder / (body.name + ".pc2")).string(),
                   "does not have the vertices and frames that run.json counts",
                   "continue the run with --resume, which checks its files"};
    caches.push_back(std::move(*cache));
    is_simulated.push_back(body.kind != BodyKind::obstacle);
  }
  if (!(quantum > 0.0)) {
    const auto size = size_of(caches, is_simulated, frames);
    if (!size) return size.error();
    quantum = *size > 0.0 ? std::exp2(std::floor(std::log2(*size)) - 17.0) : 0x1p-17;
  }

  JsonWriter json(JsonWriter::Style{});
  json.begin_object();
  json.member("name", name);
  json.key("files");
  json.begin_object();
  std::vector<std::string> files = {kRecordName, kStatsName};
  if (record->audit.frames > 0) files.emplace_back(kAuditName);
  for (const RunBody& body : record->bodies) files.push_back(body.name + ".obj");
  for (const std::string& file : files) {
    const auto text = read_whole_file(folder / file);
    if (!text) return text.error();
    json.member(file, *text);
  }
  json.end_object();
  if (record->has_contacts) {
    const auto contacts = read_whole_file(folder / kContactsName);
    if (!contacts) return contacts.error();
    json.member("contacts", base64(*contacts));
  }
  json.key("caches");
  json.begin_object();
  for (std::size_t b = 0; b < caches.size(); ++b) {
    json.key(record->bodies[b].name);
    if (const Status status = write_cache(json, caches[b], frames, quantum); !status) return status.error();
  }
  json.end_object();
  json.end_object();

  HtmlPage page{.text = {}, .quantum = quantum, .frames = static_cast<std::size_t>(frames)};
  page.text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
      "<title>{} – Muslin</title>\n<link rel=\"icon\" href=\"data:,\" />\n<style>\n{}\n</style>\n</head>\n<body>\n"
      "<noscript>This page needs JavaScript.</noscript>\n"
      "<script type=\"application/json\" id=\"muslin-run\">{}</script>\n<script type=\"module\">{}</script>\n"
      "</body>\n</html>\n",
      in_markup(name), page_file("viewer.css"), in_json_script(json.take()), in_script(page_file("viewer.js")));
  return page;
}

}  // namespace muslin::app
