#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <muslin/io/run/run_record.hpp>
#include <string>
#include <vector>

/// @file
/// The cases that `./dev bench paper NAME` runs. Each paper has a source of its own with one table of claims and cases.

namespace muslin::bench {

/// The result of a run, for what a claim wants to see of it.
struct PaperRun {
  std::filesystem::path folder;
  RunRecord record;          ///< bodies and their frames; a run that is not complete has no more in it
  RunStatistics statistics;  ///< of all steps of finished frames
  double cpu = 0.0;          ///< [s]
};

/// A run: a scene and what is changed in it.
struct PaperCase {
  std::string name;                  ///< what distinguishes it from the other cases of the claim
  std::string scene;                 ///< path below `scenes/` without extension: "harmon2008/funnel-low"
  std::vector<std::string> changes;  ///< arguments of --set
  std::int64_t frames = 0;           ///< frames to simulate; 0: those of the scene
  double paper_seconds = 0.0;        ///< time that the paper gives for it [s]; 0: none
};

/// Something that a paper says, and the runs that show whether it holds.
struct PaperClaim {
  std::string text;
  std::vector<PaperCase> cases;
  std::string seen_title = {};  ///< head of a column that only this claim has; empty: no such column
  std::function<std::string(const PaperRun&)> seen = {};  ///< what stands in it
};

struct Paper {
  std::string name;  ///< "harmon2008", as in `scenes/`
  std::string key;   ///< of docs/references.bib: "Harmon08"
  std::vector<PaperClaim> claims;
};

/// The papers, each in paper_NAME.cpp.
/// @{
[[nodiscard]] Paper harmon2008();
[[nodiscard]] Paper huh2001();
[[nodiscard]] Paper raghupathi2006();
[[nodiscard]] Paper sifakis2008();
[[nodiscard]] Paper liu2011();
/// @}

/// Returns copies of a case with each of the choices: their names are appended, and their changes added.
struct PaperChoice {
  std::string name;
  std::vector<std::string> changes;
};
[[nodiscard]] std::vector<PaperCase> with_choices(const PaperCase& base, const std::vector<PaperChoice>& choices);

}  // namespace muslin::bench
