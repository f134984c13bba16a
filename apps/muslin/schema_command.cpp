#include <fmt/format.h>

#include <cstdio>
#include <muslin/io/scene/scene_file.hpp>

#include "command.hpp"

namespace muslin::app {

CommandAction add_schema(CLI::App& parser) {
  parser.footer(
      "Save the schema beside your scenes and name it in them as \"$schema\"; editors then complete and check every "
      "key.");
  return [] {
    const std::string schema = scene_schema();
    std::fwrite(schema.data(), 1, schema.size(), stdout);
    return kDone;
  };
}

}  // namespace muslin::app
