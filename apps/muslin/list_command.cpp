#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <muslin/io/json/option_format.hpp>
#include <muslin/model/material.hpp>
#include <muslin/response/response.hpp>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "scene_list.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

struct ListArguments {
  std::string what;
  std::string folder = "scenes";
  bool json = false;
};

/// An entity that scenes can refer to: its name, description, source of its numbers, and the numbers.
struct Entry {
  std::string name;
  std::string about;
  std::string source;
  std::vector<std::pair<std::string, double>> numbers;
};

/// Returns the numbers of a material by their keys.
template <class Material>
std::vector<std::pair<std::string, double>> numbers_of(const Material& material) {
  std::vector<std::pair<std::string, double>> numbers;
  for (const auto& member : write_options(material).members) numbers.emplace_back(member.key, member.value.number);
  return numbers;
}

Entry entry_of(const NamedFabric& named) {
  return {std::string(named.name), std::string(named.about), std::string(named.source), numbers_of(named.fabric)};
}

Entry entry_of(const NamedCable& named) {
  return {std::string(named.name), std::string(named.about), std::string(named.source), numbers_of(named.material)};
}

Entry entry_of(const ResponseInfo& response) {
  return {std::string(response.name), std::string(response.about), std::string(response.paper), {}};
}

void print_json(const std::vector<Entry>& entries) {
  JsonValue list = JsonValue::list();
  for (const Entry& entry : entries) {
    JsonValue object = JsonValue::object();
    object.set("name", JsonValue::of(entry.name));
    object.set("about", JsonValue::of(entry.about));
    if (!entry.source.empty()) object.set("source", JsonValue::of(entry.source));
    for (const auto& [key, value] : entry.numbers) object.set(key, JsonValue::of(value));
    list.items.push_back(std::move(object));
  }
  put(stdout, to_json(list));
}

/// Prints a table with a line of numbers per entry, followed by descriptions and sources.
void print_table(const std::vector<Entry>& entries) {
  std::size_t width = 4;
  for (const Entry& entry : entries) width = std::max(width, entry.name.size());
  if (!entries.empty() && !entries[0].numbers.empty()) {
    write_out("{:<{}}", "name", width);
    for (const auto& number : entries[0].numbers) write_out("  {:>9}", number.first);
    write_out("\n");
    for (const Entry& entry : entries) {
      write_out("{:<{}}", entry.name, width);
      for (const auto& [key, value] : entry.numbers)
        write_out("  {:>{}}", fmt::format("{:.3g}", value), std::max<std::size_t>(key.size(), 9));
      write_out("\n");
    }
    write_out("\nSI units: kg/m^2 or kg/m, N/m or N, N m or N m^2, m, s.\n\n");
  }
  for (const Entry& entry : entries) {
    write_out("{:<{}}  {}\n", escaped(entry.name), width, escaped(entry.about));
    if (!entry.source.empty()) write_out("{:<{}}  source: {}\n", "", width, entry.source);
  }
}

ExitCode list(const ListArguments& arguments) {
  std::vector<Entry> entries;
  if (arguments.what == "fabrics")
    for (const NamedFabric& fabric : named_fabrics()) entries.push_back(entry_of(fabric));
  if (arguments.what == "cables")
    for (const NamedCable& cable : named_cables()) entries.push_back(entry_of(cable));
  if (arguments.what == "responses")
    for (const ResponseInfo& response : known_responses()) entries.push_back(entry_of(response));
  if (arguments.what == "scenes") {
    const auto scenes = find_scenes(arguments.folder);
    if (!scenes) return report(scenes.error());
    for (const ListedScene& scene : *scenes) {
      if (scene.problem) return report(*scene.problem);
      entries.push_back({scene.name, scene.about, "", {}});
    }
  }
  if (arguments.json)
    print_json(entries);
  else
    print_table(entries);
  return kDone;
}

}  // namespace

CommandAction add_list(CLI::App& parser) {
  auto arguments = std::make_shared<ListArguments>();
  parser.add_option("what", arguments->what, "What to list: fabrics, cables, responses or scenes")
      ->required()
      ->check(CLI::IsMember({"fabrics", "cables", "responses", "scenes"}));
  parser.add_option("--from", arguments->folder, "Folder of the scenes (default: scenes)");
  parser.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return list(*arguments); };
}

}  // namespace muslin::app
