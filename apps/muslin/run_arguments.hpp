#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "printed_run.hpp"

namespace muslin::app {

/// Arguments that `muslin run` and `muslin compare` share.
struct RunArguments {
  std::string scene;
  std::string output;
  std::vector<std::string> overrides;
  std::string frames;
  std::string progress;
  int threads = 0;
  bool resume = false;
  bool force = false;
  bool quiet = false;
  bool verbose = false;
  bool view = false;
};

/// Adds all arguments except the output, which each command describes itself. `arguments` must outlive the parser.
void add_run_arguments(CLI::App& parser, RunArguments& arguments);

/// Returns the folder to write: the requested one, or the name of the scene with this extension in the current folder.
[[nodiscard]] std::filesystem::path output_folder(const RunArguments& arguments, const char* extension);

[[nodiscard]] RunRequest request_of(const RunArguments& arguments, std::filesystem::path folder);
[[nodiscard]] RunPrintOptions print_options_of(const RunArguments& arguments);

}  // namespace muslin::app
