#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/statistics_json.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <nlohmann/json.hpp>

namespace muslin {
namespace {

using detail::Json, detail::number_of, detail::vector_of;

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }
std::string vector(const Vec3& v) { return fmt::format("[{},{},{}]", number(v.x()), number(v.y()), number(v.z())); }

StepReport step_of(const Json& json) {
  StepReport step;
  step.frame = json.at("frame");
  step.step = json.at("step");
  step.time = number_of(json.at("time"));
  step.size = number_of(json.at("step_size"));
  step.substeps = json.at("substeps");
  step.seconds = detail::phase_times_of(json.at("seconds"));
  step.newton_steps = json.at("newton_steps");
  step.solver_iterations = json.at("solver_iterations");
  step.solver_residual = number_of(json.at("solver_residual"));
  step.solver_converged = json.at("solver_converged");
  step.max_strain = number_of(json.at("max_strain"));
  step.max_speed = number_of(json.at("max_speed"));
  step.kinetic_energy = number_of(json.at("kinetic_energy"));
  step.elastic_energy = number_of(json.at("elastic_energy"));
  step.gravity_energy = number_of(json.at("gravity_energy"));
  step.momentum = vector_of(json.at("momentum"));
  step.reaction = vector_of(json.at("reaction"));
  step.collision = detail::collision_report_of(json.at("collision"));
  step.limits = detail::limit_report_of(json.value("limits", Json()));
  return step;
}

/// Calls take(step, end of its line) until it returns false, for each whole line.
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

/// [[1,2,3],[7,8]]
std::string lists_text(const std::vector<std::vector<std::int32_t>>& lists) {
  std::string text = "[";
  for (const std::vector<std::int32_t>& list : lists)
    text += fmt::format("{}[{}]", text.size() > 1 ? "," : "", fmt::join(list, ","));
  return text + "]";
}

std::string groups_text(const CollisionGroups& groups) {
  if (groups.zones.empty()) return {};
  return fmt::format(R"(,"groups":{{"zones":{},"clusters":{}}})", lists_text(groups.zones),
                     lists_text(groups.clusters));
}

std::string collision_text(const CollisionReport& c) {
  return fmt::format(
      R"({{"candidates":{},"proximities":{},"contacts":{},"zones":{},"largest_zone":{},"passes":{},"iterations":{},)"
      R"("rough_zones":{},"certificates":{},"rungs":{{"response":{},"rigid_zones":{},"halvings":{},"yields":{},"stops":{}}},)"
      R"("clusters":{{"count":{},"cyclic":{},"infeasible":{},"restrained":{},"energy_gained":{}}},)"
      R"("qp":{{"rows":{},"active":{},"additions":{},"removals":{},"watched":{},"dropped":{},"softened":{},"failures":{}}},)"
      R"("stopped_vertices":{},"lag":{{"length":{},"body":{},"against":{},"vertex":{},"place":{}}},)"
      R"("energy_lost":{},"sliding_speed":{}{}}})",
      c.broad_phase_pairs, c.proximities, c.contacts, c.zones, c.largest_zone, c.passes, c.iterations, c.rough_zones,
      c.certificates, c.rungs.response, c.rungs.rigid_zones, c.rungs.halvings, c.rungs.yields, c.rungs.stops,
      c.clusters.clusters, c.clusters.cyclic, c.clusters.infeasible, c.clusters.restrained,
      number(c.clusters.energy_gained), c.qp.rows, c.qp.active, c.qp.additions, c.qp.removals, c.qp.watched,
      c.qp.dropped, c.qp.softened, c.qp.failures, c.stopped_vertices, number(c.lag.length), c.lag.body, c.lag.against,
      c.lag.vertex.value, vector(c.lag.place), number(c.energy_lost), number(c.sliding_speed), groups_text(c.groups));
}

std::string limits_text(const LimitReport& limits) {
  return fmt::format(
      R"({{"iterations":{},"strain":{},"over_limit":{},"worst":{{"vertex":{},"place":{}}},"shape_error":{},)"
      R"("mean_squared_shape_error":{}}})",
      limits.iterations, number(limits.strain), limits.over_limit, limits.worst.value, vector(limits.worst_place),
      number(limits.shape_error), number(limits.mean_squared_shape_error));
}

}  // namespace

std::string stats_line(const StepReport& step) {
  return fmt::format(R"({{"frame":{},"step":{},"time":{},"step_size":{},"substeps":{},)"
                     R"("seconds":{{"assembly":{},"solve":{},"filter":{},"detection":{},"response":{},"rest":{}}},)"
                     R"("newton_steps":{},"solver_iterations":{},"solver_residual":{},"solver_converged":{},)"
                     R"("max_strain":{},"max_speed":{},"kinetic_energy":{},"elastic_energy":{},"gravity_energy":{},)"
                     R"("momentum":{},"reaction":{},"collision":{},"limits":{}}})"
                     "\n",
                     step.frame, step.step, number(step.time), number(step.size), step.substeps,
                     number(step.seconds.assembly), number(step.seconds.solve), number(step.seconds.filter),
                     number(step.seconds.detection), number(step.seconds.response), number(step.seconds.rest),
                     step.newton_steps, step.solver_iterations, number(step.solver_residual), step.solver_converged,
                     number(step.max_strain), number(step.max_speed), number(step.kinetic_energy),
                     number(step.elastic_energy), number(step.gravity_energy), vector(step.momentum),
                     vector(step.reaction), collision_text(step.collision), limits_text(step.limits));
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
  if (problem != 0) return system_error(path_, "write the file", problem);
  size_ += static_cast<std::int64_t>(lines.size());
  return Done{};
}

}  // namespace muslin
