#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace muslin::test {

/// Returns the path of the program muslin of this build.
[[nodiscard]] std::string program_path();
/// Returns the path of a file of this checkout: source_path("docs/fabrics.md").
[[nodiscard]] std::string source_path(std::string_view file);

/// The exit code and the output of a program.
struct Outcome {
  int exit_code = -1;  ///< 128 + signal if a signal ended it
  std::string out;
  std::string err;
};

/// Runs a program with arguments, without a shell, and waits for it.
[[nodiscard]] Outcome run_program(const std::string& program, const std::vector<std::string>& arguments);

/// A folder for one test. It is removed with its content at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Writes a file into the folder and returns its path.
  std::filesystem::path write(std::string_view name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

/// A program that runs concurrently with the test. If nobody waits for it, it is killed.
class RunningProgram {
 public:
  RunningProgram(const std::string& program, const std::vector<std::string>& arguments);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  void send(int signal) const;
  [[nodiscard]] Outcome wait();

 private:
  TemporaryFolder folder_;
  int child_ = -1;  ///< process id; -1 after its end
};

}  // namespace muslin::test
