#pragma once
#include <CLI/CLI.hpp>
#include <functional>

#include "exit_code.hpp"

namespace muslin::app {

/// A subcommand adds its arguments to the parser and returns what to run if it is chosen.
using Run = std::function<ExitCode()>;

Run add_audit(CLI::App& parser);
Run add_check(CLI::App& parser);
Run add_render(CLI::App& parser);
Run add_list(CLI::App& parser);
Run add_schema(CLI::App& parser);
Run add_info(CLI::App& parser);
Run add_run(CLI::App& parser);
Run add_compare(CLI::App& parser);

}  // namespace muslin::app
