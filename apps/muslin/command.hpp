#pragma once
#include <CLI/CLI.hpp>
#include <functional>

#include "exit_code.hpp"

namespace muslin::app {

/// A subcommand adds its arguments to the parser and returns the function to call if the user chooses it.
using CommandAction = std::function<ExitCode()>;

CommandAction add_audit(CLI::App& parser);
CommandAction add_check(CLI::App& parser);
CommandAction add_render(CLI::App& parser);
CommandAction add_list(CLI::App& parser);
CommandAction add_explain(CLI::App& parser);
CommandAction add_schema(CLI::App& parser);
CommandAction add_info(CLI::App& parser);
CommandAction add_run(CLI::App& parser);
CommandAction add_compare(CLI::App& parser);
CommandAction add_untangle(CLI::App& parser);
CommandAction add_view(CLI::App& parser);
CommandAction add_export(CLI::App& parser);

}  // namespace muslin::app
