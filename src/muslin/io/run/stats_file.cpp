#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/report_json.hpp>
#include <muslin/io/run/stats_file.hpp>

namespace muslin {
namespace {

using detail::Json;

StepReport step_of(const Json& json) {
  StepReport step;
  detail::read_members(json, step, detail::Scope::step);
  return step;
}

/// Calls take(step, end of its line) for each complete line until it returns false.
template <class Take>
Status for_each_line(const std::filesystem::path& path, Take&& take) {
  const auto text = read_whole_file(path);
  if (!text) return text.error();
  std::int64_t line = 1;
  for (std::size_t begin = 0, end = text->find('\n'); end != text->npos;
       begin = end + 1, end = text->find('\n', begin), ++line) {
    StepReport step;
    try {
      step = step_of(Json::parse(text->begin() + static_cast<std::ptrdiff_t>(begin),
                                 text->begin() + static_cast<std::ptrdiff_t>(end)));
    } catch (const Json::exception& problem) {
      return Error{Error::Kind::unreadable_file, fmt::format("{}:{}", path.string(), line),
                   fmt::format("this is not the record of a step: {}", problem.what()), "the file is damaged"};
    }
    if (!take(step, static_cast<std::int64_t>(end + 1))) break;
  }
  return Done{};
}

}  // namespace

std::string stats_line(const StepReport& step) {
  JsonWriter json({.many_lines = false, .marks_reals = false});
  json.begin_object();
  detail::write_members(json, step, detail::Scope::step);
  json.end_object();
  return json.take() + "\n";
}

Status read_stats(const std::filesystem::path& path, const std::function<void(const StepReport&)>& take) {
  return for_each_line(path, [&](const StepReport& step, std::int64_t) {
    take(step);
    return true;
  });
}

Result<StatsWriter> StatsWriter::create(const std::filesystem::path& path) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) return system_error(path, "write the file", errno);
  return StatsWriter(std::move(file), path, 0);
}

Result<StatsWriter> StatsWriter::resume(const std::filesystem::path& path, std::int64_t last_frame,
                                        const std::function<void(const StepReport&)>& take) {
  std::int64_t size = 0;
  const Status status = for_each_line(path, [&](const StepReport& step, std::int64_t end) {
    if (step.frame > last_frame) return false;
    take(step);
    size = end;
    return true;
  });
  if (!status) return status.error();
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) return system_error(path, "write the file", errno);
  if (::ftruncate(file.get(), size) != 0) return system_error(path, "shorten the file", errno);
  return StatsWriter(std::move(file), path, size);
}

Status StatsWriter::append(std::span<const StepReport> steps) {
  std::string lines;
  for (const StepReport& step : steps) lines += stats_line(step);
  const int problem = write_all(file_, lines, size_);
  if (problem != 0) {
    static_cast<void>(!::ftruncate(file_.get(), size_));  // makes room on a full disk for the record of the failure
    return system_error(path_, "write the file", problem);
  }
  size_ += static_cast<std::int64_t>(lines.size());
  return Done{};
}

}  // namespace muslin
