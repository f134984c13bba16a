#pragma once
#include <filesystem>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>
#include <string>
#include <tests/soak/child_process.hpp>
#include <tests/soak/judge/exact_pairs.hpp>
#include <vector>

namespace muslin::soak {

/// What a run left behind: how the program ended, and the content of the run folder.
struct RunFacts {
  ChildOutcome child;
  std::optional<Scene> scene;        ///< as the reader of scenes understands it; no value if it refuses it
  std::optional<RunRecord> record;   ///< run.json; no value if there is none
  std::string unreadable;            ///< why a file of the folder could not be read; empty if all could
  std::vector<StepReport> steps;     ///< stats.ndjson
  std::vector<std::size_t> audited;  ///< intersections of each frame by audit.json
  std::vector<ExactElement> elements;
  std::vector<std::string> body_names;
  std::vector<std::vector<Vec3>> frames;  ///< positions of all bodies in each frame, the start first
  std::vector<Vec3> given_start;          ///< the same of the scene as given, before anything was untangled

  /// Returns the names of the bodies of a pair and their frame, for messages.
  [[nodiscard]] std::string describe(const ExactPair& pair) const;
};

/// Reads the run folder of a scene. What is missing or damaged is left out; `unreadable` says what.
[[nodiscard]] RunFacts read_facts(const std::filesystem::path& scene, const std::filesystem::path& folder,
                                  ChildOutcome child);

}  // namespace muslin::soak
