#pragma once
#include <muslin/io/run/run_record.hpp>
#include <string>
#include <vector>

#include "text_table.hpp"

namespace muslin::app {

/// One scene simulated once with each of several responses.
struct Comparison {
  struct Run {
    std::string response;
    RunRecord record;
  };
  std::vector<Run> runs;             ///< at least one
  std::vector<std::string> not_run;  ///< responses that did not run because of an interrupt
  bool interrupted = false;
};

/// Returns a table for human readers with one row per response.
[[nodiscard]] TextTable human_readable_table(const Comparison& comparison);
/// Returns the same table with full precision in SI units; values that are not finite are empty.
[[nodiscard]] TextTable machine_readable_table(const Comparison& comparison);

/// Returns notes that readers of the table need: whether the table is partial, and why a run ended early. Each note is
/// one sentence; there is none if all runs are complete.
[[nodiscard]] std::vector<std::string> notes_of(const Comparison& comparison);

/// Returns a Markdown page about the comparison: the scene, the machine, the table, the notes and a link to the
/// picture.
[[nodiscard]] std::string markdown_page(const Comparison& comparison, const std::string& picture);

}  // namespace muslin::app
