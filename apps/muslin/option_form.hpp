#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace muslin::app {

/// Makes the parser reject words that `parse` does not accept; `hint` describes the accepted form.
template <class Parse>
CLI::Validator option_form(Parse parse, const std::string& hint) {
  return CLI::Validator([parse, hint](std::string& text) { return parse(text) ? std::string() : "must be " + hint; },
                        "");
}

}  // namespace muslin::app
