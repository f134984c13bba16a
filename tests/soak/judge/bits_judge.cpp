#include <fmt/format.h>

#include <muslin/io/run/run_record.hpp>
#include <tests/soak/judge/bits_judge.hpp>
#include <tests/support/run_contents.hpp>

namespace muslin::soak {
namespace {

namespace fs = std::filesystem;

class BitsJudge {
 public:
  explicit BitsJudge(const ReferenceRun& reference) : reference_(reference) {}

  /// Runs the scene anew, on this many threads, and resumes it on `resumed_threads` if that is not 0. Returns what
  /// differs from the reference.
  std::string compare(int threads, int resumed_threads) {
    const fs::path folder = reference_.work / "other.run";
    fs::remove_all(folder);
    const double share = resumed_threads > 0 ? reference_.kill_share : -1.0;
    ChildOutcome child = run(folder, threads, share * reference_.child.wall_seconds);
    was_killed_ |= child.was_killed;
    if (resumed_threads > 0) child = run(folder, resumed_threads, -1.0);
    if (child.exit_code != reference_.child.exit_code)
      return fmt::format("exit code {} instead of {}: {}", child.exit_code, reference_.child.exit_code, child.messages);
    return differing_file(reference_.folder, folder);
  }

  [[nodiscard]] bool was_killed() const { return was_killed_; }

 private:
  ChildOutcome run(const fs::path& folder, int threads, double kill_at) const {
    const std::vector<std::string> arguments = {"run",       reference_.scene.string(), "-o",      folder.string(),
                                                "--threads", std::to_string(threads),   "--resume"};
    // It may take longer than before on a busy machine, but not for ever.
    const ChildLimits limits{.cpu_seconds = 20.0 + 10.0 * reference_.child.cpu_seconds,
                             .idle_seconds = kIdleLimit,
                             .memory_bytes = reference_.memory_bytes,
                             .kill_at_seconds = kill_at};
    return run_child(reference_.program, arguments, reference_.work / "other.messages", limits);
  }

  const ReferenceRun& reference_;
  bool was_killed_ = false;
};

}  // namespace

std::string differing_file(const fs::path& a, const fs::path& b) {
  if (!fs::exists(a / "run.json") || !fs::exists(b / "run.json")) return "run.json is missing";
  auto in_a = test::run_contents(a), in_b = test::run_contents(b);
  // Its warnings say how long things took. What it says about frames is compared here.
  in_a.erase("run.json");
  in_b.erase("run.json");
  const auto record_a = read_run_record(a / "run.json"), record_b = read_run_record(b / "run.json");
  if (!record_a || !record_b) return "run.json is unreadable";
  if (record_a->frame_hashes != record_b->frame_hashes) {
    std::size_t k = 0;
    while (k < record_a->frame_hashes.size() && k < record_b->frame_hashes.size() &&
           record_a->frame_hashes[k] == record_b->frame_hashes[k])
      ++k;
    return fmt::format("frame {} differs", k);
  }
  if (record_a->state != record_b->state || record_a->reason != record_b->reason)
    return "run.json differs in its reason";
  for (const auto& [name, content] : in_a)
    if (const auto other = in_b.find(name); other == in_b.end() || other->second != content) return name + " differs";
  for (const auto& [name, content] : in_b)
    if (!in_a.contains(name)) return name + " is new";
  return {};
}

BitsVerdict judge_bits(const ReferenceRun& reference, Findings& findings) {
  BitsJudge judge(reference);
  const std::string different = judge.compare(2, 1);
  if (!different.empty()) {
    const std::string by_threads = judge.compare(2, 0), by_resume = judge.compare(1, 1);
    if (!by_threads.empty()) findings.push_back({FailureKind::thread_bits, -1, by_threads});
    if (!by_resume.empty() || by_threads.empty())
      findings.push_back({FailureKind::resume_bits, -1, by_resume.empty() ? different : by_resume});
  }
  return {.was_compared = true, .was_killed = judge.was_killed()};
}

}  // namespace muslin::soak
