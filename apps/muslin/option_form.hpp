#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace muslin::app {

/// Lets the parser refuse words that `parse` does not take; `hint` says which it does.
template <class Parse>
CLI::Validator option_form(Parse parse, const std::string& hint) {
  return CLI::Validator([parse, hint](std::string& text) { return parse(text) ? std::string() : "must be " + hint; },
                        "");
}

}  // namespace muslin::app
