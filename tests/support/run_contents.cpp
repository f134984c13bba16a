#include <gtest/gtest.h>

#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <tests/support/run_contents.hpp>

namespace muslin::test {

std::map<std::string, std::string> run_contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files[entry.path().filename().string()] = *read_whole_file(entry.path());

  auto record = read_run_record(folder / "run.json");
  if (!record) {
    ADD_FAILURE() << record.error().message();
    return files;
  }
  record->started = record->finished = "";
  record->seconds = record->audit.seconds = 0.0;
  record->statistics.total.seconds = {};
  if (record->untangled) record->untangled->seconds = 0.0;
  record->peak_memory = 0;
  record->slow_frames.clear();
  record->threads = 0;
  record->command.clear();
  files["run.json"] = to_json(*record);

  std::string& stats = files["stats.ndjson"] = "";
  const Status status = read_stats(folder / "stats.ndjson", [&](StepReport step) {
    step.seconds = {};
    step.memory = 0;
    stats += stats_line(step);
  });
  EXPECT_TRUE(status) << status.error().message();
  return files;
}

}  // namespace muslin::test
