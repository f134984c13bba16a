#include "workshop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <thread>
#include <utility>

#include "run_files.hpp"

namespace muslin::app {
namespace fs = std::filesystem;
namespace {

constexpr int kOk = 200, kBadRequest = 400;
constexpr std::size_t kMaxSettings = 100;
constexpr std::chrono::seconds kRecordPatience{3};
/// The page waits for a check; `muslin run` takes larger scenes.
constexpr std::size_t kMaxElements = 2'000'000;

Error bad_order(std::string what) { return {Error::Kind::invalid_request, {}, std::move(what), {}}; }

/// Returns the line of a scene text that an error names as "file:line: path"; 0 if there is none.
int line_of(const Error& error, const fs::path& file) {
  const std::string begin = file.string() + ":";
  int line = 0;
  if (error.where.starts_with(begin))
    std::from_chars(error.where.data() + begin.size(), error.where.data() + error.where.size(), line);
  return line;
}

/// An order that makes no sense is a bad request; a scene that has an error is an answer like others.
std::string answer(const Refusal& refusal, int& status, int code = kOk) {
  status = code;
  JsonWriter out(JsonWriter::Style{});
  out.begin_object();
  out.member("error", refusal.message);
  if (refusal.line > 0) out.member("line", refusal.line);
  out.end_object();
  return out.take();
}

/// Returns the message of an error without the path of the file, which the page knows by another name.
Refusal refusal_of(const Error& error, const fs::path& file) {
  Error shown = error;
  const int line = line_of(error, file);
  if (line > 0) {
    const std::size_t path = shown.where.find(": ", file.string().size());
    shown.where = path == std::string::npos ? "" : shown.where.substr(path + 2);
  }
  return {shown.message(), line};
}

/// Returns "drop50" for "peers/drop50" and "runs/drop50-3.run", from which names of new folders are made.
std::string stem_of(const std::string& name) {
  fs::path path = fs::path(name).filename();
  if (path.extension() != ".run") return path.string();
  std::string stem = path.stem().string();
  const std::size_t dash = stem.find_last_not_of("0123456789");
  if (dash != std::string::npos && dash > 0 && dash + 1 < stem.size() && stem[dash] == '-') stem.resize(dash);
  return stem;
}

}  // namespace

/// A scene that the page wants checked or run.
struct Workshop::Order {
  std::string name;  ///< of the scene or of the run whose scene it is
  fs::path file;     ///< that the scene is from, and that files in it are relative to
  std::string text;
  bool is_edited = false;  ///< whether the text differs from that of the file
  std::vector<std::string> settings;
};

Result<Workshop::Order> Workshop::read_order(const std::string& request) const {
  const auto document = parse_json(request, "request");
  if (!document) return document.error();
  const auto text_at = [&](const char* key) -> const std::string* {
    const JsonValue* value = document->find(key);
    return value != nullptr && value->is(JsonValue::Type::text) ? &value->text : nullptr;
  };
  Order order;
  const JsonValue* const frame = document->find("frame");
  if (const std::string* const number = text_at("scene")) {
    const ListedScene* const scene = front_.find_scene(*number);
    if (scene == nullptr) return bad_order("there is no such scene");
    order.name = scene->name;
    order.file = scene->file;
  } else if (const std::string* const run_number = text_at("run")) {
    const auto run = runs_.find(*run_number);
    if (!run || !open_run_file(run->folder, kSceneName)) return bad_order("there is no such run");
    order.name = run->name;
    order.file = run->folder / kSceneName;
    if (frame != nullptr && frame->is(JsonValue::Type::number)) {
      const auto record = read_run_record(run->folder / kRecordName);
      if (!record) return record.error();
      const auto number_of_frame = static_cast<std::int64_t>(frame->number);
      const std::int64_t last = record->start_frame + record->frames;
      JsonWriter from(JsonWriter::Style{});
      from.begin_object();
      from.member("run", run->folder.string());
      from.member("frame", number_of_frame);
      from.member("time", "continue");
      from.end_object();
      order.settings = {"from=" + from.take(), fmt::format("time.start_frame={}", number_of_frame),
                        fmt::format("time.frames={}", std::max<std::int64_t>(1, last - number_of_frame))};
    }
  } else {
    return bad_order("neither a scene nor a run is named");
  }
  const auto original = read_json_text(order.file);
  if (!original) return original.error();
  const std::string* const text = text_at("text");
  order.text = text != nullptr ? *text : *original;
  order.is_edited = order.text != *original;
  if (const JsonValue* const settings = document->find("set")) {
    if (!settings->is(JsonValue::Type::list) || settings->items.size() > kMaxSettings)
      return bad_order("\"set\" is not a list of settings");
    for (const JsonValue& setting : settings->items) {
      if (!setting.is(JsonValue::Type::text)) return bad_order("\"set\" is not a list of settings");
      order.settings.push_back(setting.text);
    }
  }
  return order;
}

fs::path Workshop::next_folder(const std::string& name) {
  const std::string stem = stem_of(name);
  const std::vector<LaunchedRun> launched = launcher_.all();
  const auto is_taken = [&](const fs::path& folder) {
    std::error_code ignored;
    // A run that has just been started has not made its folder yet.
    return std::any_of(launched.begin(), launched.end(), [&](const auto& run) { return run.folder == folder; }) ||
           fs::exists(fs::symlink_status(folder, ignored)) ||
           fs::exists(fs::symlink_status(fs::path(folder).replace_extension(".json"), ignored));
  };
  for (int number = 1;; ++number)
    if (fs::path folder = front_.current_folder() / fmt::format("{}-{}.run", stem, number); !is_taken(folder))
      return folder;
}

std::string Workshop::check(const std::string& request, int& status) const {
  const auto order = read_order(request);
  if (!order) return answer({order.error().message()}, status, kBadRequest);
  const auto loaded = read_scene_text(
      order->text, order->file, {.overrides = order->settings, .resolved_folder = {}, .max_elements = kMaxElements});
  if (!loaded) return answer(refusal_of(loaded.error(), order->file), status);
  status = kOk;
  JsonWriter out(JsonWriter::Style{});
  out.begin_object();
  out.member("frames", std::int64_t{loaded->scene.time.frames});
  out.key("bodies");
  out.begin_list();
  for (const SceneBody& body : loaded->scene.bodies) out.value(body.body.name);
  out.end_list();
  out.key("warnings");
  out.begin_list();
  for (const std::string& warning : loaded->warnings) out.value(warning);
  out.end_list();
  out.end_object();
  return out.take();
}

std::string Workshop::start(const std::string& request, int& status) {
  auto order = read_order(request);
  if (!order) return answer({order.error().message()}, status, kBadRequest);
  const fs::path current = front_.current_folder();
  fs::path folder;
  {
    const std::lock_guard lock(starting_);  // so that two runs do not get the same folder
    folder = next_folder(order->name);
    const auto loaded =
        read_scene_text(order->text, order->file,
                        {.overrides = order->settings, .resolved_folder = current, .max_elements = kMaxElements});
    if (!loaded) return answer(refusal_of(loaded.error(), order->file), status);
    if (order->is_edited) {
      // An edited scene becomes a file of its own, with its files named as seen from there.
      order->file = fs::path(folder).replace_extension(".json");
      order->settings.clear();
      if (const Status written = write_whole_file(order->file, loaded->resolved_json); !written)
        return answer({written.error().message()}, status);
    }
    if (const Status started = launcher_.start(order->file, folder, order->settings); !started)
      return answer({started.error().message()}, status);
  }
  if (const std::string message = await_record(folder); !message.empty()) return answer({message}, status);
  const std::string name = folder.lexically_relative(current).generic_string();
  const std::size_t number = runs_.add({name, folder});
  status = kOk;
  JsonWriter out(JsonWriter::Style{});
  out.begin_object();
  out.member("id", std::to_string(number));
  out.member("name", name);
  out.end_object();
  return out.take();
}

/// Waits until a run that was started has a record to show, but not for long: the page asks again. Returns the message
/// of the run if it has ended without one.
std::string Workshop::await_record(const fs::path& folder) {
  const auto deadline = std::chrono::steady_clock::now() + kRecordPatience;
  std::error_code ignored;
  while (!fs::exists(folder / kRecordName, ignored) && std::chrono::steady_clock::now() < deadline) {
    for (const LaunchedRun& run : launcher_.all())
      if (run.folder == folder && !run.is_running && !fs::exists(folder / kRecordName, ignored))
        return run.message.empty() ? "the run has ended before it began" : run.message;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return {};
}

bool Workshop::stop(std::string_view number) {
  const auto run = runs_.find(number);
  return run && launcher_.stop(run->folder);
}

std::string Workshop::describe() {
  JsonWriter out(JsonWriter::Style{});
  out.begin_list();
  for (const LaunchedRun& launched : launcher_.all()) {
    const std::string name = launched.folder.lexically_relative(front_.current_folder()).generic_string();
    out.begin_object();
    out.member("id", std::to_string(runs_.add({name, launched.folder})));
    out.member("name", name);
    out.member("running", launched.is_running);
    if (!launched.is_running) out.member("exit_code", launched.exit_code);
    if (!launched.is_running) out.member("message", launched.message);
    out.end_object();
  }
  out.end_list();
  return out.take();
}

std::string Workshop::schema() { return scene_schema(); }

std::optional<std::string> Workshop::text_of_scene(std::string_view number) const {
  const ListedScene* const scene = front_.find_scene(number);
  if (scene == nullptr) return std::nullopt;
  auto text = read_json_text(scene->file);
  if (!text) return std::nullopt;
  return std::move(*text);
}

std::optional<std::string> Workshop::resolve_scene(std::string_view number) const {
  const ListedScene* const scene = front_.find_scene(number);
  if (scene == nullptr) return std::nullopt;
  auto loaded = read_scene(scene->file, {.overrides = {}, .resolved_folder = {}, .max_elements = kMaxElements});
  if (!loaded) return std::nullopt;
  return std::move(loaded->resolved_json);
}

}  // namespace muslin::app
