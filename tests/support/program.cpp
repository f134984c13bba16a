#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <tests/support/program.hpp>

namespace muslin::test {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void redirect(int stream, const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, stream);
  ::close(file);
}

}  // namespace

std::string program_path() { return MUSLIN_PROGRAM; }

std::string source_path(std::string_view file) { return std::string(MUSLIN_SOURCE_DIR "/").append(file); }

Outcome run_program(const std::string& program, const std::vector<std::string>& arguments) {
  return RunningProgram(program, arguments).wait();
}

RunningProgram::RunningProgram(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  child_ = ::fork();
  if (child_ < 0) throw std::runtime_error("fork failed");
  if (child_ == 0) {
    redirect(STDOUT_FILENO, folder_ / "out");
    redirect(STDERR_FILENO, folder_ / "err");
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }
}

RunningProgram::~RunningProgram() {
  if (child_ < 0) return;
  send(SIGKILL);
  static_cast<void>(wait());
}

void RunningProgram::send(int signal) const { ::kill(child_, signal); }

Outcome RunningProgram::wait() {
  int status = 0;
  ::waitpid(child_, &status, 0);
  child_ = -1;
  const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {exit_code, read_text(folder_ / "out"), read_text(folder_ / "err")};
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "muslin-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::write(std::string_view name, std::string_view content) const {
  const auto path = path_ / name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace muslin::test
