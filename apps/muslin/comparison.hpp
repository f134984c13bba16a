#pragma once
#include <muslin/io/run/run_record.hpp>
#include <string>
#include <vector>

#include "text_table.hpp"

namespace muslin::app {

/// One scene, simulated once for each of several responses.
struct Comparison {
  struct Run {
    std::string response;
    RunRecord record;
  };
  std::vector<Run> runs;             ///< at least one
  std::vector<std::string> not_run;  ///< responses that an interrupt left no time for
  bool interrupted = false;
};

/// A row per response, to be read by people.
[[nodiscard]] TextTable human_readable_table(const Comparison& comparison);
/// The same to the last digit, in SI units; what is not finite is an empty word.
[[nodiscard]] TextTable machine_readable_table(const Comparison& comparison);

/// What the table must not be read without: that it is partial, and why a run ended early. A sentence each; none if all
/// runs went to their end.
[[nodiscard]] std::vector<std::string> notes_of(const Comparison& comparison);

/// A page about the comparison: the scene, where it was made, the table, the notes, and the picture beside it.
[[nodiscard]] std::string markdown_page(const Comparison& comparison, const std::string& picture);

}  // namespace muslin::app
