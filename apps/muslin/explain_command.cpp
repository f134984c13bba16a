#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>
#include <muslin/io/scene/scene_reference.hpp>
#include <string>

#include "command.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

struct ExplainArguments {
  std::string key;
  bool markdown = false;
};

void print_key(const FoundKey& found) {
  const ReferenceKey& key = found.key;
  const auto line = [](const char* title, const std::string& text) {
    if (!text.empty()) write_out("  {:<8} {}\n", title, text);
  };
  for (const std::string& path : found.paths) write_out("{}\n", path);
  line("type", key.type);
  line("unit", key.unit);
  line("range", key.range);
  line("default", key.missing == "required" ? "none: the key is required" : key.missing);
  line("keys", fmt::format("{}", fmt::join(key.parts, ", ")));
  line("meaning", key.about);
}

ExitCode explain(const ExplainArguments& arguments) {
  if (arguments.markdown) {
    write_out("{}", scene_reference_page());
    return kDone;
  }
  const std::vector<FoundKey> found = find_keys(scene_reference(), arguments.key);
  if (found.empty()) {
    const std::vector<std::string> nearest = nearest_keys(scene_reference(), arguments.key);
    return refuse(fmt::format("{}: no such key of scenes; {}", arguments.key,
                              nearest.empty() ? "muslin explain --markdown lists them all"
                                              : fmt::format("did you mean {}?", fmt::join(nearest, ", "))));
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0) write_out("\n");
    print_key(found[i]);
  }
  return kDone;
}

}  // namespace

CommandAction add_explain(CLI::App& parser) {
  auto arguments = std::make_shared<ExplainArguments>();
  auto* key = parser.add_option("key", arguments->key, "A key, or its path: rate, collision.repulsion.rate");
  auto* markdown = parser.add_flag("--markdown", arguments->markdown, "All keys, as docs/scene-reference.md");
  key->excludes(markdown);
  parser.require_option(1);
  return [arguments] { return explain(*arguments); };
}

}  // namespace muslin::app
